/// The values that decide what an explored subject does next, so that equal states are explored once.
///
/// `StateFingerprint(store)` reads every stored property of a Store, private and inherited ones too, so that none is
/// forgotten. Properties that are not `Equatable`, such as closures and other objects, are left out: add the values that
/// they hold.
public struct StateFingerprint: Hashable {
  private(set) var values: [AnyHashable]
  private(set) var valuesWhileRunning: [AnyHashable]?

  /// Reads the stored properties of an object.
  ///
  /// Ignore what decides nothing, such as a message that is only shown. A counter of requests, which only the actions that
  /// run compare, counts `onlyWhileRunning`: it then does not tell apart the idle states that it numbers.
  public init(_ object: AnyObject, ignoring ignored: Set<String> = [], onlyWhileRunning: Set<String> = []) {
    var values = [AnyHashable(ObjectIdentifier(type(of: object)))]
    var valuesWhileRunning: [AnyHashable] = []
    for mirror in sequence(first: Mirror(reflecting: object), next: \.superclassMirror) {
      for child in mirror.children {
        guard let label = child.label else { continue }
        let value = Self.hashable(child.value) ?? AnyHashable(false)
        // The macro @Observable stores a property under its name with an underscore.
        let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
        if onlyWhileRunning.contains(name) {
          valuesWhileRunning.append(value)
        } else if !ignored.contains(name) {
          values.append(value)
        }
      }
    }
    self.values = values
    self.valuesWhileRunning = valuesWhileRunning
  }

  /// Creates a fingerprint of one's own values while no action runs, and while actions run.
  ///
  /// Without values for running actions, states in which actions run are never taken for equal.
  public init(idle: AnyHashable, running: AnyHashable? = nil) {
    values = [idle]
    valuesWhileRunning = running.map { [$0] }
  }

  /// Adds values of other objects, such as a fake server.
  public func adding(_ values: AnyHashable..., onlyWhileRunning: AnyHashable...) -> StateFingerprint {
    var fingerprint = self
    fingerprint.values += values
    fingerprint.valuesWhileRunning? += onlyWhileRunning
    return fingerprint
  }

  private static func hashable(_ value: Any) -> AnyHashable? {
    if let value = value as? any Hashable { return AnyHashable(value) }
    return (value as? any Equatable).map { AnyHashable(EquatableValue(value: $0)) }
  }
}

/// A value that is not `Hashable`: it hashes as the values that it contains.
private struct EquatableValue: Hashable {
  let value: any Equatable

  static func == (left: EquatableValue, right: EquatableValue) -> Bool {
    isEqual(left.value, right.value)
  }

  func hash(into hasher: inout Hasher) {
    Self.hash(value, into: &hasher, levels: 2)
  }

  /// Hashes the values of two levels, which tell apart most states; hashing all would cost more than comparing.
  private static func hash(_ value: Any, into hasher: inout Hasher, levels: Int) {
    if let value = value as? any Hashable {
      hasher.combine(AnyHashable(value))
    } else if levels > 0 {
      for child in Mirror(reflecting: value).children.prefix(8) {
        hasher.combine(child.label)
        hash(child.value, into: &hasher, levels: levels - 1)
      }
    }
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: any Equatable) -> Bool {
    left == right as? Value
  }
}
