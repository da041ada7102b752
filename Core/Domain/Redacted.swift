/// A value that holds a secret and never prints it.
///
/// `print`, `dump`, string interpolation, mirrors and failed tests use one of the three inherited protocols, so none of
/// them shows more than ``visibleFields``.
public protocol Redacted: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fields that may be printed; none by default.
  var visibleFields: [(label: String, value: String)] { get }
}

extension Redacted {
  /// No fields.
  public var visibleFields: [(label: String, value: String)] { [] }

  /// The name of the type and the visible fields.
  public var description: String {
    let visible = visibleFields.map { "\($0.label): \($0.value), " }.joined()
    return "\(Self.self)(\(visible)redacted)"
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror of the visible fields.
  public var customMirror: Mirror {
    Mirror(self, children: visibleFields.map { (label: Optional($0.label), value: $0.value as Any) })
  }
}
