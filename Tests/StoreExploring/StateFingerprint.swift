/// The values that decide what an explored subject does next, so that equal states are explored once.
///
/// Without one, an exploration reads every stored property of its subject, private and inherited ones too, and those of
/// the objects that it refers to, so that none is forgotten. Functions are no state. What cannot be read, such as a value
/// behind a `Mutex`, is named by the exploration, which then is not complete.
///
/// An identifier is a value that is only compared for equality and never comes back once it is replaced, such as a
/// generation, a token or a key. It is named by what it equals in the same state, so that an exploration ends although
/// each request has a new one. Every `Task` is one, and every ``OpaqueIdentifier``. What calls are about is told apart in the
/// same way, by the identifiers that fingerprints have named, whole numbers apart, and by the UUIDs in it.
public struct StateFingerprint: Hashable {
  private(set) var reading = SubjectReading()
  private(set) var values: [FingerprintValue] = []
  private(set) var kept: [AnyHashable]?
  /// Whether actions can keep every identifier.
  private(set) var areIdentifiersKept = true

  /// Reads the `Equatable` properties of an object, private and inherited ones too; add the values that others hold.
  ///
  /// An exploration names the other objects that it refers to, and is not complete, unless something is added.
  ///
  /// Ignore what decides nothing, such as a message that is only shown. A counter that numbers requests belongs among
  /// the identifiers.
  public init(_ object: AnyObject, ignoring ignored: Set<String> = [], identifiers: Set<String> = []) {
    reading = SubjectReader.reading(
      object, SubjectReader.Selection(readsObjects: false, ignored: ignored, identifiers: identifiers))
  }

  /// Reads an object, or a structure or tuple of objects.
  init(reading subject: Any) {
    reading = SubjectReader.reading(subject)
  }

  /// Creates a fingerprint of one's own values.
  public init(_ values: AnyHashable..., identifiers: [AnyHashable?] = []) {
    for value in values { append(nil, value) }
    for identifier in identifiers { append(nil, identifier: identifier) }
  }

  /// Adds values of other objects, such as a fake server; `identifiers` are in an order of their own, such as by age.
  public func adding(_ values: AnyHashable..., identifiers: [AnyHashable?] = []) -> StateFingerprint {
    var fingerprint = self
    fingerprint.reading.objects = []
    for value in values { fingerprint.append(nil, value) }
    for identifier in identifiers { fingerprint.append(nil, identifier: identifier) }
    return fingerprint
  }

  /// Adds what is shown, which decides nothing.
  func adding(shown value: some Equatable) -> StateFingerprint {
    var fingerprint = self
    fingerprint.append("state", value)
    return fingerprint
  }

  /// Adds what decides the next steps beside the subject.
  func surrounded(by values: [AnyHashable]) -> StateFingerprint {
    var fingerprint = self
    fingerprint.reading += SubjectReader.reading(surroundings: values)
    return fingerprint
  }

  /// Adds everything that another fingerprint has, such as that of a second Store.
  public func merging(_ other: StateFingerprint) -> StateFingerprint {
    var fingerprint = appending(other)
    fingerprint.reading.objects = []
    (fingerprint.kept, fingerprint.areIdentifiersKept) = (kept, areIdentifiersKept)
    return fingerprint
  }

  /// Adds another fingerprint, and what that leaves out.
  func appending(_ other: StateFingerprint) -> StateFingerprint {
    var fingerprint = self
    fingerprint.reading += other.reading
    fingerprint.kept = kept.flatMap { kept in other.kept.map { kept + $0 } }
    fingerprint.areIdentifiersKept = areIdentifiersKept || other.areIdentifiersKept
    fingerprint.values += other.values
    return fingerprint
  }

  /// Names what an action can keep in local values while it waits for an answer, beside its parameters, its answers and
  /// identifiers: such as the state to which it goes back when it is cancelled.
  ///
  /// With `identifiers`, which become part of the fingerprint, it keeps no others, apart from those that its calls are
  /// about. Without this function an action is taken to keep everything, which is always right and tells apart many more
  /// states.
  public func keptByActions(_ values: AnyHashable..., identifiers: [AnyHashable?]? = nil) -> StateFingerprint {
    var fingerprint = self
    (fingerprint.kept, fingerprint.areIdentifiersKept) = (values, identifiers == nil)
    for identifier in identifiers ?? [] {
      fingerprint.append(nil, identifier: identifier)
      fingerprint.values[fingerprint.values.count - 1].isKeptIdentifier = true
    }
    return fingerprint
  }

  private mutating func append(_ label: String?, _ value: Any, identifier: AnyHashable? = nil) {
    values.append(
      FingerprintValue(label: label ?? "added value \(values.count + 1)", value: value, identifier: identifier))
  }

  private mutating func append(_ label: String?, identifier: AnyHashable?) {
    guard let identifier else { return append(label, false) }
    if identifier.base is any OpaqueIdentifier { return append(label, true, identifier: identifier) }
    let part = SubjectReader.identifier(in: identifier)
    if part == nil { FixedIdentifiers.current?.name(identifier) }
    append(label, true, identifier: part ?? identifier)
  }
}

/// A value of a fingerprint, which is made hashable only where it is no longer equal to the last one.
struct FingerprintValue: Hashable {
  let label: String
  let value: Any
  /// What it is only compared with, where the value says no more than that there is one.
  var identifier: AnyHashable?
  var isKeptIdentifier = false

  var hashable: AnyHashable? {
    if let value = value as? any Hashable { return AnyHashable(value) }
    return (value as? any Equatable).map { AnyHashable(EquatableValue(value: $0)) }
  }

  static func == (left: FingerprintValue, right: FingerprintValue) -> Bool {
    left.hashable == right.hashable && left.identifier == right.identifier
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(hashable)
    hasher.combine(identifier)
  }
}

/// A value that is only compared for equality and never comes back once it is replaced, such as a generation.
public protocol OpaqueIdentifier: Hashable {}

extension Task: OpaqueIdentifier {}

/// An identifier that counts, such as the number of an attempt: those of two properties can be equal by chance, and are
/// never compared.
public protocol CountingIdentifier: OpaqueIdentifier {}

/// A value that is not `Hashable`: it hashes as the values that it contains.
private struct EquatableValue: Hashable {
  let value: any Equatable

  static func == (left: EquatableValue, right: EquatableValue) -> Bool {
    left.value.isEqual(to: right.value)
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
}

extension Equatable {
  /// Compares values of any types without hashing them.
  func isEqual(to other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}
