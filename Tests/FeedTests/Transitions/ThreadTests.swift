import Core
import StoreExploring
import TestSupport
import Testing

@testable import Feed

/// The thread of a post, which is read as a timeline.
@MainActor
struct ThreadTests {
  private static let thread = Timeline.ID.thread(of: "4")

  /// The thread of post 4, which answers 3: the replies are 5 and 6.
  private func page(next: String? = nil) -> FeedPage {
    FeedPage(
      posts: [.sample(3), .sample(4, replyTo: 3), .sample(6, replyTo: 4), .sample(5, replyTo: 4)], nextCursor: next,
      order: .ranked)
  }

  private func open(_ feed: FeedHarness) -> StartedAction {
    feed.start("thread") { await $0.select(timeline: Self.thread) }
  }

  private func opened() async throws -> FeedHarness {
    let feed = try await FeedHarness(.loaded)
    try await feed.finish(open(feed), .success(page()))
    return feed
  }

  private func ids(_ feed: FeedHarness) -> [String] { feed.store.state.posts.map(\.id) }

  @Test func `A thread is read as a timeline, keeps the order of the conversation, and ends with its last page`()
    async throws
  {
    let feed = try await FeedHarness(.loaded)
    try await feed.expect([.loaded(), .loading, .loaded(FeedContent(page(next: "5")))]) {
      let open = open(feed)
      #expect(feed.pages.calls == [FeedPageRequest(timeline: Self.thread)])
      try await feed.finish(open, .success(page(next: "5")))
    }
    let more = feed.start(.loadMore)
    #expect(feed.pages.calls == [FeedPageRequest(timeline: Self.thread, cursor: "5")])
    try await feed.finish(more, .success(FeedPage(posts: [.sample(7)], nextCursor: nil, order: .ranked)))
    #expect(ids(feed) == ["3", "4", "6", "5", "7"])
    #expect(feed.store.timelines.chosen?.post == "4")
  }

