import Core
import Feed
import Foundation
import TestSupport
import Testing

struct FeedMessagesTests {
  @Test(arguments: [
    (FeedError.noNetwork, CommonMessages.japanese.noNetwork, "Check your network connection."),
    (.notAuthorized, "ログインしてください。", "Sign in to continue."),
    (.accessDenied, "アクセスが許可されませんでした。もう一度お試しください。", "The server denied access. Try again."),
    (.unknownTimeline, "このタイムラインは見つかりませんでした。", "This timeline couldn’t be found."),
    (.invalidText, "1文字以上280文字以下で入力してください。", "Write 1 to 280 characters."),
    (
      .rejected(reason: nil), CommonMessages.japanese.serverError,
      "Something went wrong on the server. Try again later."
    ),
    (.rejected(reason: "Too many links."), "Too many links.", "Too many links."),
    (
      .postMayHaveArrived, "応答がありませんでした。すでに投稿されている可能性があります。確認してから再送信してください。",
      "There was no response. Your post may have been published. Check before you send it again."
    ),
    (.unknownPost, "この投稿は見つかりませんでした。", "This post couldn’t be found."),
    (.notTheAuthor, "自分の投稿だけを削除できます。", "You can delete only your own posts."),
    (
      .draftNotSaved(reason: "for developers"), "書いた内容をこの端末に保存できませんでした。空き容量を確認してください。",
      "What you wrote couldn’t be saved on this device. Check the free space."
    ),
    (
      .draftsUnreadable(reason: "for developers"), "保存された未送信の投稿を読み込めませんでした。",
      "Your unsent posts couldn’t be read."
    ),
    (.rateLimited(retryAfter: .seconds(9)), "アクセスが集中しています。時間をおいて再試行してください。", "Too many requests. Try again later."),
    (
      .serverError(reason: "for developers"), CommonMessages.japanese.serverError,
      "Something went wrong on the server. Try again later."
    ),
    (.cancelled, CommonMessages.japanese.unknownError, "An unknown error occurred."),
  ])
  func `Each error has a message in both languages`(error: FeedError, japanese: String, english: String) {
    #expect(FeedMessages(language: .japanese).text(for: error, doing: .read) == japanese)
    #expect(FeedMessages(language: .english).text(for: error, doing: .read) == english)
  }

  @Test(arguments: [nil, "Too many links."])
  func `A post that the server refuses has its reason, or a message of its own`(_ reason: String?) {
    let error = FeedError.rejected(reason: reason)
    #expect(FeedMessages.japanese.text(for: error, doing: .post) == reason ?? "この内容は投稿できませんでした。")
    #expect(FeedMessages.english.text(for: error, doing: .post) == reason ?? "This can’t be posted.")
  }

  @Test(arguments: [
    (FeedComposer(), nil, nil), (FeedComposer(screenName: "hanako"), nil, nil),
    (FeedComposer(replyTo: "1"), "返信", "Reply"),
    (FeedComposer(replyTo: "1", screenName: "100%@"), "@100%@ さんへの返信", "Replying to @100%@"),
  ])
  func `The composer names the author replied to`(composer: FeedComposer, japanese: String?, english: String?) {
    #expect(composer.replyLine(messages: .japanese) == japanese)
    #expect(composer.replyLine(messages: .english) == english)
    #expect(composer.id == composer)
  }

  @Test func `Each string is translated`() {
    let (japanese, english) = (strings(.japanese), strings(.english))
    #expect(japanese.count == 37)
    #expect(zip(japanese, english).allSatisfy { !$0.isEmpty && $0 != $1 })
    #expect(english.allSatisfy { !$0.isEmpty && $0.unicodeScalars.allSatisfy { $0.value < 0x3000 } })
  }

  @Test(arguments: [(1, "新しい投稿 1件", "1 new post"), (1_000, "新しい投稿 1000件", "1000 new posts")])
  func `New posts are counted`(count: Int, japanese: String, english: String) {
    #expect(FeedMessages.japanese.newPostsLine(count) == japanese)
    #expect(FeedMessages.english.newPostsLine(count) == english)
  }

  private func strings(_ messages: FeedMessages) -> [String] {
    Mirror(reflecting: messages).children.compactMap { $0.value as? String }
  }

  @Test(arguments: [
    (FeedMessages.japanese, "GMT", "1970年1月1日 00:00"), (.japanese, "Asia/Tokyo", "1970年1月1日 09:00"),
    (.english, "GMT", "January 1, 1970, 00:00"), (.english, "America/New_York", "December 31, 1969, 19:00"),
  ])
  func `A row has the author, the text, the date and the author replied to`(
    messages: FeedMessages, zone: String, date: String
  ) throws {
    #expect(messages.date.timeZone == .autoupdatingCurrent)
    #expect(messages.date.calendar.identifier == .gregorian)
    let messages = messages.dates(in: try #require(TimeZone(identifier: zone)))
    let row = PostRow(.sample(2), parent: .sample(1), messages: messages)
    #expect([row.id, row.authorName, row.handle, row.text, row.date] == ["2", "花子", "@hanako", "Text 2", date])
    #expect(row.replyLine == nil)
    let reply = Post.sample(2, replyTo: 1)
    #expect(PostRow(reply, parent: .sample(1), messages: messages).replyLine == messages.replyLine(to: "hanako"))
    #expect(PostRow(reply, parent: nil, messages: messages).replyLine == messages.replyLine(to: nil))
  }

  @Test(arguments: [10_239, 10_240, 10_241])
  func `A row has at most 10 KiB of a text, and whole characters of Unicode`(size: Int) {
    let text = "x" + String(repeating: "é", count: (size - 1) / 2) + String(repeating: "x", count: (size - 1) % 2)
    let post = Post(id: "1", author: .init(id: "1", name: "1", screenName: "1"), text: text, createdAt: .sample)
    let cut = "x" + String(repeating: "é", count: 5_119) + "…"
    #expect(PostRow(post, parent: nil, messages: .english).text == (size > 10_240 ? cut : text))
  }

  @Test(arguments: [(1, "Replying to @hanako"), (200, "Replying to @hanako"), (201, "Reply")])
  func `A reply finds its parent among the next 200 posts`(distance: Int, line: String) {
    let posts = [Post.sample(501), .sample(500, replyTo: 500 - distance)] + (1..<300).map { .sample(500 - $0) }
    let content = FeedContent(FeedPage(posts: posts, nextCursor: nil))
    #expect(content.row(at: 1, messages: .english).replyLine == line)
    #expect(content.row(at: 0, messages: .english).id == "501")
  }
}
