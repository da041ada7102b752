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
    memories = self.memories[reading.words] ?? memories
    self.memories[reading.words] = memories
  }

  /// Shares runs, of which those that were cancelled are equal to others.
  mutating func share(_ runs: inout [ActionRun]) {
    if !runs.contains(where: \.isCancelled) { runs = shared(runs) }
  }

  mutating func share(_ events: inout [Event]) {
    if !events.contains(where: { $0.run?.isCancelled == true }) { events = shared(events) }
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
