/// A value that holds a secret, and prints as its type's name whichever way it is printed.
///
/// `print`, `dump`, string interpolation, a mirror and a failed test all end in one of the three protocols below, so
/// that a password or a token shows up in none of them.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// What may be visibleFields, by label. Nothing by default.
  var visibleFields: [(label: String, value: String)] { get }
}

extension Redacted {
  /// What may be visibleFields: nothing.
  public var visibleFields: [(label: String, value: String)] { [] }

  /// The type's name and what may be visibleFields.
  public var description: String {
    let visible = visibleFields.map { "\($0.label): \($0.value), " }.joined()
    return "\(Self.self)(\(visible)redacted)"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror of what may be visibleFields.
  public var customMirror: Mirror {
    Mirror(self, children: visibleFields.map { (label: Optional($0.label), value: $0.value as Any) })
  }
}
