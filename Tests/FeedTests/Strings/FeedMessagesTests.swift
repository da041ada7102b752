import Core
import Feed
import Foundation
import Testing

struct FeedMessagesTests {
  @Test(arguments: [
    (FeedError.noNetwork, "ネットワーク接続を確認してください。", "Check your network connection."),
    (.notAuthorized, "ログインしてください。", "Sign in to continue."),
    (.unknownTimeline, "このタイムラインは見つかりませんでした。", "This timeline couldn’t be found."),
    (.invalidText, "1文字以上280文字以下で入力してください。", "Write 1 to 280 characters."),
    (.postRejected, "この内容は投稿できませんでした。", "This can’t be posted."),
    (.rateLimited(retryAfter: .seconds(9)), "アクセスが集中しています。時間をおいて再試行してください。", "Too many requests. Try again later."),
    (
      .serverError(reason: "for developers"), "サーバーで問題が発生しました。時間をおいて再試行してください。",
      "Something went wrong on the server. Try again later."
    ),
    (.cancelled, "不明なエラーが発生しました。", "An unknown error occurred."),
  ])
  func `Each error has a message in both languages`(error: FeedError, japanese: String, english: String) {
    #expect(FeedMessages(language: .japanese).text(for: error) == japanese)
    #expect(FeedMessages(language: .english).text(for: error) == english)
  }

  @Test func `Each string is translated`() {
    func strings(_ messages: FeedMessages) -> [String: String] {
      var strings: [String: String] = [:]
      for child in Mirror(reflecting: messages).children {
        if let label = child.label, let string = child.value as? String { strings[label] = string }
      }
      return strings
    }
    let (japanese, english) = (strings(.japanese), strings(.english))
    #expect(japanese.count == 16)
    #expect(japanese.allSatisfy { !$0.value.isEmpty && english[$0.key] != $0.value })
    #expect(english.values.allSatisfy { !$0.isEmpty && $0.unicodeScalars.allSatisfy { $0.value < 0x3000 } })
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

  @Test(arguments: [
    ("Asia/Tokyo", "9日 00:00", "March 9, 2022, 00:00"), ("America/New_York", "8日 10:00", "March 8, 2022, 10:00"),
  ])
  func `Dates are written by language, in the given time zone, in the Gregorian calendar`(
    zone: String, japanese: String, english: String
  ) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let date = Date(timeIntervalSince1970: 1_646_751_600)
    #expect(date.formatted(FeedMessages.japanese.dates(in: zone).date) == "2022年3月\(japanese)")
    #expect(date.formatted(FeedMessages.english.dates(in: zone).date) == english)
    for messages in [FeedMessages.japanese, .english] {
      #expect(messages.date.timeZone == .autoupdatingCurrent)
      #expect(messages.date.calendar.identifier == .gregorian)
    }
  }
}
