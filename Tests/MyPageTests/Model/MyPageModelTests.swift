import Core
import Foundation
import MyPage
import Testing

struct MyPageModelTests {
  /// The last second of a day in Tokyo, and the first of the next.
  @Test(arguments: [(1_646_751_599.0, "2022年3月8日"), (1_646_751_600, "2022年3月9日"), (-1, "1970年1月1日")])
  func `A day in Japanese is a Gregorian day in Tokyo, in English one of the user`(seconds: Double, day: String) {
    let date = Date(timeIntervalSince1970: seconds)
    let profile = Profile(userID: "user-1", name: "太郎", gender: .male, createdAt: date)
    #expect(MyPageProfile(profile, messages: .japanese).createdAt == day)
    #expect(MyPageMessages.english.date.timeZone == .autoupdatingCurrent)
    for messages in [MyPageMessages.japanese, .english] { #expect(messages.date.calendar.identifier == .gregorian) }
  }

  @Test func `The form is offered until a profile is saved, and after a failed read`() {
    let states: [MyPageState] = [
      .idle, .loading, .error(""), .loaded(MyPageContent()), .loaded(MyPageContent(isSaved: true)),
    ]
    #expect(states.map(\.isRegisterOffered) == [false, false, true, true, false])
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
