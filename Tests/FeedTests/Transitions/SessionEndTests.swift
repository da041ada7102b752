import Core
import Feed
import StoreExploring
import Testing

/// The end of the session leaves as a Route, once, and never as a notice.
@MainActor
struct SessionEndTests {
  @Test(arguments: [
    (FeedAction.refresh, FeedState.posts([5, 4, 3], next: 3, .refreshing)),
    (.loadMore, .posts([5, 4, 3], next: 3, .loadingMore)), (.select, .loading),
  ])
  func `what is shown stays while posts are read`(action: FeedAction, during: FeedState) async throws {
    let feed = try await HeldFeed(.loaded)
    let before = feed.store.state
    try await feed.expect([before, during, before], routes: [.sessionEnded]) {
      try await feed.answer(feed.start(action), .failure(.sessionEnded))
    }
  }

  @Test(arguments: FeedSituation.withoutPosts + [.loaded])
  func `what was there is back while a post is sent, and the draft is kept`(situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    let before = feed.store.state
    let during = situation == .loaded ? FeedState.posts([5, 4, 3], next: 3, .posting) : .loading
    try await feed.expect([before, during, before], routes: [.sessionEnded]) {
      let post = feed.start(.post)
      try feed.sending.fail(with: .sessionEnded)
      try await post.finish()
    }
    #expect(feed.store.draft?.text == "Text 6")
  }

  @Test(arguments: [(FeedSituation.loading, FeedAction.select), (.loadingMore, .refresh), (.refreshing, .select)])
  func `an overtaken call that notices says so, once`(situation: FeedSituation, later: FeedAction) async throws {
    let feed = try await HeldFeed(situation)
    let overtaken = try feed.pending
    let started = feed.start(later)
    try await feed.expect([feed.store.state], routes: [.sessionEnded]) {
      if feed.reading.calls.isEmpty {
        try feed.paging.fail(with: .sessionEnded)
      } else {
        try feed.reading.fail(with: .sessionEnded)
      }
      try await overtaken.finish()
    }
    started.cancel()
    try await started.finish()
    #expect(feed.store.notice == nil)
  }

  @Test(arguments: [true, false])
  func `of two calls that the server refuses one is the end and the other is silent`(
    isFirstReleased: Bool
  ) async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    let before = feed.store.state
    feed.hold()
    feed.backend.endSessions()
    let more = feed.start { await $0.loadMore() }
    let post = feed.start { await $0.post(text: "Hello") }
    try feed.held.release(call: isFirstReleased ? 0 : 1)
    try await (isFirstReleased ? more : post).finish()
    try feed.held.release()
    try await (isFirstReleased ? post : more).finish()
    #expect(feed.routes == [.sessionEnded])
    #expect(feed.store.notice == nil)
    #expect(feed.store.state == before)
    #expect(feed.session.record == nil)
  }
}
