import Core
import Feed
import Foundation
import StoreExploring
import TestSupport
import Testing

/// The outbox: a post is saved before it is sent, and is kept until the server has it or the user discards it.
@MainActor
struct OutboxTests {
  private static let drafts = (1...2).map { PostDraft(text: "\($0)", replyTo: nil, idempotencyKey: "old-\($0)") }
  private static let full = FeedError.draftNotSaved(reason: "full")

  @Test func `A post is saved before it is sent, and removed once the server has it`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    try await feed.finish(feed.start(.load), .success(.sample([5])))
    let post = feed.start(.post)
    let draft = PostDraft(text: "Text 6", replyTo: nil, idempotencyKey: "key-1")
    #expect(feed.changes.calls == [.add(draft)] && feed.posts.calls.isEmpty)
    #expect(feed.store.outbox.isSending && feed.store.outbox.unsent.isEmpty)
    try feed.changes.succeed()
    await post.waitUntilSuspended()
    try feed.posts.succeed(with: .sample(6))
    await post.waitUntilSuspended()
    #expect(feed.changes.calls == [.remove("key-1")] && feed.store.outbox.isSending)
    try feed.changes.succeed()
    try await post.finish()
    #expect(feed.store.state == .loaded([6, 5]) && !feed.store.outbox.isSending)
  }

  @Test func `A draft that cannot be saved is sent, and a notice says so`() async throws {
    for result in [Result<Post, FeedError>.success(.sample(6)), .failure(.noNetwork)] {
      let feed = FeedHarness(holdsDrafts: true)
      try await feed.finish(feed.start(.load), .success(.sample([5])))
      let post = feed.start(.post)
      try feed.changes.fail(with: Self.full)
      await post.waitUntilSuspended()
      #expect(feed.store.notice?.title == "下書き" && feed.store.notice?.text.contains("空き容量") == true)
      feed.store.dismissNotice()
      try feed.posts.answer(result)
      await post.waitUntilSuspended()
      if feed.waiting > 0 { try feed.changes.fail(with: Self.full) }
      try await post.finish()
      #expect(feed.store.notice != nil)
      #expect(feed.unsent.isEmpty == ((try? result.get()) != nil))
    }
  }

  @Test func `Of a post that is neither saved nor sent the notice says that it is not saved`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    try await feed.finish(feed.start(.load), .success(.sample([5])))
    let post = feed.start(.post)
    try feed.changes.fail(with: Self.full)
    await post.waitUntilSuspended()
    try await feed.finish(post, post: .failure(.noNetwork))
    #expect(feed.store.notice?.title == "下書き")
    #expect(feed.unsent == ["Text 6": .noNetwork])
  }

  @Test func `Unsent posts of an earlier launch are sent with their keys or discarded`() async throws {
    let feed = FeedHarness(stored: Drafts(unsent: Self.drafts))
    try await feed.finish(feed.start(.load), .success(.sample([5])))
    #expect(feed.store.outbox.unsent == Self.drafts.map { UnsentPost(draft: $0) })
    let retry = feed.start("retry") { await $0.retry(draft: "old-1") }
    #expect(feed.posts.calls == [Self.drafts[0]] && feed.unsent == ["2": nil])
    #expect(feed.start("retry") { await $0.retry(draft: "old-2") }.hasReturned && feed.waiting == 1)
    try await feed.finish(retry, post: .failure(.postMayHaveArrived))
    #expect(feed.unsent == ["1": .postMayHaveArrived, "2": nil])
    #expect(
      feed.store.notice
        == .postFailed("応答がありませんでした。すでに投稿されている可能性があります。確認してから再送信してください。"))
    try await feed.finish(feed.start("retry") { await $0.retry(draft: "old-1") }, post: .success(.sample(6)))
    #expect(feed.saved == Drafts(unsent: [Self.drafts[1]]) && feed.routes.values == [.posted])
    await feed.store.discard(draft: "old-2")
    #expect(feed.unsent.isEmpty && feed.saved == Drafts() && feed.store.state == .loaded([6, 5]))
    // Nothing is remembered of what is gone.
    #expect(try await feed.store.outbox == FeedHarness(.loaded).store.outbox)
    for id in ["old-1", "unknown"] {
      #expect(feed.start("retry") { await $0.retry(draft: id) }.hasReturned && feed.waiting == 0)
    }
  }

  @Test(arguments: Situation.allCases)
  func `An unsent post is sent again wherever a post is`(situation: Situation) async throws {
    let feed = FeedHarness(stored: Drafts(unsent: Self.drafts))
    try await feed.bring(to: situation)
    if situation == .idle { return }
    let waiting = feed.waiting
    let retry = feed.start("retry") { await $0.retry(draft: "old-1") }
    let isIgnored = situation == .loading || situation == .posting
    #expect(retry.hasReturned == isIgnored && feed.waiting == waiting + (isIgnored ? 0 : 1))
  }

  @Test func `Several posts that failed stay, and a failed one that was discarded meanwhile does not`() async throws {
    let feed = try await FeedHarness(.loaded)
    for text in ["A", "B"] {
      try await feed.finish(feed.start("post") { await $0.post(text: text) }, post: .failure(.noNetwork))
    }
    #expect(feed.unsent == ["A": .noNetwork, "B": .noNetwork])
    let retry = feed.start("retry") { await $0.retry(draft: "key-1") }
    await feed.store.discard(draft: "key-1")
    #expect(feed.start(.post).hasReturned && feed.posts.calls.count == 1)
    try await feed.finish(retry, post: .failure(.noNetwork))
    #expect(feed.unsent == ["B": .noNetwork] && feed.saved.unsent.map(\.text) == ["B"])
  }

  @Test func `A storage that is read late does not bring back what was sent or typed since`() async throws {
    var useCase = FeedUseCase(readPage: AnyUseCase { _ in .sample([1]) }, sendPost: AnyUseCase { _ in .sample(2) })
    let reads = HoldingUseCase<Void, Drafts, FeedError>("drafts")
    useCase.readDrafts = AnyUseCase(reads)
    useCase.draftPost = AnySynchronousUseCase { input throws(FeedError) in
      PostDraft(text: input.text, replyTo: nil, idempotencyKey: input.text)
    }
    let store = FeedStore(useCase: useCase, messages: .japanese)
    for isRead in [false, true] {
      let load = StartedAction { await store.refresh() }
      if isRead {
        await store.post(text: "sent")
        await store.keep(text: "new", replyTo: nil)
        let stored = ["sent", "unsent"].map { PostDraft(text: $0, replyTo: nil, idempotencyKey: $0) }
        try reads.succeed(with: Drafts(unsent: stored, composed: [PostInput(text: "old")]))
      } else {
        try reads.fail(with: .draftsUnreadable(reason: ""))
      }
      try await load.finish()
      #expect((store.notice?.text == "保存された未送信の投稿を読み込めませんでした。") == !isRead)
      store.dismissNotice()
    }
    #expect(store.outbox.unsent.map(\.id) == ["unsent"] && store.outbox.text(replyTo: nil) == "new")
    await store.refresh()
    #expect(reads.calls.isEmpty)
  }

  @Test func `The text in the composer is kept until it is posted`() async throws {
    let feed = try await FeedHarness(.loaded)
    await feed.store.keep(text: "He", replyTo: nil)
    await feed.store.keep(text: "Reply", replyTo: "5")
    await feed.store.keep(text: "Hello ", replyTo: nil)
    #expect(feed.store.outbox.text(replyTo: nil) == "Hello " && feed.store.outbox.text(replyTo: "5") == "Reply")
    #expect(Set(feed.saved.composed) == [PostInput(text: "Hello "), PostInput(text: "Reply", replyTo: "5")])
    let relaunched = FeedHarness(stored: feed.saved)
    try await relaunched.finish(relaunched.start(.load), .failure(.noNetwork))
    #expect(relaunched.store.outbox.text(replyTo: nil) == "Hello ")
    try await feed.finish(feed.start("post") { await $0.post(text: "Hello") }, post: .failure(.noNetwork))
    #expect(feed.store.outbox.text(replyTo: nil) == "" && feed.saved.unsent.map(\.text) == ["Hello"])
    #expect(feed.store.outbox.draftCount == 2)
  }

  @Test func `A text that cannot be kept is told once, until one is kept`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    var told: [Bool] = []
    for (text, isKept) in [("a", false), ("ab", false), ("abc", true), ("abcd", false)] {
      let keep = feed.start("keep") { await $0.keep(text: text, replyTo: nil) }
      try feed.changes.answer(isKept ? .success(()) : .failure(Self.full))
      try await keep.finish()
      told.append(feed.store.notice != nil)
      feed.store.dismissNotice()
    }
    #expect(told == [true, false, false, true])
    #expect(feed.start("keep") { await $0.keep(text: "abcd", replyTo: nil) }.hasReturned && feed.waiting == 0)
  }

  @Test func `A post whose session ends on the way is back with its user, and sent once`() async throws {
    let folder = try TemporaryFolder()
    let feed = await ServedFeed(
      FakeConfiguration(accounts: [.taro, .hanako], now: { .sample }), storage: FileDraftStorage(folder: folder.url))
    try feed.backend.fail(.post, "/v1/posts", with: .answerThenFail(.timedOut))
    try feed.backend.fail(.post, "/v1/posts", with: .status(401))
    try feed.backend.fail(.post, "/v1/refresh", with: .status(401))
    await feed.store.load()
    for text in ["lost", "ended"] { await feed.store.post(text: text) }
    #expect(feed.store.state == .idle && feed.store.outbox == Outbox())
    await feed.session.begin(.hanako)
    feed.relaunch()
    await feed.store.load()
    #expect(feed.store.outbox == Outbox())
    await feed.signIn()
    feed.relaunch()
    await feed.store.load()
    #expect(feed.store.outbox.unsent.map(\.draft.text) == ["lost", "ended"])
    for post in feed.store.outbox.unsent { await feed.store.retry(draft: post.id) }
    #expect(feed.posts.prefix(3).map(\.text).filter { ["lost", "ended"].contains($0) } == ["ended", "lost"])
    #expect(feed.store.outbox.unsent.isEmpty)
    #expect(try await feed.storage.load(for: "user-1") == Drafts())
  }
}
