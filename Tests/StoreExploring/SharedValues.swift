/// Values that stand in memory once, however many equal ones refer to them.
struct SharedValues {
  private final class Values<Value: Hashable> {
    var all: Set<Value> = []
  }

  /// The values of each type.
  private var values: [ObjectIdentifier: AnyObject] = [:]
  /// What invariants remember, by number.
  private(set) var memories: [[AnyHashable]] = []
  private var memoryNumbers: [[Int]: UInt32] = [:]

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

  /// The number of what invariants remember, by all that can be read of it: a type can take for equal what differs.
  mutating func number(of memories: [AnyHashable]) -> UInt32 {
    let reading = FixedIdentifiers.$current.withValue(nil) { SubjectReader.reading(values: memories.map(\.base)) }
    let isRead = reading.identifiers.isEmpty && reading.leftOut.isEmpty && reading.objects.isEmpty
    if isRead, let known = memoryNumbers[reading.words], self.memories[Int(known)] == memories { return known }
    if isRead { memoryNumbers[reading.words] = UInt32(self.memories.count) }
    self.memories.append(memories)
    return UInt32(self.memories.count - 1)
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
