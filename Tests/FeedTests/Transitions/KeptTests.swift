import Core
import CoreTesting
import Foundation
import StoreExploring
import Synchronization
import TestSupport
import Testing

@testable import Feed

/// A launch after one that has shown a timeline.
@MainActor
struct KeptTests {
  private let backend = FakeBackend(
    FakeConfiguration(accounts: [.taro, .hanako], sessions: [.taro, .hanako], now: { .sample }))
  private let clock = Clock()
  private let snapshots: InMemorySnapshotStorage
  private let session = Session(storage: InMemorySessionStorage())

  init() {
    snapshots = InMemorySnapshotStorage(now: { [clock] in clock.now })
  }

  private func launch(_ user: StoredSession = .taro) async -> FeedStore {
    await session.begin(user)
    return FeedStore(
      client: FakeAPIClient(backend: backend), session: session, snapshots: snapshots, messages: .english)
  }

  private func launchOffline() async throws -> FeedStore {
    try backend.fail(.get, "/v1/timeline", with: .fail(.offline))
    return await launch()
  }

  @Test func `What was shown last is shown first, with its date, until the server has answered`() async throws {
    let first = await launch()
    await first.load()
    await first.loadMore()
    let store = await launch()
    let states = StoreRecorder().record(store, \.state)
    await store.load()
    let shown = states.values.map { $0.content.map { ($0.keptAt, $0.reading, $0.posts.count) } }
    #expect(shown.map { $0?.0 } == [nil, .sample, .sample, nil])
    #expect(shown.map { $0?.1 } == [nil, .idle, .refreshing, .idle])
    #expect(shown.map { $0?.2 } == [nil, 20, 20, 20])
    #expect(store.state.content?.posts.map(\.id) == first.state.content?.posts.prefix(20).map(\.id))
    #expect(store.state.hasMore)
    #expect(store.timelines.all == first.timelines.all)
    #expect(store.state.content?.unread == [])
  }

  @Test func `Without a network what was kept stays, with the reason, and is read again by the next load`() async throws
  {
    await launch().load()
    let store = try await launchOffline()
    await store.load()
    #expect(store.state.content?.keptAt == .sample)
    #expect(store.state.content?.reading == .idle)
    #expect(store.state.content?.posts.count == 20)
    #expect(store.notice?.text == "Check your network connection.")
    await store.load()
    #expect(store.state.content?.keptAt == nil)
    #expect(store.notice == nil)
  }

  @Test func `The timeline that was chosen last is shown`() async throws {
    let first = await launch()
    await first.load()
    await first.select(timeline: .list("swift"))
    let store = try await launchOffline()
    await store.load()
    #expect(store.timelines.chosen == .list("swift"))
    #expect(store.timelines.chosenTitle == "Swift")
    #expect(store.state.content?.posts.count == 7)
  }

  @Test func `A link to the timeline that was kept shows it, and one to another timeline does not`() async throws {
    await launch().load()
    let store = try await launchOffline()
    await store.select(timeline: nil)
    #expect(store.state.content?.keptAt == .sample)
    let other = await launch()
    let states = StoreRecorder().record(other, \.state)
    await other.select(timeline: .list("swift"))
    #expect(states.values.map { $0.content?.posts.count } == [nil, nil, 7])
  }

  @Test func `A like is kept with the date of its page, and a thread is not`() async throws {
    let first = await launch()
    await first.load()
    clock.advance(seconds: 60)
    let posts = try #require(first.state.content?.posts)
    await first.react(.like, to: posts[1].id)
    await first.select(timeline: .thread(of: posts[2].id))
    let store = try await launchOffline()
    await store.load()
    #expect(store.timelines.chosen == nil)
    #expect(store.state.content?.posts.first { $0.id == posts[1].id }?.isLiked == true)
    #expect(store.state.content?.posts.count == 20)
    #expect(store.state.content?.keptAt == .sample)
  }

