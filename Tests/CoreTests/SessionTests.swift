import CoreTesting
import StoreExploring
import Synchronization
import TestSupport
import Testing

@testable import Core

@MainActor
struct SessionTests {
  private let storage = GatedStorage()
  private let session: Session

  init() {
    session = Session(storage: storage)
    storage.writing.open()
    storage.loading.open()
    storage.returning.open()
  }

  /// Signs in at a server that answers at once.
  private func open(_ answer: Result<StoredSession, SampleError>) async throws(SampleError) -> User {
    try await session.open(answer.get) { _ in Issue.record("overtaken") }
  }

  @Test func `Overlong users and tokens, and empty tokens, are refused at a sign-in and a renewal`() async throws {
    func text(_ size: Int) -> String { String(repeating: "x", count: size) }
    func session(
      _ id: Int = 1, _ name: Int = 1, _ email: Int = 1, access: Int = 1, refresh: Int = 1
    ) -> StoredSession {
      StoredSession(
        user: User(id: text(id), name: text(name), email: text(email)), accessToken: Secret(text(access)),
        refreshToken: Secret(text(refresh)))
    }
    let tooLong = "The server sent an identifier, a name or an address of more than 1 KiB."
    let unusable = "The server sent unusable tokens."
    let usable = session(1, 1_024, 1_024, access: 10_240, refresh: 10_240)
    _ = try await open(.success(usable))
    for (refused, reason) in [
      (session(1_025), tooLong), (session(1, 1_025), tooLong), (session(1, 1, 1_025), tooLong),
      (session(access: 10_241), unusable), (session(refresh: 10_241), unusable), (session(access: 0), unusable),
    ] {
      func read() async throws(SampleError) -> StoredSession { refused }
      await #expect(throws: SampleError.serverError(reason: reason)) { try await open(.success(refused)) }
      await #expect(throws: SampleError.serverError(reason: reason)) { try await self.session.renew(read) }
    }
    #expect(self.session.current == usable)
    _ = try await open(.success(session(1_024)))
  }

  @Test func `A sign-in that is overtaken is cancelled and hands its session over to be closed`() async throws {
    let signIn = HoldingUseCase<Void, StoredSession, SampleError>("sign-in")
    let (overtaken, errors) = (Log<StoredSession>(), Log<SampleError>())
    let opening = StartedAction { [session] in
      do throws(SampleError) {
        _ = try await session.open(signIn.execute, onOvertaken: overtaken.append)
      } catch {
        errors.append(error)
      }
    }
    await session.begin(.hanako)
    try signIn.succeed(with: .taro)
    try await opening.finish()
    #expect(overtaken.values == [.taro])
    #expect(errors.values == [.cancelled])
    #expect(session.current == .hanako)
  }

  @Test func `A restore that a sign-out overtakes opens nothing`() async throws {
    storage.saved.update { _ in .taro }
    storage.loading.close()
    let restored = Task { try await session.restore() }
    await storage.loading.arrived()
    let closing = StartedAction { [session] in _ = await session.close() }
    storage.loading.open()
    #expect(try await restored.value == nil)
    try await closing.finish()
    #expect(session.current == nil)
    #expect(storage.saved.load() == nil)
  }

  @Test func `A restore waits for the write in progress`() async throws {
    await session.begin(.taro)
    storage.writing.close()
    let closed = Task { await session.close() }
    await storage.writing.arrived()
    let restored = Log<User?>()
    let restore = StartedAction { [session] in restored.append(try? await session.restore()) }
    storage.writing.open()
    try await restore.finish()
    #expect(await closed.value == .taro)
    #expect(restored.values == [nil])
  }

  @Test func `A storage that fails is reported until the release, and the session continues in memory`() async {
    let failures = Log<SessionStorageError>()
    let session = Session(storage: BrokenStorage())
    let observation = session.onStorageFailure { failures.append($0) }
    await #expect(throws: SessionStorageError.damaged(reason: "broken")) { try await session.restore() }
    await session.begin(.taro)
    let renamed = User(id: User.taro.id, name: "次郎", email: "jiro@example.com", lastLoginDate: .sample)
    #expect(await session.renew(renamed))
    #expect(session.current?.user == renamed)
    #expect(await session.close()?.user == renamed)
    #expect(session.current == nil)
    #expect(failures.values == Array(repeating: .notWritten(reason: "full"), count: 3))
    withExtendedLifetime(observation) {}
  }

  @Test func `A restore while signed in saves what could not be saved`() async throws {
    let storage = FillingStorage()
    let session = Session(storage: storage)
    storage.isFull.store(true, ordering: .relaxed)
    await session.begin(.taro)
    #expect(try await session.restore() == .taro)
    #expect(storage.load() == nil)
    storage.isFull.store(false, ordering: .relaxed)
    #expect(try await session.restore() == .taro)
    #expect(storage.load() == .taro)
  }

  @Test func `A renewal of another user, or that a sign-in overtakes, is cancelled and changes nothing`() async {
    await session.begin(.taro)
    func readAnother() async throws(SampleError) -> StoredSession { .hanako }
    func readLate() async throws(SampleError) -> StoredSession {
      await session.begin(.taro)
      return StoredSession(user: .taro, accessToken: Secret("late"))
    }
    func readWhatIsOlder() async throws(SampleError) -> StoredSession {
      let renamed = User(id: User.taro.id, name: "次郎", email: User.taro.email, lastLoginDate: .sample)
      #expect(await session.renew(renamed))
      return .taro
    }
    await #expect(throws: SampleError.cancelled) { try await session.renew(readWhatIsOlder) }
    #expect(session.current?.user.name == "次郎")
    await session.begin(.taro)
    await #expect(throws: SampleError.cancelled) { try await session.renew(readAnother) }
    await #expect(throws: SampleError.cancelled) { try await session.renew(readLate) }
    #expect(session.current == .taro)
  }

