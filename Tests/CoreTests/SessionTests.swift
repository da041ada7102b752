import StoreExploring
import TestSupport
import Testing

@testable import Core

@MainActor
struct SessionTests {
  private let storage = GatedStorage()
  private let session: Session

  init() {
    session = Session(storage: storage)
    storage.saving.open()
    storage.clearing.open()
    storage.loading.open()
  }

  /// Signs in at a server that answers at once.
  private func open(_ answer: Result<StoredSession, SampleError>) async throws(SampleError) -> User {
    try await session.open(answer.get) { _ in Issue.record("overtaken") }
  }

  @Test func `Opening a session saves it and starts a new generation`() async throws {
    let before = session.generation
    #expect(try await open(.success(.taro)) == .taro)
    #expect(session.current == .taro)
    #expect(session.generation != before)
    #expect(storage.saved.load() == .taro)
  }

  enum Overtaking: CaseIterable {
    case signOut, signIn, laterSignInThatFails, opening
  }

  @Test(arguments: Overtaking.allCases)
  func `A sign-in that is overtaken opens nothing and hands its session over to be closed`(
    _ overtaking: Overtaking
  ) async throws {
    let signIn = HoldingUseCase<Void, StoredSession, SampleError>("sign-in")
    let (overtaken, errors) = (Log<StoredSession>(), Log<SampleError>())
    let opening = StartedAction { [session] in
      do throws(SampleError) {
        _ = try await session.open(signIn.execute, onOvertaken: overtaken.append)
      } catch {
        errors.append(error)
      }
    }
    switch overtaking {
    case .signOut: _ = await session.close()
    case .signIn: _ = try await open(.success(.hanako))
    case .opening: await session.begin(.hanako)
    case .laterSignInThatFails: _ = try? await open(.failure(.noNetwork))
    }
    let (current, generation) = session.snapshot
    try signIn.succeed(with: .taro)
    try await opening.finish()
    #expect(overtaken.values == [.taro])
    #expect(errors.values == [.cancelled])
    #expect(session.current == current)
    #expect(session.generation == generation)
    #expect(storage.saved.load() == current)
  }

  @Test func `A restore opens the stored session in the same generation`() async throws {
    storage.saved.save(.taro)
    let before = session.generation
    #expect(try await session.restore() == .taro)
    #expect(session.current == .taro)
    #expect(session.generation == before)
    #expect(storage.writes.values == [])
  }

  @Test func `A restore does not replace an open session`() async throws {
    await session.begin(.hanako)
    storage.saved.save(.taro)
    #expect(try await session.restore() == .hanako)
    #expect(session.current == .hanako)
  }

  @Test(arguments: Overtaking.allCases)
  func `A restore that a sign-in or sign-out overtakes opens nothing`(_ overtaking: Overtaking) async throws {
    storage.saved.save(.taro)
    storage.loading.close()
    let restored = Task { try await session.restore() }
    await storage.loading.arrived()
    let signIn = HoldingUseCase<Void, StoredSession, SampleError>("sign-in")
    let action = StartedAction { [session] in
      switch overtaking {
      case .signOut: _ = await session.close()
      case .opening: await session.begin(.hanako)
      case .signIn, .laterSignInThatFails:
        _ = try? await session.open(signIn.execute) { _ in Issue.record("overtaken") }
      }
    }
    storage.loading.open()
    #expect(try await restored.value == nil)
    switch overtaking {
    case .signOut, .opening: break
    case .signIn: try signIn.succeed(with: .hanako)
    case .laterSignInThatFails: try signIn.fail(with: .noNetwork)
    }
    try await action.finish()
    let expected: StoredSession? = [.opening, .signIn].contains(overtaking) ? .hanako : nil
    #expect(session.current == expected)
  }

  @Test func `A restore waits for the write in progress`() async throws {
    await session.begin(.taro)
    storage.clearing.close()
    let closed = Task { await session.close() }
    await storage.clearing.arrived()
    let restored = Log<User?>()
    let restore = StartedAction { [session] in restored.append(try? await session.restore()) }
    storage.clearing.open()
    try await restore.finish()
    #expect(await closed.value == .taro)
    #expect(restored.values == [nil])
  }

  @Test func `A storage that fails is reported, and the session continues in memory`() async {
    let failures = Log<SessionStorageError>()
    let session = Session(storage: BrokenStorage()) { failures.append($0) }
    await #expect(throws: SessionStorageError.damaged(reason: "broken")) { try await session.restore() }
    await session.begin(.taro)
    #expect(session.current == .taro)
    #expect(await session.close() == .taro)
    #expect(session.current == nil)
    #expect(failures.values == [.notWritten(reason: "full"), .notWritten(reason: "locked")])
  }

