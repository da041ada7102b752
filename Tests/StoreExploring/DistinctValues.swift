/// Values that stand in memory once, each with a number: its place among them.
struct DistinctValues<Value: Hashable> {
  private(set) var all = Table<Value>()
  /// By hash value, the number of a value above 0, or 0; a power of two of them, of which at most three quarters are taken.
  private var slots: [UInt32] = [0, 0, 0, 0]

  init(_ values: [Value] = []) {
    for value in values { _ = number(of: value) }
  }

  var count: Int { all.count }

  subscript(number: UInt32) -> Value { all[Int(number)] }

  /// The number of a value that is there.
  func known(_ value: Value) -> UInt32? {
    let number = slots[slot(of: value)]
    return number == 0 ? nil : number - 1
  }

  /// The number of a value, which is there from then on.
  mutating func number(of value: Value) -> UInt32 {
    let slot = slot(of: value)
    guard slots[slot] == 0 else { return slots[slot] - 1 }
    all.append(value)
    slots[slot] = UInt32(all.count)
    if all.count * 4 > slots.count * 3 { grow() }
    return UInt32(all.count - 1)
  }

  /// The slot of a value, or the free one that it would have.
  private func slot(of value: Value) -> Int {
    var slot = value.hashValue & (slots.count - 1)
    while slots[slot] != 0, all[Int(slots[slot]) - 1] != value { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    for (place, value) in all.enumerated() { slots[slot(of: value)] = UInt32(place + 1) }
  }
}

/// Lists that stand in memory once, each with a number; so does each value in them, and each end that several lists have.
struct DistinctLists<Value: Hashable> {
  private struct Link: Hashable {
    let first: UInt32
    /// The number of the list of what follows.
    let rest: UInt32
  }

  private var values = DistinctValues<Value>()
  private var links = DistinctValues<Link>()

  /// The list of a number; 0 is the empty one.
  subscript(number: UInt32) -> [Value] {
    var list: [Value] = []
    var number = number
    while number > 0 {
      let link = links[number - 1]
      list.append(values[link.first])
      number = link.rest
    }
    return list
  }

  /// The number of a list, which is there from then on.
  mutating func number(of list: [Value]) -> UInt32 {
    list.reversed().reduce(0) { rest, value in
      links.number(of: Link(first: values.number(of: value), rest: rest)) + 1
    }
  }
}