  @Test func `What waits for a network, and what the user has posted, is shown with what was kept`() async throws {
    let drafts = InMemoryDraftStorage()
    let first = await launch()
    let outbox = OutboxStore(
      client: FakeAPIClient(backend: backend), session: session, drafts: drafts, snapshots: snapshots,
      messages: .english)
    await first.load()
    let posts = try #require(first.state.content?.posts)
    await outbox.post(text: "mine")
    drafts.apply(.react(PostReaction(.like, to: posts[0].id)), for: User.taro.id)
    drafts.apply(.react(PostReaction(.delete, to: posts[1].id)), for: User.taro.id)
    try backend.fail(.get, "/v1/timeline", with: .fail(.offline))
    let store = FeedStore(
      client: FakeAPIClient(backend: backend), session: session, drafts: drafts, snapshots: snapshots,
      messages: .english)
    let states = StoreRecorder().record(store, \.state)
    await store.load()
    let shown = try #require(store.state.content?.posts)
    #expect(shown.map(\.text) == ["mine", posts[0].text] + posts.dropFirst(2).prefix(18).map(\.text))
    #expect(shown[1].isLiked)
    #expect(states.values.dropFirst().allSatisfy { $0.content?.posts == shown })
  }

  @Test func `A post that is gone, and one whose like has failed, are kept as they are shown`() async throws {
    let first = await launch()
    await first.load()
    let posts = try #require(first.state.content?.posts)
    try backend.fail(.put, "/v1/posts/\(posts[0].id)/like", with: .status(404))
    await first.react(.like, to: posts[0].id)
    try backend.fail(.put, "/v1/posts/\(posts[1].id)/like", with: .status(503))
    await first.react(.like, to: posts[1].id)
    let store = try await launchOffline()
    await store.load()
    #expect(store.state.content?.posts.map(\.id) == first.state.content?.posts.map(\.id))
    #expect(store.state.content?.posts.first?.isLiked == false)
  }

  @Test func `The next page of what was kept is the newest one`() async throws {
    await launch().load()
    let store = try await launchOffline()
    await store.load()
    await store.loadMore()
    #expect(store.state.content?.keptAt == nil)
    #expect(backend.requests.last { $0.path == "/v1/timeline" }?.query.map(\.name) == ["limit"])
    await store.loadMore()
    #expect(store.state.content?.posts.count == 40)
  }

  @Test func `Another user is shown nothing of it, and neither is one whose snapshots were removed`() async throws {
    await launch().load()
    try backend.fail(.get, "/v1/timeline", with: .fail(.offline), times: 2)
    let other = await launch(.hanako)
    await other.load()
    #expect(other.state == .error("Check your network connection."))
    snapshots.removeAll(for: User.taro.id)
    let store = await launch()
    await store.load()
    #expect(store.state == .error("Check your network connection."))
  }

  @Test func `What was kept of a user who has signed out meanwhile is not shown`() async throws {
    await launch().load()
    let kept = snapshots.load(KeptFeed.self, for: User.taro.id)
    let reading = HoldingUseCase<Void, Snapshot<KeptFeed>?, Never>("snapshot")
    let store = FeedStore(
      client: FakeAPIClient(backend: backend), session: session, snapshots: HeldSnapshots(reading: reading),
      messages: .english)
    let states = StoreRecorder().record(store, \.state)
    let load = StartedAction { await store.load() }
    await load.waitUntilSuspended()
    await session.begin(.hanako)
    try reading.succeed(with: kept)
    try await load.finish()
    #expect(states.values.allSatisfy { $0.content?.keptAt == nil })
    #expect(store.state.content?.posts.count == 20)
  }
}

/// A storage whose snapshot waits until the test returns it.
private struct HeldSnapshots: SnapshotStorage {
  let reading: HoldingUseCase<Void, Snapshot<KeptFeed>?, Never>

  func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) async -> Snapshot<Content>? {
    await reading.execute() as? Snapshot<Content>
  }

  func keep<Content: SnapshotContent>(_ content: Content?, for userID: User.ID) {}

  func change<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (inout Content) -> Void
  ) {}

  func removeAll(for userID: User.ID) {}
}

private final class Clock: Sendable {
  private let seconds = Mutex<Double>(0)

  var now: Date { .sample + seconds.withLock { $0 } }

  func advance(seconds: Double) {
    self.seconds.withLock { $0 += seconds }
  }
}
