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

  private static let failed = Notice(title: "変更失敗", text: CommonMessages.japanese.noNetwork, button: "OK")

  @Test func `A like is shown at once, then as the server counts it`() async throws {
    let feed = try await FeedHarness(.loaded)
    try await feed.expect([
      .loaded(), Self.loaded(1), Self.loaded(8), Self.loaded(7, isLiked: false), Self.loaded(6, isLiked: false),
    ]) {
      let like = feed.start("like") { await $0.like(post: "4") }
      #expect(feed.likes.calls == [LikeRequest(post: "4", isLiked: true)])
      try feed.likes.succeed(with: Self.post(4, likes: 8, isLiked: true))
      try await like.finish()
      #expect(feed.start("like") { await $0.like(post: "4") }.hasReturned && feed.waiting == 0)
      let unlike = feed.start("unlike") { await $0.unlike(post: "4") }
      #expect(feed.likes.calls == [LikeRequest(post: "4", isLiked: false)])
      try feed.likes.succeed(with: Self.post(4, likes: 6, isLiked: false))
      try await unlike.finish()
      #expect(feed.start("unlike") { await $0.unlike(post: "4") }.hasReturned && feed.waiting == 0)
    }
  }

  @Test(arguments: [FeedError.noNetwork, .serverError(reason: ""), .cancelled, .unknownPost])
  func `After a failure the post is as the server last described it`(error: FeedError) async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.like(post: "4") }
    try feed.likes.fail(with: error)
    try await like.finish()
    #expect(feed.store.state == (error == .unknownPost ? Self.loaded(nil) : .loaded()))
    #expect((feed.store.notice == nil) == (error == .cancelled))
  }

  @Test func `The number of likes is never below zero`() async throws {
    let feed = FeedHarness()
    let page = FeedPage(posts: [Self.post(4, likes: 0, isLiked: true)], nextCursor: nil)
    try await feed.finish(feed.start(.load), .success(page))
    _ = feed.start("unlike") { await $0.unlike(post: "4") }
    #expect(feed.store.state.posts == [Self.post(4, likes: 0, isLiked: false)])
  }

  @Test func `A failed request whose reaction is wanted again is not repeated`() async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.like(post: "4") }
    await feed.store.unlike(post: "4")
    await feed.store.like(post: "4")
    try feed.likes.fail(with: .noNetwork)
    try await like.finish()
    #expect(feed.store.state == .loaded() && feed.waiting == 0 && feed.store.notice == Self.failed)
  }

  @Test func `A cancelled tap sends nothing more`() async throws {
    let feed = try await FeedHarness(.loaded)
    let like = feed.start("like") { await $0.like(post: "4") }
    await feed.store.unlike(post: "4")
    like.cancel()
    try await like.finish()
    #expect(feed.store.state == .loaded() && feed.waiting == 0 && feed.store.notice == nil)
  }

  @Test(arguments: [FeedError?.none, .noNetwork, .notTheAuthor, .unknownPost, .cancelled])
  func `A post is gone at once, and back where it was after a failure`(error: FeedError?) async throws {
    let feed = try await FeedHarness(.loaded)
    let isGone = error == nil || error == .unknownPost
    try await feed.expect(
      [.loaded(), Self.loaded(nil)] + (isGone ? [] : [.loaded()]),
      notices: [nil] + (error == nil || error == .cancelled ? [] : [feed.notice(error ?? .cancelled)])
    ) {
      let delete = feed.start("delete") { await $0.delete(post: "4") }
      #expect(feed.deletions.calls == ["4"])
      #expect(feed.start("like") { await $0.like(post: "4") }.hasReturned && feed.waiting == 1)
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
    let like = feed.start("like") { await $0.like(post: "4") }
    await feed.store.delete(post: "4")
    #expect(feed.store.state == Self.loaded(nil) && feed.deletions.calls.isEmpty)
    try feed.likes.succeed(with: Self.post(4, likes: 1, isLiked: true))
    await like.waitUntilSuspended()
    #expect(feed.store.state == Self.loaded(nil) && feed.deletions.calls == ["4"])
    try feed.deletions.fail(with: .noNetwork)
    try await like.finish()
    #expect(feed.store.state == Self.loaded(1))
  }

  @Test func `The last post that is deleted leaves an empty timeline`() async throws {
    let feed = FeedHarness()
    try await feed.finish(feed.start(.load), .success(.sample([1])))
    let delete = feed.start("delete") { await $0.delete(post: "1") }
    #expect(feed.store.state == .empty)
    try feed.deletions.succeed()
    try await delete.finish()
    #expect(feed.store.state == .empty && feed.store.notice == nil)
  }

  @Test(arguments: Situation.allCases, ["4", "unknown"])
  func `A post that is not shown cannot be liked`(situation: Situation, id: String) async throws {
    let feed = try await FeedHarness(situation)
    let waiting = feed.waiting
    let isShown = feed.store.state.posts.contains { $0.id == id }
    #expect(feed.start("like") { await $0.like(post: id) }.hasReturned == !isShown)
    #expect(feed.waiting == waiting + (isShown ? 1 : 0))
  }

  @Test func `Only the posts of the signed-in user are their own`() async throws {
    let feed = await ServedFeed()
    await feed.store.load()
    await feed.outbox.post(text: "mine")
    #expect(feed.posts.prefix(2).map(feed.store.isOwn) == [true, false])
  }

  // MARK: Pages

  @Test(arguments: [Action.refresh, .select, .loadMore])
  func `A page requested before a reaction does not undo it`(action: Action) async throws {
    for isAnswered in [false, true] {
      let feed = try await FeedHarness(.loaded)
      let read = feed.start(action == .select ? .refresh : action)
      let (like, delete) = (
        feed.start("like") { await $0.like(post: "4") }, feed.start("delete") { await $0.delete(post: "3") }
      )
      if isAnswered {
        try feed.likes.succeed(with: Self.post(4, likes: 8, isLiked: true))
        try feed.deletions.succeed()
        try await like.finish()
        try await delete.finish()
      }
      let numbers = action == .loadMore ? [4, 3, 2] : [5, 4, 3, 2]
      try await feed.finish(read, .success(.sample(numbers, next: 2)))
      let likes = isAnswered ? 8 : 1
      #expect(
        feed.store.state.posts.filter { ["4", "3"].contains($0.id) } == [Self.post(4, likes: likes, isLiked: true)])
      if !isAnswered {
        try feed.likes.fail(with: .noNetwork)
        try feed.deletions.fail(with: .noNetwork)
      }
      try await like.finish()
      try await delete.finish()
      #expect(feed.store.state.posts.map(\.id) == (isAnswered ? ["5", "4", "2"] : ["5", "4", "3", "2"]))
      #expect(feed.store.state.posts[1].likes == (isAnswered ? 8 : 0))
    }
  }

  @Test func `A reaction that ends while another timeline is read is right once the first is shown again`()
    async throws
  {
    let feed = try await FeedHarness(.loaded)
    let (like, delete) = (
      feed.start("like") { await $0.like(post: "4") }, feed.start("delete") { await $0.delete(post: "5") }
    )
    let select = feed.start(.select)
    try feed.likes.fail(with: .noNetwork)
    try feed.deletions.fail(with: .noNetwork)
    try await like.finish()
    try await delete.finish()
    try await feed.finish(select, .failure(.noNetwork))
    #expect(feed.store.state == .loaded())
  }

  @Test func `A failed deletion does not put a post on a timeline that is not its own`() async throws {
    let feed = try await FeedHarness(.loaded)
    let delete = feed.start("delete") { await $0.delete(post: "4") }
    try await feed.finish(feed.start(.select), .success(.sample([12, 11])))
    try feed.deletions.fail(with: .noNetwork)
    try await delete.finish()
    #expect(feed.store.state == .loaded([12, 11]) && feed.store.notice == Self.failed)
  }

  @Test func `A failed deletion does not put back a post that a page has lacked meanwhile`() async throws {
    let feed = try await FeedHarness(.loaded)
    let delete = feed.start("delete") { await $0.delete(post: "4") }
    try await feed.finish(feed.start(.refresh), .success(.sample([5, 3, 2], next: 2)))
    try feed.deletions.fail(with: .noNetwork)
    try await delete.finish()
    #expect(feed.store.state.posts.map(\.id) == ["5", "3", "2"])
  }

  @Test func `A post that was sent and deleted during a refresh stays deleted`() async throws {
    let feed = try await FeedHarness(.refreshing)
    let refresh = try feed.last
    feed.store.show(posted: .sample(6))
    let delete = feed.start("delete") { await $0.delete(post: "6") }
    try feed.deletions.succeed()
    try await delete.finish()
    try await feed.finish(refresh, .success(.sample([9, 8], next: 8)))
    #expect(feed.store.state == .loaded([9, 8], next: 8))
  }

  // MARK: Many taps

  @Test(arguments: 1...4)
  func `After ten thousand random taps over a failing backend, and new sign-ins, every heart is right`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let feed = FeedHarness()
    let session = Session(storage: InMemorySessionStorage())
    feed.store.observe(session)
    let ids = (1...6).map(String.init)
    var server = Dictionary(uniqueKeysWithValues: ids.map { ($0, false) })
    var lastDescribed = server
    var answeredSinceRequest: Set<Post.ID> = []
    var page: FeedPage {
      FeedPage(
        posts: ids.map { Self.post(Int($0) ?? 0, likes: server[$0] == true ? 1 : 0, isLiked: server[$0] == true) },
        nextCursor: "0")
    }
    var requested: (page: FeedPage, action: StartedAction)?
    var taps: [Post.ID: StartedAction] = [:]
    /// The taps before the last sign-in whose requests are on their way, which are the oldest.
    var earlier: [StartedAction] = []

    /// The user signs out and in again; what was requested before counts for the server alone.
    func signIn() async throws {
      earlier += feed.likes.calls.dropFirst(earlier.count).compactMap { taps[$0.post] }
      try #require(earlier.count == feed.likes.calls.count)
      _ = await session.close()
      await session.begin(.taro)
      if let (made, action) = requested { try await feed.finish(action, .success(made)) }
      (requested, answeredSinceRequest, lastDescribed) = (nil, [], server)
      try await feed.finish(feed.start(.load), .success(page))
    }

    func answer() async throws {
      guard !feed.likes.calls.isEmpty else { return }
      let index = Int.random(in: 0..<feed.likes.calls.count, using: &random)
      let request = feed.likes.calls[index]
      let outcome = Int.random(in: 0..<4, using: &random)
      // The first fails before the server has changed anything, the second after it.
      if outcome > 0 { server[request.post] = request.isLiked }
      let tap = index < earlier.count ? earlier.remove(at: index) : nil
      guard outcome > 1 else {
        try feed.likes.fail(with: .noNetwork, call: index)
        await (tap ?? taps[request.post])?.waitUntilSuspended()
        return
      }
      if tap == nil {
        lastDescribed[request.post] = request.isLiked
        answeredSinceRequest.insert(request.post)
      }
      try feed.likes.succeed(
        with: Self.post(Int(request.post) ?? 0, likes: request.isLiked ? 1 : 0, isLiked: request.isLiked), call: index)
      await (tap ?? taps[request.post])?.waitUntilSuspended()
    }

    func read() async throws {
      guard let (made, action) = requested else {
        answeredSinceRequest = []
        return requested = (page, feed.start(.refresh))
      }
      for post in made.posts where !answeredSinceRequest.contains(post.id) { lastDescribed[post.id] = post.isLiked }
      requested = nil
      try await feed.finish(action, .success(made))
    }

    await session.begin(.taro)
    try await feed.finish(feed.start(.load), .success(page))
    for _ in 0..<4_400 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<60:
        let id = ids[Int.random(in: 0..<ids.count, using: &random)]
        let isLiked = Bool.random(using: &random)
        let tap = feed.start("tap") { await (isLiked ? $0.like(post: id) : $0.unlike(post: id)) }
        if !tap.hasReturned { taps[id] = tap }
      case 60..<89: try await answer()
      case 89: try await signIn()
      default: try await read()
      }
      let posts = feed.likes.calls.dropFirst(earlier.count).map(\.post)
      #expect(Set(posts).count == posts.count)
    }
    while !feed.likes.calls.isEmpty { try await answer() }
    if requested != nil { try await read() }
    let shown = Dictionary(uniqueKeysWithValues: feed.store.state.posts.map { ($0.id, $0.isLiked) })
    #expect(shown == lastDescribed)
    try await feed.finish(feed.start(.refresh), .success(page))
    #expect(Dictionary(uniqueKeysWithValues: feed.store.state.posts.map { ($0.id, $0.isLiked) }) == server)
  }
}
