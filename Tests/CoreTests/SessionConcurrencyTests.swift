import Core
import Testing

/// Writes slowly: a write waits at its gate, and when it begins and is done is noted.
private final class HoldingStorage: SessionStorage {
  let gate = Gate()
  let gateOfClear = Gate()
  let written = InMemorySessionStorage()
  let writes = Record<String>()

  func load() -> StoredSession? { written.load() }

  func save(_ record: StoredSession) async {
    writes.add("save \(record.user.id)")
    await gate.pass()
    written.save(record)
    writes.add("saved")
  }

  func clear() async {
    writes.add("clear")
    await gateOfClear.pass()
    written.clear()
    writes.add("cleared")
  }
}

@Suite("A session that many use")
struct SessionConcurrencyTests {
  private let storage = HoldingStorage()

  @Test func `is over before its end is written`() async {
    let session = Session(storage: storage)
    storage.gate.open()
    #expect(await session.begin(.taro, in: session.generation))
    let end = Task { await session.end() }
    await storage.gateOfClear.arrived()
    #expect(session.record == nil)
    #expect(storage.load() == .taro)
    storage.gateOfClear.open()
    #expect(await end.value == .taro)
    #expect(storage.load() == nil)
  }

  @Test func `that ends while it begins is stored as ended`() async {
    let session = Session(storage: storage)
    storage.gateOfClear.open()
    let generation = session.generation
    let begin = Task { await session.begin(.taro, in: generation) }
    await storage.gate.arrived()
    #expect(session.record == .taro)
    let ends = [Task { await session.end() }, Task { await session.end() }]
    storage.gate.open()
    #expect(await begin.value)
    var ended: [StoredSession] = []
    for end in ends {
      if let record = await end.value { ended.append(record) }
    }
    #expect(ended == [.taro])
    #expect(session.record == nil)
    #expect(storage.load() == nil)
    #expect(storage.writes.entries == ["save user-1", "saved", "clear", "cleared", "clear", "cleared"])
  }

  @Test func `is stored as the next one where that began while it was written`() async {
    let session = Session(storage: storage)
    storage.gateOfClear.open()
    let first = session.generation
    let begin = Task { await session.begin(.sample(1), in: first) }
    await storage.gate.arrived()
    let second = Task {
      await session.end()
      return await session.begin(.sample(2), in: session.generation)
    }
    storage.gate.open()
    #expect(await begin.value)
    #expect(await second.value)
    #expect(session.record == .sample(2))
    #expect(storage.load() == .sample(2))
    #expect(
      storage.writes.entries == ["save user-1", "saved", "clear", "cleared", "save user-2", "saved"])
  }

  @Test(arguments: 1...20)
  func `ends up with one of many writers, in memory and in storage alike`(round: Int) async {
    storage.gate.open()
    let session = Session(storage: storage)
    let generation = session.generation
    let begun = await withTaskGroup(of: Int?.self) { group in
      for number in 0..<30 {
        group.addTask { await session.begin(.sample(number), in: generation) ? number : nil }
      }
      return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
    }
    #expect(begun.count == 1)
    #expect(session.record?.user.id == begun.first.map { "user-\($0)" })
    #expect(storage.load() == session.record)
  }

  @Test(arguments: 1...20)
  func `is stored as it is when all beginnings and ends are over, one write at a time`(round: Int) async {
    storage.gate.open()
    storage.gateOfClear.open()
    let session = Session(storage: storage)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<30 {
        group.addTask {
          if number % 3 == 0 {
            await session.end()
          } else if number % 3 == 1 {
            _ = await session.end(session.generation)
          } else {
            _ = await session.begin(.sample(number), in: session.generation)
          }
        }
      }
    }
    #expect(storage.load() == session.record)
    let writes = storage.writes.entries
    for (begun, done) in zip(writes, writes.dropFirst()) where !begun.hasSuffix("ed") {
      #expect(done.hasSuffix("ed"))
    }
  }
}
