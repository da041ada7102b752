import Core
import Feed
import Testing

/// What may be posted: 1 to 280 characters after trimming.
struct PostTextTests {
  static let family = "👨‍👩‍👧‍👦"

  @Test(arguments: [
    ("x", "x"), (String(repeating: "x", count: 280), String(repeating: "x", count: 280)), (" \n\tx\u{3000}\n", "x"),
    ("a \n b", "a \n b"), (String(repeating: family, count: 280), String(repeating: family, count: 280)),
    ("\n\(String(repeating: "か\u{3099}", count: 280)) ", String(repeating: "か\u{3099}", count: 280)),
  ])
  func `a text is trimmed and counted by characters`(text: String, draft: String) throws {
    let made = try DraftPost(makeKey: { "key" }).execute(PostInput(text: text, replyTo: "4"))
    #expect(made == PostDraft(text: draft, replyTo: "4", idempotencyKey: "key"))
    #expect(Array(made.text.utf8) == Array(draft.utf8))
  }

  @Test(arguments: [
    "", " ", "\n\t\u{3000}\u{A0}", String(repeating: "x", count: 281), String(repeating: family, count: 281),
  ])
  func `an empty text and one of 281 characters are refused`(text: String) {
    #expect(throws: FeedError.invalidText) { try DraftPost().execute(PostInput(text: text)) }
  }

  @Test func `every draft has a key of its own`() throws {
    let drafts = try (0..<100).map { _ in try DraftPost().execute(PostInput(text: "x")) }
    #expect(Set(drafts.map(\.idempotencyKey)).count == 100)
  }

  @Test(arguments: [String(repeating: family, count: 280), "か\u{3099}", "مرحبا 👋🏽"])
  @MainActor func `what the Store lets pass the backend takes`(text: String) async throws {
    let feed = try await ServedFeed()
    await feed.store.load()
    await feed.store.post(text: " \(text)\n")
    #expect(feed.store.notice == nil)
    #expect(feed.posts.first?.text == text)
  }
}
