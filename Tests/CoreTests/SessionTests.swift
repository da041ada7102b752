import Core
import Testing

@Suite("A session")
struct SessionTests {
  private let storage = InMemorySessionStorage()
  private let session: Session

  init() {
    session = Session(storage: storage)
  }

  @Test func `begins with nobody, and signs nobody in for having been stored`() async throws {
    let session = Session(storage: InMemorySessionStorage(.taro))
    #expect(session.record == nil)
    #expect(try await session.stored() == .taro)
    #expect(session.record == nil)
  }

  @Test func `keeps who signed in, and makes a new generation`() async {
    let before = session.generation
    #expect(await session.begin(.taro, in: before))
    #expect(session.record == .taro)
    #expect(session.current.record == .taro)
    #expect(session.current.generation == session.generation)
    #expect(session.generation != before)
    #expect(storage.load() == .taro)
  }

  @Test func `does not begin in a generation that is over`() async {
    let asked = session.generation
    #expect(await session.begin(.sample(1), in: asked))
    let current = session.generation
    #expect(await !session.begin(.sample(2), in: asked))
    #expect(session.record == .sample(1))
    #expect(session.generation == current)
    #expect(storage.load() == .sample(1))
  }

  @Test func `does not begin when an end came between, even if nobody was signed in`() async {
    let asked = session.generation
    #expect(await session.end() == nil)
    #expect(await !session.begin(.taro, in: asked))
    #expect(session.record == nil)
  }

  @Test func `ends, tells who was signed in, and forgets them`() async {
    _ = await session.begin(.taro, in: session.generation)
    let before = session.generation
    #expect(await session.end() == .taro)
    #expect(session.record == nil)
    #expect(session.generation != before)
    #expect(storage.load() == nil)
  }

  @Test func `ends also what only an earlier launch knew`() async {
    let storage = InMemorySessionStorage(.taro)
    #expect(await Session(storage: storage).end() == nil)
    #expect(storage.load() == nil)
  }

  @Test func `ends the generation in which nobody is signed in, and what an earlier launch left with it`() async {
    let storage = InMemorySessionStorage(.taro)
    let session = Session(storage: storage)
    #expect(await session.end(session.generation))
    #expect(storage.load() == nil)
  }

  @Test func `ends a generation once, and none but that`() async {
    let nobody = session.generation
    _ = await session.begin(.taro, in: nobody)
    #expect(await !session.end(nobody))
    #expect(session.record == .taro)
    let taro = session.generation
    #expect(await session.end(taro))
    #expect(await !session.end(taro))
    #expect(session.record == nil)
  }

  @Test func `goes on without its storage, and tells what failed`() async {
    let failures = Record<SessionStorageError>()
    let session = Session(storage: BrokenStorage()) { failures.add($0) }
    #expect(await session.begin(.taro, in: session.generation))
    #expect(session.record == .taro)
    await session.end()
    #expect(session.record == nil)
    #expect(failures.entries == [.notWritten(reason: "full"), .notWritten(reason: "locked")])
    await #expect(throws: SessionStorageError.damaged(reason: "broken")) { try await session.stored() }
  }
}

private struct BrokenStorage: SessionStorage {
  func load() throws(SessionStorageError) -> StoredSession? { throw .damaged(reason: "broken") }
  func save(_ record: StoredSession) throws(SessionStorageError) { throw .notWritten(reason: "full") }
  func clear() throws(SessionStorageError) { throw .notWritten(reason: "locked") }
}