  @Test func `A renewal saves the user once, and keeps the token and the generation`() async {
    await session.begin(.taro)
    let before = session.generation
    let renamed = User(id: User.taro.id, name: "次郎", email: "jiro@example.com", lastLoginDate: .sample)
    for _ in 1...2 { #expect(await session.renew(renamed)) }
    #expect(session.current == StoredSession(user: renamed, accessToken: StoredSession.taro.accessToken))
    #expect(session.generation == before)
    #expect(storage.saved.load() == session.current)
    #expect(storage.writes.values == ["save", "saved", "save", "saved"])
  }

  @Test(arguments: [nil, StoredSession.taro])
  func `A renewal of a user who is not signed in changes nothing`(_ current: StoredSession?) async {
    if let current { await session.begin(current) }
    #expect(await !session.renew(.hanako))
    #expect(session.current == current)
  }

  @Test func `A session is closed before its removal is written`() async {
    await session.begin(.taro)
    storage.clearing.close()
    let before = session.generation
    let closed = Task { await session.close() }
    await storage.clearing.arrived()
    #expect(session.current == nil)
    #expect(session.generation != before)
    #expect(storage.saved.load() == .taro)
    storage.clearing.open()
    #expect(await closed.value == .taro)
    #expect(storage.saved.load() == nil)
  }

  @Test func `Closing without a user removes the session of an earlier launch`() async {
    storage.saved.save(.taro)
    #expect(await session.close() == nil)
    #expect(storage.saved.load() == nil)
  }

  @Test func `Ending a session signs out, removes it and calls the last handler once`() async {
    let calls = Log<String>()
    session.onEnd { calls.append("first handler") }
    session.onEnd { calls.append("second handler") }
    await session.begin(.taro)
    let generation = session.generation
    await session.end(generation)
    await session.end(generation)
    #expect(calls.values == ["second handler"])
    #expect(session.current == nil)
    #expect(session.generation != generation)
    #expect(storage.saved.load() == nil)
  }

  @Test func `The handler is not called where a user has signed in again by then`() async throws {
    session.onEnd { Issue.record("The handler was called.") }
    await session.begin(.taro)
    let signIns = Log<StartedAction>()
    let observation = session.onUserChange { [session] in
      if session.current == nil { signIns.append(StartedAction { await session.begin(.hanako) }) }
    }
    await session.end(session.generation)
    for signIn in signIns.values { try await signIn.finish() }
    #expect(session.current == .hanako)
    #expect(storage.saved.load() == .hanako)
    withExtendedLifetime(observation) {}
  }

  @Test func `Changes are written one at a time, and each writes the latest state`() async throws {
    storage.saving.close()
    let opened = Task { await session.begin(.taro) }
    await storage.saving.arrived()
    let changes = [
      StartedAction { [session] in await session.begin(.hanako) },
      StartedAction { [session] in #expect(await session.close() == .hanako) },
    ]
    #expect(session.current == nil)
    storage.saving.open()
    await opened.value
    for change in changes { try await change.finish() }
    #expect(storage.writes.values == ["save", "saved", "clear", "cleared", "clear", "cleared"])
    #expect(storage.saved.load() == nil)
  }

  @Test func `An observer is called with each change of the user, before it returns, until its release`() async throws {
    storage.saved.save(.taro)
    let log = Log<User.ID?>()
    do {
      let observation = session.onUserChange { [session] in log.append(session.current?.user.id) }
      _ = try await session.restore()
      #expect(log.values == ["user-1"])
      await session.begin(.hanako)
      #expect(log.values == ["user-1", "user-2"])
      _ = await session.close()
      #expect(log.values == ["user-1", "user-2", nil])
      await session.begin(.taro)
      await session.begin(.taro)
      let renamed = User(id: User.taro.id, name: "次郎", email: User.taro.email, lastLoginDate: .sample)
      #expect(await session.renew(renamed))
      await session.end(session.generation)
      #expect(log.values == ["user-1", "user-2", nil, "user-1", nil])
      withExtendedLifetime(observation) {}
    }
    await session.begin(.taro)
    #expect(log.values.count == 5)
  }
}

/// A storage whose calls wait at gates, and that logs when each write begins and ends.
private final class GatedStorage: SessionStorage {
  let loading = Gate(), saving = Gate(), clearing = Gate()
  let saved = InMemorySessionStorage()
  let writes = Log<String>()

  func load() async -> StoredSession? {
    let session = saved.load()
    await loading.pass()
    return session
  }

  func save(_ session: StoredSession) async {
    writes.append("save")
    await saving.pass()
    saved.save(session)
    writes.append("saved")
  }

  func clear() async {
    writes.append("clear")
    await clearing.pass()
    saved.clear()
    writes.append("cleared")
  }
}

private struct BrokenStorage: SessionStorage {
  func load() throws(SessionStorageError) -> StoredSession? { throw .damaged(reason: "broken") }
  func save(_ session: StoredSession) throws(SessionStorageError) { throw .notWritten(reason: "full") }
  func clear() throws(SessionStorageError) { throw .notWritten(reason: "locked") }
}
