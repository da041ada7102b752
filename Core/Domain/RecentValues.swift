/// A dictionary that keeps the values set last: at least `limit`, and fewer than twice as many.
struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private var entries: [Key: (value: Value, age: Int)] = [:]
  private var age = 0

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  subscript(key: Key) -> Value? {
    get { entries[key]?.value }
    set {
      age += 1
      entries[key] = newValue.map { ($0, age) }
      // The oldest leave together, so that most insertions sort nothing.
      guard entries.count / 2 >= limit else { return }
      let oldest = entries.values.map(\.age).sorted()[entries.count - limit]
      entries = entries.filter { $0.value.age >= oldest }
    }
  }

  var values: [Key: Value] { entries.mapValues(\.value) }

  mutating func removeAll() {
    entries = [:]
  }

  mutating func changeAll(_ change: (inout Value) -> Void) {
    entries = entries.mapValues { entry in
      var changed = entry
      change(&changed.value)
      return changed
    }
  }
}
