/// What an object stores, so that a moment can be told from another one.
///
/// It reads every stored property, private and inherited ones too, so that `fingerprint` of a ``StoreExplorer`` forgets none. What is
/// not `Equatable`, such as a closure or another object, is left out: add what it decides.
public struct StateFingerprint: Hashable {
  private let values: [(name: String, value: any Equatable)]

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - object: The object, such as a Store.
  ///   - names: The names of properties to leave out: those that decide nothing while no action runs, such as a counter
  ///     of wishes, or a text that is only shown.
  public init(_ object: AnyObject, ignoring names: Set<String> = []) {
    let mirrors = sequence(first: Mirror(reflecting: object)) { $0.superclassMirror }
    values = mirrors.flatMap(\.children).compactMap { child in
      guard let name = child.label.map(Self.declared), !names.contains(name) else { return nil }
      return (child.value as? any Equatable).map { (name, $0) }
    }
  }

  /// Two memories are the same when all their values are.
  public static func == (left: StateFingerprint, right: StateFingerprint) -> Bool {
    left.values.elementsEqual(right.values) { $0.name == $1.name && isEqual($0.value, $1.value) }
  }

  /// Hashes the values that can be hashed, and of others the names of their cases.
  ///
  /// - Parameter hasher: What to feed.
  public func hash(into hasher: inout Hasher) {
    for (_, value) in values {
      if let value = value as? any Hashable {
        hasher.combine(AnyHashable(value))
      } else {
        hasher.combine(Mirror(reflecting: value).children.first?.label)
      }
    }
  }

  /// The name of a property as its class declares it; `@Observable` stores it with an underscore.
  private static func declared(_ label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: any Equatable) -> Bool {
  left == right as? Value
}
