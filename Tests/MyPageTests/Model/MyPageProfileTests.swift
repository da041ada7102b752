import Core
import Foundation
import MyPage
import Testing

/// Profiles ready to show: the translators of the article.
struct MyPageProfileTests {
  private func profile(_ gender: Gender, at seconds: Double = 1_646_746_371.31) -> Profile {
    Profile(userID: "user-1", name: "太郎", gender: gender, createdAt: Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [(Gender.male, "男性", "Male"), (.female, "女性", "Female"), (.unspecified, "選ばない", "Rather not say")])
  func `name, gender and day of registration`(gender: Gender, japanese: String, english: String) {
    #expect(
      MyPageProfile(profile(gender), messages: .japanese)
        == MyPageProfile(name: "太郎", gender: japanese, createdAt: "2022年3月8日"))
    #expect(
      MyPageProfile(profile(gender), messages: .english)
        == MyPageProfile(name: "太郎", gender: english, createdAt: "March 8, 2022"))
  }

  /// The last second of a day in Tokyo, and the first of the next.
  @Test(arguments: [(1_646_751_599.0, "2022年3月8日"), (1_646_751_600, "2022年3月9日"), (-1, "1970年1月1日")])
  func `a day is a day in Tokyo`(seconds: Double, day: String) {
    #expect(MyPageProfile(profile(.male, at: seconds), messages: .japanese).createdAt == day)
  }

  @Test func `the calendar and the time zone are fixed, whichever the system has`() {
    for messages in [MyPageMessages.japanese, .english] {
      #expect(messages.date.calendar.identifier == .gregorian)
      #expect(messages.date.timeZone.identifier == "Asia/Tokyo")
    }
    // What the system's own calendar would have written where it is the Japanese one.
    var imperial = MyPageMessages.japanese
    imperial.date.calendar = Calendar(identifier: .japanese)
    #expect(MyPageProfile(profile(.male), messages: imperial).createdAt == "4年3月8日")
  }
}
