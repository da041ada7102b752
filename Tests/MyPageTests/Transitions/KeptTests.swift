import Core
import MyPage
import StoreExploring
import TestSupport
import Testing

/// A launch after one that has shown a profile.
@MainActor
struct KeptTests {
  private let backend = FakeBackend(FakeConfiguration(sessions: [.taro], now: { .sample }))
  private let snapshots = InMemorySnapshotStorage(now: { .sample })
  private let session = Session(storage: InMemorySessionStorage())

  private func launch() async -> MyPageStore {
    await session.begin(.taro)
    return MyPageStore(
      client: FakeAPIClient(backend: backend), session: session, flags: InMemorySavedFlagStorage(),
      snapshots: snapshots, messages: .english, now: { .sample })
  }

  private func launchOffline() async throws -> MyPageStore {
    try backend.fail(.get, "/v1/profile", with: .fail(.offline))
    return await launch()
  }

  @Test func `The profile that was shown last is shown first, with its date, until the server has answered`() async {
    await launch().save(name: "Taro", gender: 1)
    let store = await launch()
    let states = StoreRecorder().record(store, \.state)
    await store.load()
    #expect(states.values.map { $0.content?.profile?.name } == [nil, "Taro", "Taro"])
    #expect(states.values.map { $0.content?.keptAt } == [nil, .sample, nil])
  }

  @Test func `Without a network the kept profile stays, with the reason, and can be changed`() async throws {
    await launch().save(name: "Taro", gender: 1)
    let store = try await launchOffline()
    await store.load()
    #expect(store.state.content?.keptAt == .sample)
    #expect(store.notice?.kind == .failure)
    #expect(store.state.content?.isRegisterOffered == false)
    await store.load()
    #expect(store.state.content?.keptAt == nil)
  }

  @Test func `A profile that was deleted is not shown`() async throws {
    let first = await launch()
    await first.save(name: "Taro", gender: 1)
    await first.deleteProfile()
    let store = try await launchOffline()
    await store.load()
    #expect(store.state.content == nil)
  }
}
