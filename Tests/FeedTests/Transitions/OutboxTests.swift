import Core
import CoreTesting
import Foundation
import StoreExploring
import TestSupport
import Testing

@testable import Feed

/// The outbox: a post is saved before it is sent, and is kept until the server has it or the user discards it.
@MainActor
struct OutboxTests {
  private static let drafts = (1...2).map { PostDraft(text: "\($0)", replyTo: nil, idempotencyKey: "old-\($0)") }
  private static let full = DraftStorageError.notWritten(reason: "full")

  @Test func `A post is saved, sent, removed, and reaches the feed once`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    try await feed.finish(feed.start(.load), .success(.sample([5])))
    let post = feed.post("\u{3000} Text 6\n", replyTo: "4")
    let draft = PostDraft(text: "Text 6", replyTo: "4", idempotencyKey: "key-1")
    #expect(feed.posted.values == [.queued(draft)])
    #expect(feed.changes.calls == [.add(draft)])
    #expect(feed.posts.calls.isEmpty)
    #expect(feed.outbox.state == OutboxState(unsent: [UnsentPost(draft: draft, progress: .queued)]))
    try feed.changes.succeed()
    await post.waitUntilSuspended()
    #expect(feed.posts.calls == [draft])
    #expect(feed.outbox.state.isSending)
    try feed.posts.succeed(with: .sample(6))
    await post.waitUntilSuspended()
    #expect(feed.changes.calls == [.remove("key-1")])
    #expect(feed.outbox.state.isSending)
    #expect(feed.posted.values == [.queued(draft)])
    try feed.changes.succeed()
    try await post.finish()
    #expect(feed.store.state == .loaded([6, 5]))
    #expect(feed.outbox.state == OutboxState())
    #expect(feed.posted.values == [.queued(draft), .posted(.sample(6))])
  }

  @Test(arguments: Situation.allCases)
  func `A post is sent whatever the feed does, and changes nothing of it when it fails`(situation: Situation)
    async throws
  {
    let feed = try await FeedHarness(situation)
    for (thrown, error) in [(FeedError.noNetwork, FeedError.noNetwork), (.notAuthorized, nil)] {
      let shown = error ?? (situation == .notAuthorized ? .notAuthorized : .accessDenied)
      try await feed.expect([feed.store.state]) {
        try await feed.finish(feed.post(), post: .failure(thrown))
      }
      let draft = PostDraft(text: "Text 6", replyTo: nil, idempotencyKey: "key-1")
      #expect(feed.outbox.state.unsent == [UnsentPost(draft: draft, failure: shown)])
      #expect(feed.outbox.notice == .postFailed(feed.outbox.messages.text(for: shown, doing: .post)))
      #expect(feed.saved == (situation == .notAuthorized ? Drafts() : Drafts(unsent: [draft])))
    }
  }

  @Test func `Posts are kept at once and sent one after the other, but for one that is discarded while it waits`()
    async throws
  {
    let feed = try await FeedHarness(.loaded)
    let posts = ["A", "B", "C"].map { feed.post($0) }
    #expect(feed.saved.unsent.map(\.text) == ["A", "B", "C"])
    #expect(feed.posts.calls.map(\.text) == ["A"])
    #expect(feed.outbox.state.unsent.map(\.progress) == [.sending, .queued, .queued])
    for id in ["key-1", "key-2"] { await feed.outbox.discard(draft: id) }
    for again in [feed.post("A"), feed.post("C"), feed.retry("key-1"), feed.retry("key-2"), feed.retry("unknown")] {
      #expect(again.hasReturned)
    }
    try await feed.finish(posts[0], post: .failure(.noNetwork))
    try await posts[1].finish()
    await posts[2].waitUntilSuspended()
    #expect(feed.posts.calls.map(\.text) == ["C"])
    try await feed.finish(posts[2], post: .success(.sample(6)))
    #expect(feed.unsent == ["A": .noNetwork])
    #expect(feed.saved.unsent.map(\.text) == ["A"])
    #expect(feed.store.state == .loaded([6, 5, 4, 3], next: 3))
  }

  @Test func `A cancelled post is back as it was, silently`() async throws {
    let feed = try await FeedHarness(.loaded)
    for failure in [FeedError?.none, .noNetwork] {
      let post = feed.post()
      post.cancel()
      try await post.finish()
      #expect(feed.unsent == ["Text 6": failure])
      #expect(feed.outbox.notice == nil)
      #expect(feed.waiting == 0)
      try await feed.finish(feed.post(), post: .failure(.noNetwork))
      feed.outbox.dismissNotice()
    }
  }

  @Test func `A failed post’s notice goes when the post is sent or discarded, and another’s does not`() async throws {
    let feed = try await FeedHarness(.loaded)
    for text in ["A", "B"] { try await feed.finish(feed.post(text), post: .failure(.noNetwork)) }
    try await feed.finish(feed.retry("key-1"), post: .success(.sample(6)))
    #expect(feed.outbox.notice == .postFailed())
    await feed.outbox.discard(draft: "key-2")
    #expect(feed.outbox.notice == nil)
    #expect(feed.outbox.state == OutboxState())
    #expect(feed.saved == Drafts())
  }

  @Test(arguments: [Result<Post, FeedError>.success(.sample(6)), .failure(.noNetwork)])
  func `A draft that cannot be saved is sent, and a notice says that it is not saved`(
    result: Result<Post, FeedError>
  ) async throws {
    let feed = FeedHarness(holdsDrafts: true)
    let post = feed.post()
    try feed.changes.fail(with: Self.full)
    await post.waitUntilSuspended()
    let notice = Notice(title: "下書き", text: feed.outbox.messages.draftNotSaved, button: "OK")
    #expect(feed.outbox.notice == notice)
    feed.outbox.dismissNotice()
    try feed.posts.answer(result)
    await post.waitUntilSuspended()
    if feed.waiting > 0 { try feed.changes.fail(with: Self.full) }
    try await post.finish()
    let isSent = (try? result.get()) != nil
    #expect(feed.outbox.notice == (isSent ? nil : notice))
    #expect(feed.unsent == (isSent ? [:] : ["Text 6": .noNetwork]))
  }

  @Test(arguments: [true, false])
  func `A notice that a text is not saved goes when the text or its post is saved`(isPost: Bool) async throws {
    let feed = FeedHarness(holdsDrafts: true)
    let failed = feed.keep("Hello")
    try feed.changes.fail(with: Self.full)
    try await failed.finish()
    #expect(feed.outbox.notice != nil)
    let saving = isPost ? feed.post("Hello") : feed.keep("Hello")
    try feed.changes.succeed()
    await saving.waitUntilSuspended()
    #expect(feed.outbox.notice == nil)
  }

  @Test func `Unsent posts of an earlier launch are sent with their keys or discarded`() async throws {
    let feed = FeedHarness(stored: Drafts(unsent: Self.drafts))
    await feed.outbox.load()
    #expect(feed.outbox.state.unsent == Self.drafts.map { UnsentPost(draft: $0) })
    let retry = feed.retry("old-1")
    #expect(feed.posts.calls == [Self.drafts[0]])
    #expect(feed.unsent == ["1": nil, "2": nil])
    try await feed.finish(retry, post: .failure(.postMayHaveArrived))
    #expect(feed.unsent == ["1": .postMayHaveArrived, "2": nil])
    #expect(
      feed.outbox.notice
        == .postFailed("応答がありませんでした。すでに投稿されている可能性があります。確認してから再送信してください。"))
    try await feed.finish(feed.retry("old-1"), post: .success(.sample(6)))
    #expect(feed.saved == Drafts(unsent: [Self.drafts[1]]))
    #expect(feed.posted.values == [.posted(.sample(6))])
    await feed.outbox.discard(draft: "old-2")
    #expect(feed.outbox.state == OutboxState())
    #expect(feed.saved == Drafts())
  }

  @Test func `The same draft sent again keeps its key until it arrives`() async throws {
    let feed = FeedHarness()
    var keys: [String] = []
    for (text, replyTo, isSent) in [
      ("A", nil, false), (" A ", nil, false), ("A", "4", false), ("A", "4", false), ("B", "4", false), ("B", "4", true),
      ("B", "4", true),
    ] {
      let post = feed.post(text, replyTo: replyTo)
      keys += feed.posts.calls.map(\.idempotencyKey)
      try await feed.finish(post, post: isSent ? .success(.sample(6)) : .failure(.noNetwork))
    }
    #expect(keys == ["key-1", "key-1", "key-3", "key-3", "key-5", "key-5", "key-7"])
  }

  @Test func `An invalid text is refused without a request`() async {
    let feed = FeedHarness()
    #expect(feed.post(" \n").hasReturned)
    #expect(feed.waiting == 0)
    let refusal = Notice.postFailed("1文字以上280文字以下で入力してください。", kind: .invalidInput(field: "text"))
    #expect(feed.outbox.notice == refusal)
    #expect(feed.outbox.refusal(replyTo: nil) == refusal)
    #expect(feed.outbox.refusal(replyTo: "5") == nil)
    #expect(feed.outbox.state == OutboxState())
    feed.outbox.compose(text: "Hello", replyTo: nil)
    #expect(feed.outbox.notice == nil)
  }

  @Test func `The notice of a post that failed goes when it is sent again`() async throws {
    let feed = FeedHarness()
    try await feed.finish(feed.post("A"), post: .failure(.noNetwork))
    #expect(feed.outbox.notice == .postFailed())
    let retry = feed.retry("key-1")
    #expect(feed.outbox.notice == nil)
    try await feed.finish(retry, post: .failure(.noNetwork))
    #expect(feed.outbox.notice == .postFailed())
  }

  @Test func `A storage that is read late does not bring back what was sent or typed since`() async throws {
    let reads = HoldingUseCase<Void, Drafts, DraftStorageError>("drafts")
    let repository = HeldRepository(holdsLists: false)
    let useCase = FeedUseCase(
      repository: repository, drafts: HeldDraftStorage(reads: reads), makeKey: { "sent" })
    let store = OutboxStore(useCase: useCase, messages: .japanese)
    let failed = StartedAction { await store.load() }
    #expect(StartedAction { await store.load() }.hasReturned)
    try reads.fail(with: .unavailable(reason: ""))
    try await failed.finish()
    #expect(
      store.notice == Notice(title: "下書き", text: "保存された未送信の投稿を読み込めませんでした。", button: "OK"))
    let load = StartedAction { await store.load() }
    let post = StartedAction { await store.post(text: "sent") }
    try repository.posts.succeed(with: .sample(1))
    try await post.finish()
    store.compose(text: "new", replyTo: nil)
    await store.keep()
    let stored = ["sent", "unsent"].map { PostDraft(text: $0, replyTo: nil, idempotencyKey: $0) }
    try reads.succeed(
      with: Drafts(unsent: stored, composed: [PostInput(text: "old"), PostInput(text: "r", replyTo: "1")]))
    try await load.finish()
    #expect(store.state.unsent.map(\.id) == ["unsent"])
    #expect(store.state.text(replyTo: nil) == "new")
    #expect(store.state.text(replyTo: "1") == "r")
    #expect(StartedAction { await store.load() }.hasReturned)
  }

  @Test func `The text in the composer is kept for each post replied to until it is posted`() async throws {
    let feed = FeedHarness()
    for (text, replyTo) in [("He", nil), ("Reply", "5"), ("Hello ", nil)] {
      feed.outbox.compose(text: text, replyTo: replyTo)
      await feed.outbox.keep()
    }
    #expect(Set(feed.saved.composed) == [PostInput(text: "Hello "), PostInput(text: "Reply", replyTo: "5")])
    let relaunched = FeedHarness(stored: feed.saved)
    await relaunched.outbox.load()
    #expect(relaunched.outbox.state.text(replyTo: nil) == "Hello ")
    let post = feed.post("Hello")
    #expect(feed.outbox.state.composed == [PostInput(text: "Reply", replyTo: "5")])
    await feed.outbox.keep()
    try await feed.finish(post, post: .failure(.noNetwork))
    #expect(feed.saved.composed == feed.outbox.state.composed)
    #expect(feed.saved.unsent.map(\.text) == ["Hello"])
  }

  @Test func `A second tap on Send takes the text from the composer once more`() async throws {
    let feed = FeedHarness()
    let post = feed.post("Hello")
    feed.outbox.compose(text: "Hello", replyTo: nil)
    await feed.outbox.keep()
    #expect(feed.post("Hello").hasReturned)
    await feed.outbox.keep()
    #expect(feed.outbox.state.composed.isEmpty)
    #expect(feed.saved.composed.isEmpty)
    #expect(feed.posted.values.count == 2)
    #expect(feed.posts.calls.count == 1)
    try await feed.finish(post, post: .success(.sample(6)))
  }

  @Test func `A form that is submitted again is one post, and another text in it is another one`() async throws {
    let feed = FeedHarness()
    func submit(_ text: String, _ key: String) -> StartedAction {
      feed.start(outbox: "post") {
        $0.compose(text: text, replyTo: nil)
        await $0.post(text: text, replyTo: nil, key: key)
      }
    }
    let first = submit("A", "form-1")
    #expect(submit("A", "form-1").hasReturned)
    try await feed.finish(first, post: .failure(.noNetwork))
    // A retry, which a second click then repeats.
    try await feed.finish(submit("A", "form-2"), post: .success(.sample(6)))
    for key in ["form-1", "form-2"] { #expect(submit("A", key).hasReturned) }
    #expect(feed.outbox.state == OutboxState())
    let other = submit("B", "form-1")
    #expect(feed.posts.calls == [PostDraft(text: "B", replyTo: nil, idempotencyKey: "key-1")])
    try await feed.finish(other, post: .success(.sample(7)))
    #expect(submit("B", "form-1").hasReturned)
    try await feed.finish(submit("A", "form-3"), post: .success(.sample(8)))
    let routes = feed.posted.values.map { if case .queued(let draft) = $0 { draft.id } else { "posted" } }
    #expect(
      routes == [
        "form-1", "form-1", "form-1", "posted", "form-1", "form-1", "key-1", "posted", "key-1", "form-3", "posted",
      ])
  }

  @Test func `A text is kept for its user, also where the session has another one already`() async throws {
    let feed = FeedHarness()
    feed.user.append("author-2")
    try await feed.keep("Hello").finish()
    #expect(feed.saved == Drafts(composed: [PostInput(text: "Hello")]))
    #expect(feed.storage.load(for: "author-2") == Drafts())
  }

  @Test func `A post waits where the session has another user already`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    let post = feed.post()
    feed.user.append("author-2")
    try feed.changes.succeed()
    try await post.finish()
    #expect(feed.posts.calls.isEmpty)
    #expect(feed.outbox.state.unsent.map(\.progress) == [.waiting])
    #expect(feed.outbox.notice == nil)
  }

  @Test func `A text that is sent while it is written is not written again`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    let keep = feed.keep("Hello")
    let post = feed.post("Hello")
    try feed.changes.fail(with: Self.full)
    try await keep.finish()
    let again = feed.start(outbox: "keep") { await $0.keep() }
    #expect(feed.changes.calls.last == .compose(PostInput(text: "")))
    for _ in 0..<2 { try feed.changes.succeed() }
    try await again.finish()
    await post.waitUntilSuspended()
    #expect(feed.posts.calls.count == 1)
  }

  @Test func `One text is written at a time, then the newest of each composer, and a post waits for one`() async throws
  {
    let feed = FeedHarness(holdsDrafts: true)
    let writing = feed.keep("a")
    for (text, replyTo) in [("ab", nil), ("r", "5"), ("abc", nil), ("re", "5")] {
      #expect(feed.keep(text, replyTo: replyTo).hasReturned)
    }
    let post = feed.post("abc")
    let draft = PostDraft(text: "abc", replyTo: nil, idempotencyKey: "key-1")
    #expect(feed.changes.calls == [.compose(PostInput(text: "a")), .add(draft)])
    var written: [DraftChange] = []
    for _ in 0..<3 {
      written.append(try #require(feed.changes.calls.first { if case .compose = $0 { true } else { false } }))
      try feed.changes.succeed(call: try #require(feed.changes.calls.firstIndex(of: written[written.count - 1])))
      await writing.waitUntilSuspended()
    }
    try await writing.finish()
    // What was posted is no longer in the composer.
    #expect(Set(written.dropFirst()) == [.compose(PostInput(text: "")), .compose(PostInput(text: "re", replyTo: "5"))])
    try feed.changes.succeed()
    await post.waitUntilSuspended()
    #expect(feed.posts.calls == [draft])
    #expect(feed.waiting == 1)
  }

  @Test func `A text that cannot be kept is told once, until one is kept, and is tried again`() async throws {
    let feed = FeedHarness(holdsDrafts: true)
    var told: [Bool] = []
    for (text, isKept) in [("a", false), ("a", false), ("ab", true), ("abc", false)] {
      let keep = feed.keep(text)
      try feed.changes.answer(isKept ? .success(()) : .failure(Self.full))
      try await keep.finish()
      told.append(feed.outbox.notice != nil)
      feed.outbox.dismissNotice()
    }
    #expect(told == [true, false, false, true])
    let keep = feed.keep("abc")
    try feed.changes.succeed()
    try await keep.finish()
    #expect(feed.keep("abc").hasReturned)
    #expect(feed.waiting == 0)
  }

  @Test func `A post whose session ends on the way is back with its user, and sent once`() async throws {
    let folder = try TemporaryFolder()
    let feed = await ServedFeed(
      FakeConfiguration(accounts: [.taro, .hanako], now: { .sample }), storage: FileDraftStorage(folder: folder.url))
    try feed.backend.fail(.post, "/v1/posts", with: .answerThenFail(.timedOut))
    try feed.backend.fail(.post, "/v1/posts", with: .status(401))
    try feed.backend.fail(.post, "/v1/refresh", with: .status(401))
    await feed.store.load()
    for text in ["lost", "ended"] { await feed.outbox.post(text: text) }
    #expect(feed.store.state == .idle)
    #expect(feed.outbox.state == OutboxState())
    await feed.session.begin(.hanako)
    await feed.relaunch()
    #expect(feed.outbox.state == OutboxState())
    await feed.signIn()
    await feed.relaunch()
    #expect(feed.outbox.state.unsent.map(\.draft.text) == ["lost", "ended"])
    for post in feed.outbox.state.unsent { await feed.outbox.retry(draft: post.id) }
    #expect(feed.posts.prefix(3).map(\.text).filter { ["lost", "ended"].contains($0) } == ["ended", "lost"])
    #expect(feed.outbox.state == OutboxState())
    #expect(try await feed.storage.load(for: "user-1") == Drafts())
  }
}