  @Test func `A repository says which user is the same where the server changes identifiers`() async throws {
    await session.begin(.taro)
    let moved = StoredSession(user: User(id: "jiro", name: "次郎", email: User.taro.email), accessToken: nil)
    func read() async throws(SampleError) -> StoredSession { moved }
    #expect(try await session.renew(read) { $0.email == $1.email } == moved.user)
    #expect(session.current?.user == moved.user)
    #expect(storage.saved.load() == session.current)
  }

  @Test func `Observers hear of a changed user before it is saved, and of nothing else`() async throws {
    await session.begin(.taro)
    let renamed = User(id: "jiro", name: "次郎", email: User.taro.email)
    let heard = Log<[User?]>()
    let observation = session.onUserRenewal { [storage] former, renewed in
      heard.append([former, renewed, storage.saved.load()?.user])
    }
    func read() async throws(SampleError) -> StoredSession { StoredSession(user: renamed, accessToken: nil) }
    await #expect(throws: SampleError.cancelled) { try await session.renew(read) }
    #expect(await session.renew(.taro, accessToken: Secret("new")))
    #expect(heard.values == [])
    for _ in 1...2 { _ = try await session.renew(read) { $0.email == $1.email } }
    #expect(heard.values == [[.taro, renamed, .taro]])
    #expect(storage.saved.load()?.user == renamed)
    withExtendedLifetime(observation) {}
  }

  @Test func `A session is closed before its removal is written`() async {
    await session.begin(.taro)
    storage.writing.close()
    let before = session.generation
    let closed = Task { await session.close() }
    await storage.writing.arrived()
    #expect(session.current == nil)
    #expect(session.generation != before)
    #expect(storage.saved.load() == .taro)
    storage.writing.open()
    #expect(await closed.value == .taro)
    #expect(storage.saved.load() == nil)
  }

  @Test func `A sign-in that a sign-out overtakes while it is saved is cancelled`() async throws {
    storage.writing.close()
    let errors = Log<SampleError>()
    let opening = Task {
      do throws(SampleError) {
        _ = try await open(.success(.taro))
      } catch {
        errors.append(error)
      }
    }
    await storage.writing.arrived()
    let closing = StartedAction { [session] in _ = await session.close() }
    storage.writing.open()
    await opening.value
    try await closing.finish()
    #expect(errors.values == [.cancelled])
  }

  @Test func `A sign-out while a storage has saved, but not returned, is no sign-in again`() async throws {
    await session.begin(.taro)
    storage.returning.close()
    let renewal = Task { [session] in await session.renew(.taro, accessToken: Secret("new")) }
    await storage.returning.arrived()
    let closing = StartedAction { [session] in _ = await session.close() }
    storage.returning.open()
    _ = await renewal.value
    try await closing.finish()
    #expect(session.current == nil)
    #expect(storage.saved.load() == nil)
  }

  @Test func `Changes are written one at a time, and each writes the latest state`() async throws {
    storage.writing.close()
    let opened = Task { await session.begin(.taro) }
    await storage.writing.arrived()
    let changes = [
      StartedAction { [session] in await session.begin(.hanako) },
      StartedAction { [session] in #expect(await session.close() == .hanako) },
    ]
    #expect(session.current == nil)
    storage.writing.open()
    await opened.value
    for change in changes { try await change.finish() }
    #expect(storage.writes.values == [nil, nil, nil])
    #expect(storage.saved.load() == nil)
  }

  @Test func `An observer is called with each change of the user, before it returns, until its release`() async throws {
    storage.saved.update { _ in .taro }
    let log = Log<User.ID?>()
    do {
      let observation = session.onUserChange { [session] in log.append(session.current?.user.id) }
      _ = try await session.restore()
      #expect(log.values == ["user-1"])
      await session.begin(.hanako)
      #expect(log.values == ["user-1", "user-2"])
      _ = await session.close()
      #expect(log.values == ["user-1", "user-2", nil])
      withExtendedLifetime(observation) {}
    }
    await session.begin(.hanako)
    #expect(log.values.count == 3)
  }
}

/// A storage whose calls wait at gates, and that logs what is saved after each write.
private final class GatedStorage: SessionStorage {
  let loading = Gate(), writing = Gate(), returning = Gate()
  let saved = InMemorySessionStorage()
  let writes = Log<StoredSession?>()

  func load() async -> StoredSession? {
    let session = saved.load()
    await loading.pass()
    return session
  }

  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) async -> StoredSession? {
    await writing.pass()
    let session = saved.update(change)
    writes.append(session)
    await returning.pass()
    return session
  }
}

/// A storage that can be read, and written unless it is full.
private final class FillingStorage: SessionStorage {
  let isFull = Atomic(false)
  private let saved = InMemorySessionStorage()

  func load() -> StoredSession? { saved.load() }

  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) throws(SessionStorageError) -> StoredSession? {
    if isFull.load(ordering: .relaxed) { throw .notWritten(reason: "full") }
    return saved.update(change)
  }
}

/// A storage that can be neither read nor written.
struct BrokenStorage: SessionStorage {
  func load() throws(SessionStorageError) -> StoredSession? { throw .damaged(reason: "broken") }
  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) throws(SessionStorageError) -> StoredSession? {
    throw .notWritten(reason: "full")
  }
}
