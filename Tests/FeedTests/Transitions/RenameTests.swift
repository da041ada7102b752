import Core
import CoreTesting
import StoreExploring
import TestSupport
import Testing

@testable import Feed

/// A server whose identifiers are names renames the user.
@MainActor
struct RenameTests {
  private let session = Session(storage: InMemorySessionStorage())
  private let draft = PostDraft(text: "Unsent", replyTo: nil, idempotencyKey: "key")
  private let jiro = User(id: "jiro", name: "次郎", email: User.taro.email)

  private func outbox(_ storage: any DraftStorage) async -> OutboxStore {
    await session.begin(.taro)
    let outbox = OutboxStore(
      repository: HeldRepository(holdsLists: false), session: session, drafts: storage, messages: .japanese)
    await outbox.load()
    return outbox
  }

  private func rename() async throws {
    func read() async throws(FeedError) -> StoredSession { StoredSession(user: jiro, accessToken: nil) }
    _ = try await session.renew(read) { $0.email == $1.email }
  }

  @Test func `Drafts move with a user who is renamed, and so does what is written next`() async throws {
    let drafts = Drafts(
      unsent: [draft], composed: [PostInput(text: "Hel")], reactions: [PostReaction(.like, to: "1")])
    let storage = InMemoryDraftStorage([User.taro.id: drafts])
    let outbox = await outbox(storage)
    let before = outbox.state
    try await rename()
    #expect(outbox.state == before)
    #expect(storage.load(for: User.taro.id) == Drafts())
    #expect(storage.load(for: "jiro") == drafts)
    outbox.compose(text: "Hello", replyTo: nil)
    await outbox.keep()
    await outbox.discard(draft: "key")
    #expect(
      storage.load(for: "jiro") == Drafts(composed: [PostInput(text: "Hello")], reactions: drafts.reactions))
    #expect(storage.load(for: User.taro.id) == Drafts())
  }

  @Test func `Drafts that moved before the process ended are read when the server says the new name again`()
    async throws
  {
    let newer = Drafts(composed: [PostInput(text: "Newer")], reactions: [PostReaction(.unlike, to: "1")])
    let older = Drafts(
      unsent: [draft], composed: [PostInput(text: "Older")],
      reactions: [PostReaction(.like, to: "1"), PostReaction(.delete, to: "2")])
    let storage = InMemoryDraftStorage([User.taro.id: older, "jiro": newer])
    let outbox = await outbox(storage)
    outbox.compose(text: "", replyTo: nil)
    try await rename()
    #expect(outbox.state == OutboxState(unsent: [UnsentPost(draft: draft)], composed: newer.composed))
    #expect(
      storage.load(for: "jiro")
        == Drafts(
          unsent: [draft], composed: newer.composed, reactions: newer.reactions + [PostReaction(.delete, to: "2")]))
  }

  @Test func `A like of a user who is renamed is kept, sent and settled under the new identifier`() async throws {
    let storage = InMemoryDraftStorage()
    let repository = HeldRepository(holdsLists: false)
    await session.begin(.taro)
    let store = FeedStore(repository: repository, session: session, drafts: storage, messages: .japanese)
    let outbox = await outbox(storage)
    let load = StartedAction("load") { await store.load() }
    try repository.pages.succeed(with: .sample([5, 4]))
    try await load.finish()
    let like = StartedAction("like") { await store.react(.like, to: "4") }
    try await rename()
    #expect(storage.load(for: "jiro").reactions == [PostReaction(.like, to: "4")])
    let other = StartedAction("like") { await store.react(.like, to: "5") }
    #expect(storage.load(for: "jiro").reactions.map(\.post) == ["4", "5"])
    #expect(storage.load(for: User.taro.id) == Drafts())
    for _ in 0..<2 { try repository.likes.succeed(with: .sample(4)) }
    for action in [like, other] { try await action.finish() }
    #expect(storage.load(for: "jiro") == Drafts())
    #expect(outbox.notice == nil)
  }

  @Test func `Drafts that cannot be moved stay in the outbox, with a notice`() async throws {
    let storage = FullDraftStorage(drafts: Drafts(unsent: [draft]))
    let outbox = await outbox(storage)
    try await rename()
    #expect(outbox.state == OutboxState(unsent: [UnsentPost(draft: draft)]))
    #expect(outbox.notice == outbox.messages.notice(for: .draftNotSaved(reason: "full"), doing: .drafts))
    #expect(session.current?.user == jiro)
  }
}
