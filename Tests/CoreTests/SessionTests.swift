import Core
import Dispatch
import StoreExploring
import TestSupport
import Testing

@testable import Core

private enum SampleError: FeatureError {
  case noNetwork, notAuthorized, cancelled
  case rateLimited(retryAfter: Duration?)
  case serverError(reason: String)
}

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

  /// Opens a session whose server answers at once.
  private func open(_ stored: StoredSession) async throws(SampleError) -> User {
    try await session.open { () throws(SampleError) in
      stored
    } onOvertaken: { _ in
      Issue.record("overtaken")
    }
  }

  // MARK: Opening

  @Test func `A session has no user before it is opened or restored`() {
    storage.saved.save(.taro)
    #expect(session.current == nil)
  }

  @Test func `Opening a session saves it and starts a new generation`() async throws {
    let before = session.generation
    #expect(try await open(.taro) == .taro)
    #expect(session.current == .taro)
    #expect(session.generation != before)
    #expect(storage.saved.load() == .taro)
  }

  @Test func `A sign-in that fails changes nothing`() async throws {
    _ = try await open(.taro)
    let before = session.generation
    await #expect(throws: SampleError.noNetwork) {
      try await session.open { () throws(SampleError) in
        throw .noNetwork
      } onOvertaken: { _ in
      }
    }
    #expect(session.current == .taro)
    #expect(session.generation == before)
    #expect(storage.writes.values == ["save", "saved"])
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
        _ = try await session.open { () async throws(SampleError) in
          try await signIn.execute()
        } onOvertaken: {
          overtaken.append($0)
        }
      } catch {
        errors.append(error)
      }
    }
    switch overtaking {
    case .signOut: _ = await session.close()
    case .signIn: _ = try await open(.hanako)
    case .opening: await session.begin(.hanako)
    case .laterSignInThatFails:
      _ = try? await session.open { () throws(SampleError) in
        throw .noNetwork
      } onOvertaken: { _ in
      }
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

  // MARK: Restoring

  @Test func `A restore opens the stored session in the same generation`() async throws {
    storage.saved.save(.taro)
    let before = session.generation
    #expect(try await session.restore() == .taro)
    #expect(session.current == .taro)
    #expect(session.generation == before)
    #expect(storage.writes.values == [])
  }

  @Test func `A restore without a stored session returns nil`() async throws {
    #expect(try await session.restore() == nil)
    #expect(session.current == nil)
  }

  @Test func `A restore does not replace an open session`() async throws {
    _ = try await open(.hanako)
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
        _ = try? await session.open { () async throws(SampleError) in
          try await signIn.execute()
        } onOvertaken: { _ in
          Issue.record("overtaken")
        }
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
    _ = try await open(.taro)
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

  // MARK: Renewing

  @Test func `A renewal saves the user and keeps the token and the generation`() async {
    await session.begin(.taro)
    let before = session.generation
    let renamed = User(id: User.taro.id, name: "次郎", email: "jiro@example.com", lastLoginDate: .sample)
    #expect(await session.renew(renamed))
    #expect(session.current == StoredSession(user: renamed, accessToken: StoredSession.taro.accessToken))
    #expect(session.generation == before)
    #expect(storage.saved.load() == session.current)
  }

  @Test func `A renewal with the same user writes nothing`() async {
    await session.begin(.taro)
    #expect(await session.renew(.taro))
    #expect(storage.writes.values == ["save", "saved"])
  }

  @Test(arguments: [nil, StoredSession.taro])
  func `A renewal of a user who is not signed in changes nothing`(_ current: StoredSession?) async {
    if let current { await session.begin(current) }
    #expect(await !session.renew(.hanako))
    #expect(session.current == current)
  }

  // MARK: Closing and ending

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

  @Test func `The end of an earlier generation does not end the current session`() async {
    session.onEnd { Issue.record("The handler was called.") }
    await session.begin(.taro)
    let earlier = session.generation
    await session.begin(.hanako)
    await session.end(earlier)
    #expect(session.current == .hanako)
  }

  @Test func `The handler is not called where a user has signed in again by then`() async {
    session.onEnd { Issue.record("The handler was called.") }
    await session.begin(.taro)
    let generation = session.generation
    let queue = QueueExecutor()
    let end = Task(executorPreference: queue) { @concurrent [session] in await session.end(generation) }
    // The end waits for the main actor, which is busy here.
    queue.waitUntilIdle()
    #expect(session.current == nil)
    let opened = StartedAction { [session] in await session.begin(.hanako) }
    #expect(session.current == .hanako)
    await end.value
    await opened.waitUntilSuspended()
    #expect(session.current == .hanako)
    #expect(storage.saved.load() == .hanako)
  }

  // MARK: Writing

  @Test func `Changes are written one at a time, and the last write is the last state`() async {
    storage.saving.close()
    let opened = Task { await session.begin(.taro) }
    await storage.saving.arrived()
    let closed = [Task { await session.close() }, Task { await session.close() }]
    storage.saving.open()
    await opened.value
    var sessions: [StoredSession] = []
    for close in closed {
      if let session = await close.value { sessions.append(session) }
    }
    #expect(sessions == [.taro])
    #expect(storage.writes.values == ["save", "saved", "clear", "cleared", "clear", "cleared"])
    #expect(storage.saved.load() == nil)
  }

  @Test func `Concurrent changes leave the same session in memory and in the storage`() async {
    for _ in 0..<20 {
      await withTaskGroup { group in
        for number in 0..<30 {
          group.addTask { @concurrent [session] in
            switch number % 4 {
            case 0: _ = await session.close()
            case 1: await session.end(session.generation)
            case 2: _ = try? await session.restore()
            default: await session.begin(number.isMultiple(of: 8) ? .taro : .hanako)
            }
          }
        }
      }
      #expect(storage.saved.load() == session.current)
    }
    let writes = storage.writes.values
    #expect(zip(writes, writes.dropFirst()).allSatisfy { $0.hasSuffix("ed") != $1.hasSuffix("ed") })
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

/// Runs tasks on a queue, so that a test can wait without leaving its actor until they have left the queue.
private final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "QueueExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  func waitUntilIdle() {
    queue.sync {}
  }
}
