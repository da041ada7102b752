/// Values that stand in memory once, however many equal ones refer to them.
struct SharedValues {
  private final class Values<Value: Hashable> {
    var all: Set<Value> = []
  }

  /// The values of each type.
  private var values: [ObjectIdentifier: AnyObject] = [:]
  private var memories: [[Int]: [AnyHashable]] = [:]

  /// The first value that is equal.
  mutating func shared<Value: Hashable>(_ value: Value) -> Value {
    let type = ObjectIdentifier(Value.self)
    let known = values[type] as? Values<Value> ?? Values<Value>()
    values[type] = known
    return known.all.insert(value).memberAfterInsert
  }

  mutating func share<Value: Hashable>(_ value: inout Value) {
    value = shared(value)
  }

  /// Shares what invariants remember, by all that can be read of it: a type can take for equal what differs.
  mutating func share(_ memories: inout [AnyHashable]) {
    let reading = FixedIdentifiers.$current.withValue(nil) { SubjectReader.reading(values: memories.map(\.base)) }
    guard reading.identifiers.isEmpty, reading.leftOut.isEmpty, reading.objects.isEmpty else { return }
    if let known = self.memories[reading.words] {
      if known == memories { memories = known }
    } else {
      self.memories[reading.words] = memories
    }
  }

  /// Shares runs, unless one was cancelled, which is equal to the same run before.
  mutating func share(_ runs: inout [ActionRun]) {
    if !runs.contains(where: \.isCancelled) { runs = shared(runs) }
  }
}

/// A value to which many can refer.
final class Shared<Value: Hashable>: Hashable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  static func == (left: Shared, right: Shared) -> Bool { left === right || left.value == right.value }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension Shared: Sendable where Value: Sendable {}
