import Core
import Feed
import StoreExploring
import Testing

/// `post(text:replyTo:)` while posts are shown.
@MainActor
struct PostTests {
  @Test func `the post comes on top`() async throws {
    let feed = try await HeldFeed(.loaded)
    try await feed.expect([
      .posts([5, 4, 3], next: 3), .posts([5, 4, 3], next: 3, .posting), .posts([6, 5, 4, 3], next: 3),
    ]) {
      let action = feed.start("post") { await $0.post(text: "\u{3000} Text 6\n", replyTo: "4") }
      #expect(feed.sending.calls == [PostDraft(text: "Text 6", replyTo: "4", idempotencyKey: "key-1")])
      try feed.sending.succeed(with: Sample.post(6))
      try await action.finish()
    }
    #expect(feed.store.draft == nil)
  }

  @Test func `after a failure a notice says why and the draft is kept`() async throws {
    let feed = try await HeldFeed(.loaded)
    try await feed.expect(
      [.posts([5, 4, 3], next: 3), .posts([5, 4, 3], next: 3, .posting), .posts([5, 4, 3], next: 3)],
      notices: [nil, Sample.offlinePost]
    ) {
      let action = feed.start(.post)
      try feed.sending.fail(with: .noNetwork)
      try await action.finish()
    }
    #expect(feed.store.draft == PostDraft(text: "Text 6", replyTo: nil, idempotencyKey: "key-1"))
  }

  @Test func `the same text again is the same post, and another text or another reply is another post`() async throws {
    let feed = try await HeldFeed(.loaded)
    var keys: [String] = []
    for (text, replyTo) in [("A", nil), (" A ", nil), ("A", "4"), ("A", "4"), ("B", "4")] {
      let action = feed.start("post") { await $0.post(text: text, replyTo: replyTo) }
      keys += feed.sending.calls.map(\.idempotencyKey)
      try feed.sending.fail(with: .noNetwork)
      try await action.finish()
    }
    #expect(keys == ["key-1", "key-1", "key-3", "key-3", "key-5"])
  }

  @Test func `the same text is another post once the first has arrived`() async throws {
    let feed = try await HeldFeed(.loaded)
    var keys: [String] = []
    for number in [6, 7] {
      let action = feed.start(.post)
      keys += feed.sending.calls.map(\.idempotencyKey)
      try feed.sending.succeed(with: Sample.post(number))
      try await action.finish()
    }
    #expect(keys == ["key-1", "key-2"])
    #expect(feed.store.state == .posts([7, 6, 5, 4, 3], next: 3))
  }

  @Test func `a text that is wrong is told and nothing is sent`() async throws {
    for situation in FeedSituation.withoutPosts + [.loaded, .refreshing, .loadingMore] {
      let feed = try await HeldFeed(situation)
      let waiting = feed.waiting
      let wrong = Sample.notice("投稿失敗", "1文字以上280文字以下で入力してください。")
      try await feed.expect([feed.store.state], notices: [nil, wrong]) {
        try await feed.start("post") { await $0.post(text: " \n") }.finish()
      }
      #expect(feed.waiting == waiting)
      try await feed.end()
    }
  }

  @Test func `a timeline chosen while a post is being sent waits for the post`() async throws {
    let feed = try await HeldFeed(.posting)
    let post = try feed.pending
    try await feed.expect([
      .posts([5, 4, 3], next: 3, .posting), .posts([6, 5, 4, 3], next: 3), .loading, .posts([2, 1], of: Sample.swift),
    ]) {
      let home = feed.startSelecting("home")
      let select = feed.start(.select)
      #expect([home.hasReturned, select.hasReturned] == [true, true])
      #expect(feed.paging.calls == [])
      try feed.sending.succeed(with: Sample.post(6))
      await post.waitUntilSuspended()
      #expect(feed.paging.calls == [FeedPageRequest(timeline: "swift")])
      try await feed.answer(post, .success(Sample.page([2, 1])))
    }
  }

  @Test func `a timeline chosen while a post is being sent is loaded after a failure too`() async throws {
    let feed = try await HeldFeed(.posting)
    let post = try feed.pending
    try await feed.expect(
      [
        .posts([5, 4, 3], next: 3, .posting), .posts([5, 4, 3], next: 3), .loading,
        .posts([2, 1], of: Sample.swift),
      ], notices: [nil, Sample.offlinePost]
    ) {
      feed.start(.select)
      try feed.sending.fail(with: .noNetwork)
      await post.waitUntilSuspended()
      try await feed.answer(post, .success(Sample.page([2, 1])))
    }
  }
}