  @Test func `Back from a thread, the timeline is as it was left, without a request`() async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.finish(feed.start(.loadMore), .success(.sample([2, 1], next: 1)))
    try await feed.finish(open(feed), .success(page()))
    let other = feed.start("thread") { await $0.select(timeline: .thread(of: "5")) }
    try await feed.finish(other, .success(FeedPage(posts: [.sample(5)], nextCursor: nil, order: .ranked)))
    let left = FeedState.loaded([5, 4, 3, 2, 1], next: 1)
    let thread = feed.store.state
    try await feed.expect([thread, left]) { try await feed.start("back") { await $0.select(timeline: nil) }.finish() }
    #expect(feed.store.timelines.chosen == nil)
    #expect(feed.waiting == 0)
    let more = feed.start(.loadMore)
    #expect(feed.pages.calls == [FeedPageRequest(cursor: "1")])
    try await feed.finish(more, .success(.sample([0])))
    #expect(feed.store.state == .loaded([5, 4, 3, 2, 1, 0]))
  }

  @Test func `Back from a thread that was refreshed, the timeline is refreshed where it was left`() async throws {
    let feed = try await opened()
    try await feed.finish(feed.start(.refresh), .success(page()))
    let back = feed.start("back") { await $0.select(timeline: nil) }
    #expect(ids(feed) == ["5", "4", "3"])
    #expect(feed.pages.calls == [FeedPageRequest()])
    try await feed.finish(back, .success(.sample([6, 5, 4], next: 4)))
    #expect(ids(feed) == ["6", "5", "4", "3"])
    try await feed.finish(open(feed), .success(page()))
    try await feed.start("back") { await $0.select(timeline: nil) }.finish()
    #expect(feed.waiting == 0)
  }

  @Test func `Back before a thread is read, the timeline is shown at once, and the response is ignored`() async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.expect([.loaded(), .loading, .loaded()]) {
      let open = open(feed)
      try await feed.start("back") { await $0.select(timeline: nil) }.finish()
      try await feed.finish(open, .success(page()))
    }
    #expect(feed.store.timelines.chosen == nil)
  }

  @Test func `What is liked, deleted and sent in a thread is on the timeline that the user goes back to`() async throws
  {
    let feed = try await opened()
    let like = feed.start("like") { await $0.react(.like, to: "5") }
    var liked = Post.sample(5, replyTo: 4)
    (liked.likes, liked.isLiked) = (1, true)
    try feed.likes.succeed(with: liked)
    try await like.finish()
    let failed = feed.start("delete") { await $0.react(.delete, to: "3") }
    try feed.deletions.fail(with: .notTheAuthor)
    try await failed.finish()
    let delete = feed.start("delete") { await $0.react(.delete, to: "4") }
    try feed.deletions.succeed(with: ())
    try await delete.finish()
    feed.store.show(posted: .sample(7, replyTo: 5))
    #expect(ids(feed) == ["3", "6", "5", "7"])
    await feed.store.select(timeline: nil)
    #expect(ids(feed) == ["7", "5", "3"])
    #expect(feed.store.state.posts.map(\.isLiked) == [false, true, false])
    #expect(feed.store.state.posts.allSatisfy { $0.rank == nil })
  }

  @Test func `After another list, the timeline below a thread is read anew`() async throws {
    let feed = try await opened()
    try await feed.finish(feed.start(.select), .success(.sample([2])))
    _ = feed.start("home") { await $0.select(timeline: nil) }
    #expect(feed.pages.calls == [FeedPageRequest()])
  }

  @Test func `A reply names the author that it answers, who stands above it`() async throws {
    let feed = try await opened()
    let content = try #require(feed.store.state.content)
    #expect(
      content.posts.indices.map { content.row(at: $0, messages: .english).replyLine } == [
        nil, "Replying to @hanako", "Replying to @hanako", "Replying to @hanako",
      ])
  }

  @Test func `A post that is gone leaves the timeline as it was, with a notice, or says so where there is none`()
    async throws
  {
    let feed = try await FeedHarness(.loaded)
    try await feed.expect(
      [.loaded(), .loading, .loaded()], notices: [nil, .readFailed("この投稿は見つかりませんでした。")]
    ) {
      try await feed.finish(open(feed), .failure(.unknownPost))
    }
    #expect(feed.store.timelines.chosen == nil)
    let first = FeedHarness()
    try await first.expect([.idle, .loading, .error("この投稿は見つかりませんでした。")]) {
      try await first.finish(open(first), .failure(.unknownPost))
    }
    #expect(first.store.timelines.chosen == Self.thread)
  }

  @Test func `A sent reply stands at the end of its thread, once, and no other post does`() async throws {
    let feed = try await opened()
    for post in [Post.sample(8, replyTo: 5), .sample(9), .sample(10, replyTo: 2), .sample(8, replyTo: 5)] {
      feed.store.show(posted: post)
    }
    #expect(ids(feed) == ["3", "4", "6", "5", "8"])
    feed.store.show(posted: .sample(11, replyTo: 8))
    #expect(ids(feed) == ["3", "4", "6", "5", "8", "11"])
    let refresh = feed.start(.refresh)
    feed.store.show(posted: .sample(12, replyTo: 3))
    feed.store.show(posted: .sample(13))
    try await feed.finish(refresh, .success(page()))
    #expect(ids(feed) == ["3", "4", "6", "5", "12"])
  }

  @Test func `A post that is sent while a thread is opened is on the timeline that a failure shows again`() async throws
  {
    let feed = try await FeedHarness(.loaded)
    let open = open(feed)
    feed.store.show(posted: .sample(6))
    try await feed.finish(open, .failure(.noNetwork))
    #expect(ids(feed) == ["6", "5", "4", "3"])
  }

  @Test func `In a thread a post is liked and deleted`() async throws {
    let feed = try await opened()
    let like = feed.start("like") { await $0.react(.like, to: "5") }
    var liked = Post.sample(5)
    (liked.likes, liked.isLiked) = (1, true)
    try feed.likes.succeed(with: liked)
    try await like.finish()
    let delete = feed.start("delete") { await $0.react(.delete, to: "4") }
    try feed.deletions.succeed(with: ())
    try await delete.finish()
    #expect(ids(feed) == ["3", "6", "5"])
    #expect(feed.store.state.posts.map(\.isLiked) == [false, false, true])
  }

  @Test func `At a server without threads none is requested, and what is shown stays`() async throws {
    let feed = try await FeedHarness(.loaded, capabilities: [.posts, .replies, .likes, .deletions])
    await feed.store.select(timeline: Self.thread)
    #expect(feed.store.state == .loaded())
    #expect(feed.store.timelines.chosen == nil)
    #expect(feed.waiting == 0)
  }

  @Test func `The timelines to choose from have the chosen one with its title, and none where there is no choice`() {
    let lists = [Timeline(id: "swift", title: "Swift")]
    for (all, chosen, titles) in [
      ([], nil, []), (lists, nil, ["Home Timeline", "Swift"]), (lists, .list("swift"), ["Home Timeline", "Swift"]),
      (lists, .list("other"), ["Home Timeline", "other", "Swift"]), ([], Self.thread, ["Home Timeline", "Thread"]),
    ] as [([Timeline], Timeline.ID?, [String])] {
      let selection = TimelineSelection(all: all, chosen: chosen)
      #expect(selection.choices(messages: .english).map(\.title) == titles)
    }
    #expect(TimelineSelection(all: lists, chosen: .list("swift")).title(messages: .english) == "Swift")
  }
}
