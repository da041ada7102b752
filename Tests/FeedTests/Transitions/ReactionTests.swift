import Core
import StoreExploring
import TestSupport
import Testing

@testable import Feed

/// `like(post:)`, `unlike(post:)` and `delete(post:)`.
@MainActor
struct ReactionTests {
  private nonisolated static func post(_ number: Int, likes: Int, isLiked: Bool) -> Post {
    var post = Post.sample(number)
    (post.likes, post.isLiked) = (likes, isLiked)
    return post
  }

  /// The state of ``Situation/loaded`` with the likes of post 4, or without it.
  private static func loaded(_ likes: Int?, isLiked: Bool = true) -> FeedState {
    let posts = [Post.sample(5)] + (likes.map { [post(4, likes: $0, isLiked: isLiked)] } ?? []) + [.sample(3)]
    return .loaded(FeedContent(FeedPage(posts: posts, nextCursor: "3")))
  }

  private static let failed = Notice(title: "変更失敗", text: CommonMessages.japanese.serverError, button: "OK")

  @Test func `A like is shown at once, then as the server counts it`() async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.expect([
      .loaded(), Self.loaded(1), Self.loaded(8), Self.loaded(7, isLiked: false), Self.loaded(6, isLiked: false),
    ]) {
      let like = feed.start("like") { await $0.react(.like, to: "4") }
      #expect(feed.likes.calls == [LikeRequest(post: "4", isLiked: true)])
      try feed.likes.succeed(with: Self.post(4, likes: 8, isLiked: true))
      try await like.finish()
      #expect(feed.start("like") { await $0.react(.like, to: "4") }.hasReturned)
      #expect(feed.waiting == 0)
      let unlike = feed.start("unlike") { await $0.react(.unlike, to: "4") }
      #expect(feed.likes.calls == [LikeRequest(post: "4", isLiked: false)])
      try feed.likes.succeed(with: Self.post(4, likes: 6, isLiked: false))
      try await unlike.finish()
      #expect(feed.start("unlike") { await $0.react(.unlike, to: "4") }.hasReturned)
      #expect(feed.waiting == 0)
    }
  }

  @Test(arguments: [FeedError.accessDenied, .serverError(reason: ""), .cancelled, .unknownPost])
  func `After a failure the post is as the server last described it`(error: FeedError) async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    try feed.likes.fail(with: error)
    try await like.finish()
    #expect(feed.store.state == (error == .unknownPost ? Self.loaded(nil) : .loaded()))
    #expect((feed.store.notice == nil) == (error == .cancelled))
  }

  @Test func `The notice of a like that failed goes when the post is liked again`() async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    try feed.likes.fail(with: .serverError(reason: ""))
    try await like.finish()
    #expect(feed.store.notice == Self.failed)
    let again = feed.start("like") { await $0.react(.like, to: "4") }
    #expect(feed.store.notice == nil)
    try feed.likes.succeed(with: Self.post(4, likes: 1, isLiked: true))
    try await again.finish()
  }

  @Test(arguments: FeedCapability.allCases)
  func `What the server does not offer is ignored, and everything else is not`(_ missing: FeedCapability) async throws {
    let capabilities = Set(FeedCapability.allCases).subtracting([missing])
    let feed = try await FeedHarness(.loaded, capabilities: capabilities)
    #expect(feed.store.isDeleteOffered(for: .sample(4)) == (missing != .deletions))
    feed.store.compose()
    feed.store.compose(replyTo: "4")
    #expect(
      feed.routes.values
        == [nil, "4"].filter { FeedCapability.composer(replyTo: $0) != missing }.map {
          .compose(replyTo: $0, screenName: $0 == nil ? nil : "hanako")
        })
    _ = feed.start("like") { await $0.react(.like, to: "5") }
    _ = feed.start("delete") { await $0.react(.delete, to: "4") }
    for replyTo in [nil, "3"] { feed.post(replyTo == nil ? "A" : "B", replyTo: replyTo) }
    #expect(feed.likes.calls.count == (missing == .likes ? 0 : 1))
    #expect(feed.deletions.calls.count == (missing == .deletions ? 0 : 1))
    let posts = [("A", FeedCapability.posts), ("B", .replies)].filter { $0.1 != missing }
    #expect(feed.outbox.state.unsent.map(\.draft.text) == posts.map(\.0))
    #expect(feed.store.state.posts.map(\.id) == (missing == .deletions ? ["5", "4", "3"] : ["5", "3"]))
  }

  @Test func `The number of likes is never below zero`() async throws {
    let feed = FeedHarness()
    let page = FeedPage(posts: [Self.post(4, likes: 0, isLiked: true)], nextCursor: nil)
    try await feed.finish(feed.start(.load), .success(page))
    _ = feed.start("unlike") { await $0.react(.unlike, to: "4") }
    #expect(feed.store.state.posts == [Self.post(4, likes: 0, isLiked: false)])
  }

  @Test func `A failed request whose reaction is wanted again is not repeated`() async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    await feed.store.react(.unlike, to: "4")
    await feed.store.react(.like, to: "4")
    try feed.likes.fail(with: .serverError(reason: ""))
    try await like.finish()
    #expect(feed.store.state == .loaded())
    #expect(feed.waiting == 0)
    #expect(feed.store.notice == Self.failed)
  }

  @Test func `A cancelled tap sends nothing more`() async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    await feed.store.react(.unlike, to: "4")
    like.cancel()
    try await like.finish()
    #expect(feed.store.state == .loaded())
    #expect(feed.waiting == 0)
    #expect(feed.store.notice == nil)
  }

  @Test(arguments: [FeedError?.none, .serverError(reason: ""), .notTheAuthor, .unknownPost, .cancelled])
  func `A post is gone at once, and back where it was after a failure`(error: FeedError?) async throws {
    let feed = try await FeedHarness(.loaded)
    let isGone = error == nil || error == .unknownPost
    try await feed.expect(
      [.loaded(), Self.loaded(nil)] + (isGone ? [] : [.loaded()]),
      notices: [nil] + (error == nil || error == .cancelled ? [] : [feed.notice(error ?? .cancelled)])
    ) {
      let delete = feed.start("delete") { await $0.react(.delete, to: "4") }
      #expect(feed.deletions.calls == ["4"])
      #expect(feed.start("like") { await $0.react(.like, to: "4") }.hasReturned)
      #expect(feed.waiting == 1)
      try feed.deletions.answer(error.map { .failure($0) } ?? .success(()))
      try await delete.finish()
    }
    try await feed.finish(feed.start(.loadMore), .success(.sample([4, 2], next: 2)))
    #expect(feed.store.state.posts.map(\.id) == (isGone ? ["5", "3", "2"] : ["5", "4", "3", "2"]))
    try await feed.finish(feed.start(.refresh), .success(.sample([9, 4], next: 4)))
    #expect(feed.store.state.posts.map(\.id).contains("4") == !isGone)
  }

  @Test func `A post that was liked and then deleted is deleted after the like`() async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    await feed.store.react(.delete, to: "4")
    #expect(feed.store.state == Self.loaded(nil))
    #expect(feed.deletions.calls.isEmpty)
    try feed.likes.succeed(with: Self.post(4, likes: 1, isLiked: true))
    await like.waitUntilSuspended()
    #expect(feed.store.state == Self.loaded(nil))
    #expect(feed.deletions.calls == ["4"])
    try feed.deletions.fail(with: .serverError(reason: ""))
    try await like.finish()
    #expect(feed.store.state == Self.loaded(1))
  }

  @Test func `The last post that is deleted leaves an empty timeline`() async throws {
    let feed = FeedHarness()
    try await feed.finish(feed.start(.load), .success(.sample([1])))
    let delete = feed.start("delete") { await $0.react(.delete, to: "1") }
    #expect(feed.store.state == .empty)
    try feed.deletions.succeed()
    try await delete.finish()
    #expect(feed.store.state == .empty)
    #expect(feed.store.notice == nil)
  }

  @Test(arguments: Situation.allCases, ["4", "unknown"])
  func `A post that is not shown cannot be liked`(situation: Situation, id: String) async throws {
    let feed = try await FeedHarness(situation)
    let waiting = feed.waiting
    let isShown = feed.store.state.posts.contains { $0.id == id }
    #expect(feed.start("like") { await $0.react(.like, to: id) }.hasReturned == !isShown)
    #expect(feed.waiting == waiting + (isShown ? 1 : 0))
  }

  @Test func `Only the posts of the signed-in user are their own`() async throws {
    let feed = await ServedFeed()
    await feed.store.load()
    await feed.outbox.post(text: "mine")
    #expect(feed.posts.prefix(2).map(feed.store.isDeleteOffered(for:)) == [true, false])
  }

  /// What can fail, with what its notice is about.
  private nonisolated static let failing: [(name: String, subject: String)] = [
    ("refresh", "reading"), ("load more", "reading"), ("select", "reading"), ("like", "4"), ("delete", "4"),
    ("other like", "5"),
  ]

  private func start(_ name: String, _ feed: FeedHarness) -> StartedAction {
    feed.start(name) { store in
      switch name {
      case "refresh": await store.refresh()
      case "load more": await store.loadMore()
      case "select": await store.select(timeline: .list("swift"))
      case "like": await store.react(.like, to: "4")
      case "delete": await store.react(.delete, to: "4")
      default: await store.react(.like, to: "5")
      }
    }
  }

  @Test(arguments: failing, failing)
  func `The next attempt clears the notice of a failure, and leaves that of something else`(
    failed: (name: String, subject: String), next: (name: String, subject: String)
  ) async throws {
    let feed = try await FeedHarness(.loaded)
    let first = start(failed.name, feed)
    if failed.subject == "reading" {
      try feed.pages.fail(with: .noNetwork)
    } else if failed.name == "delete" {
      try feed.deletions.fail(with: .serverError(reason: ""))
    } else {
      try feed.likes.fail(with: .serverError(reason: ""))
    }
    try await first.finish()
    let notice = try #require(feed.store.notice)
    _ = start(next.name, feed)
    #expect(feed.store.notice == (next.subject == failed.subject ? nil : notice))
  }

  // MARK: Pages

  @Test func `A reaction that fails leaves what a page has described meanwhile`() async throws {
    let feed = try await FeedHarness(.refreshing)
    let refresh = try feed.last
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    let page = FeedPage(posts: [.sample(5), Self.post(4, likes: 8, isLiked: true), .sample(3)], nextCursor: "3")
    try await feed.finish(refresh, .success(page))
    try feed.likes.fail(with: .serverError(reason: ""))
    try await like.finish()
    #expect(feed.store.state == Self.loaded(8))
  }

  @Test func `Of a page that is older than the answer to a reaction, everything but the likes is shown`() async throws {
    let feed = try await FeedHarness(.refreshing)
    let refresh = try feed.last
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    try feed.likes.succeed(with: Self.post(4, likes: 8, isLiked: true))
    try await like.finish()
    let edited = Post(id: "4", author: Post.sample(4).author, text: "Edited", createdAt: Post.sample(4).createdAt)
    try await feed.finish(refresh, .success(FeedPage(posts: [.sample(5), edited, .sample(3)], nextCursor: "3")))
    #expect(feed.store.state.posts[1].text == "Edited")
    #expect(feed.store.state.posts[1].likes == 8)
  }

  @Test func `A page requested after a reaction shows what the server has`() async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.react(.like, to: "4") }
    try feed.likes.succeed(with: Self.post(4, likes: 8, isLiked: true))
    try await like.finish()
    let page = FeedPage(posts: [.sample(5), Self.post(4, likes: 7, isLiked: false), .sample(3)], nextCursor: "3")
    try await feed.finish(feed.start(.refresh), .success(page))
    #expect(feed.store.state.posts[1] == Self.post(4, likes: 7, isLiked: false))
  }

  @Test func `A reaction that ends while another timeline is read is right once the first is shown again`()
    async throws
  {
    let feed = try await FeedHarness(.loaded)
    let (like, delete) = (
      feed.start("like") { await $0.react(.like, to: "4") }, feed.start("delete") { await $0.react(.delete, to: "5") }
    )
    let select = feed.start(.select)
    try feed.likes.fail(with: .serverError(reason: ""))
    try feed.deletions.fail(with: .serverError(reason: ""))
    try await like.finish()
    try await delete.finish()
    try await feed.finish(select, .failure(.noNetwork))
    #expect(feed.store.state == .loaded())
  }

  @Test func `A failed deletion does not put a post on a timeline that is not its own`() async throws {
    let feed = try await FeedHarness(.loaded)
    let delete = feed.start("delete") { await $0.react(.delete, to: "4") }
    try await feed.finish(feed.start(.select), .success(.sample([12, 11])))
    try feed.deletions.fail(with: .serverError(reason: ""))
    try await delete.finish()
    #expect(feed.store.state == .loaded([12, 11]))
    #expect(feed.store.notice == Self.failed)
  }

  @Test func `A failed deletion does not put back a post that a page has lacked meanwhile`() async throws {
    let feed = try await FeedHarness(.loaded)
    let delete = feed.start("delete") { await $0.react(.delete, to: "4") }
    try await feed.finish(feed.start(.refresh), .success(.sample([5, 3, 2], next: 2)))
    try feed.deletions.fail(with: .serverError(reason: ""))
    try await delete.finish()
    #expect(feed.store.state.posts.map(\.id) == ["5", "3", "2"])
  }

  @Test func `A post that was sent and deleted during a refresh stays deleted`() async throws {
    let feed = try await FeedHarness(.refreshing)
    let refresh = try feed.last
    feed.store.show(posted: .sample(6))
    let delete = feed.start("delete") { await $0.react(.delete, to: "6") }
    try feed.deletions.succeed()
    try await delete.finish()
    try await feed.finish(refresh, .success(.sample([9, 8], next: 8)))
    #expect(feed.store.state == .loaded([9, 8], next: 8))
  }
}
