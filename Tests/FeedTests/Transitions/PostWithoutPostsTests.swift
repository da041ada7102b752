import Core
import Feed
import StoreExploring
import Testing

/// `post(text:replyTo:)` where no posts are shown: it posts, then loads.
@MainActor
struct PostWithoutPostsTests {
  @Test(arguments: FeedSituation.withoutPosts)
  func `the post is sent, then the timeline is loaded`(situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    try await feed.expect([feed.store.state, .loading, .posts([6, 5], next: 5)]) {
      let action = feed.start(.post)
      #expect(feed.sending.calls.map(\.text) == ["Text 6"])
      #expect(feed.reading.calls.count == 0)
      try feed.sending.succeed(with: Sample.post(6))
      await action.waitUntilSuspended()
      try await feed.answer(action, .success(Sample.page([6, 5], next: 5)))
    }
    #expect(feed.waiting == 0)
  }

  @Test(arguments: FeedSituation.withoutPosts)
  func `a post that fails puts back what was there and keeps the draft`(situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    let before = feed.store.state
    try await feed.expect([before, .loading, before], notices: [nil, Sample.offlinePost]) {
      let action = feed.start(.post)
      try feed.sending.fail(with: .noNetwork)
      try await action.finish()
    }
    #expect(feed.store.draft?.text == "Text 6")
    #expect(feed.waiting == 0)
  }

  @Test(arguments: FeedSituation.withoutPosts)
  func `a post that arrives is no failure where the timeline cannot be loaded`(situation: FeedSituation) async throws {
    let feed = try await HeldFeed(situation)
    try await feed.expect([feed.store.state, .loading, .offline]) {
      let action = feed.start(.post)
      try feed.sending.succeed(with: Sample.post(6))
      await action.waitUntilSuspended()
      try await feed.answer(action, .failure(.noNetwork))
    }
    #expect(feed.store.draft == nil)
  }

  /// The page was read before the post arrived, or after it, and is answered before the post, or after it.
  @Test(arguments: [true, false], [[5, 4], [6, 5, 4]])
  func `a timeline that was chosen meanwhile shows the post once`(isPostFirst: Bool, page: [Int]) async throws {
    let feed = HeldFeed()
    let last = FeedState.posts([6, 5, 4], of: Sample.swift)
    let meanwhile = FeedState.posts(page, .posting, of: Sample.swift)
    try await feed.expect([.idle, .loading] + (isPostFirst ? [last] : [meanwhile, last])) {
      let post = feed.start(.post)
      let select = feed.start(.select)
      try feed.reading.succeed(with: [Sample.home, Sample.swift])
      await select.waitUntilSuspended()
      for isPost in [isPostFirst, !isPostFirst] {
        if isPost {
          try feed.sending.succeed(with: Sample.post(6))
          try await post.finish()
        } else {
          try await feed.answer(select, .success(Sample.page(page)))
        }
      }
    }
    #expect(feed.waiting == 0)
  }
}
