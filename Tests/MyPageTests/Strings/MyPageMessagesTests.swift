import Core
import Foundation
import MyPage
import Testing

struct MyPageMessagesTests {
  @Test func `Every string is translated`() {
    func strings(_ messages: MyPageMessages) -> [String] {
      Mirror(reflecting: messages).children.flatMap {
        $0.value as? [String] ?? [$0.value as? String].compactMap(\.self)
      }
    }
    let (japanese, english) = (
      strings(MyPageMessages(language: .japanese)), strings(MyPageMessages(language: .english))
    )
    #expect(japanese.count == english.count)
    #expect(japanese.allSatisfy { !$0.isEmpty })
    #expect(Set(japanese).isDisjoint(with: english))
    #expect(english.allSatisfy { !$0.isEmpty && $0.unicodeScalars.allSatisfy { $0.value < 0x3000 } })
    #expect([MyPageMessages.japanese.common, MyPageMessages.english.common] == [.japanese, .english])
  }

  @Test(
    arguments: [
      (MyPageError.invalidName, "Use a name of 2 to 10 characters."), (.invalidGender, "Select a gender."),
      (.alreadyRegistered, "You already have a profile. It is shown instead."),
      (.notAuthorized, "Sign in to continue."), (.accessDenied, "The server denied access. Try again."),
      (.rejected(reason: "The name is taken."), "The name is taken."), (.rejected(reason: nil), nil),
      (.noNetwork, nil), (.rateLimited(retryAfter: nil), nil), (.serverError(reason: "x"), nil), (.cancelled, nil),
    ] as [(MyPageError, String?)])
  func `Every error has its message`(error: MyPageError, text: String?) {
    let messages = MyPageMessages.english
    let texts = MyPageOperation.allCases.map { messages.text(for: error, doing: $0) }
    #expect(texts == [messages.readFailed, messages.saveFailed, messages.deleteFailed].map { text ?? $0 })
  }

  @Test func `A notice has the title of its operation, and that of a read offers to try again`() {
    let messages = MyPageMessages.japanese
    let notices = MyPageOperation.allCases.map { messages.notice(for: .noNetwork, doing: $0) }
    #expect(notices.map(\.title) == ["取得失敗", "登録失敗", "削除失敗"])
    #expect(notices.map(\.button) == ["やり直す", "OK", "OK"])
    #expect(notices.map(\.action) == [.retry, .dismiss, .dismiss])
  }

  /// The last second of a day in Tokyo, and the first of the next.
  @Test(arguments: [(1_646_751_599.0, "2022年3月8日"), (1_646_751_600, "2022年3月9日"), (-1, "1970年1月1日")])
  func `A day in Japanese is a Gregorian day in Tokyo, in English one of the user`(seconds: Double, day: String) {
    let date = Date(timeIntervalSince1970: seconds)
    let profile = Profile(userID: "user-1", name: "太郎", gender: .male, createdAt: date)
    #expect(MyPageProfile(profile, messages: .japanese).createdAt == day)
    #expect(MyPageMessages.english.date.timeZone == .autoupdatingCurrent)
    for messages in [MyPageMessages.japanese, .english] { #expect(messages.date.calendar.identifier == .gregorian) }
  }

  @MainActor
  @Test func `A gender without a string is not offered`() {
    var messages = MyPageMessages.english
    messages.genderChoices = ["–", "Male"]
    let store = MyPageStore(
      client: FakeAPIClient(), session: Session(storage: InMemorySessionStorage()), flags: InMemorySavedFlagStorage(),
      messages: messages)
    #expect(store.genderChoices.map(\.label) == ["–", "Male"])
  }
}
