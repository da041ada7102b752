/// Values by key, of which only the recent ones stay, so that nothing grows for ever.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let value: Value
    let age: Int
  }

  private let limit: Int
  private var entries: [Key: Entry] = [:]
  private var age = 0

  /// - Parameter limit: How many of the last values stay at least; at most twice as many do.
  init(limit: Int) {
    self.limit = max(1, limit)
  }

  var count: Int { entries.count }

  subscript(key: Key) -> Value? {
    get { entries[key]?.value }
    set {
      guard let newValue else {
        entries[key] = nil
        return
      }
      age += 1
      entries[key] = Entry(value: newValue, age: age)
      // Room for twice as many, so that the oldest leave in one sweep and not one by one.
      guard entries.count >= 2 * limit else { return }
      let oldest = age - limit
      entries = entries.filter { $0.value.age > oldest }
    }
  }

  mutating func removeAll() {
    entries.removeAll()
  }
}
