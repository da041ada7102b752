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
    #expect(japanese.allSatisfy { !$0.isEmpty } && Set(japanese).isDisjoint(with: english))
    #expect(english.allSatisfy { !$0.isEmpty && $0.unicodeScalars.allSatisfy { $0.value < 0x3000 } })
    #expect([MyPageMessages.japanese.common, MyPageMessages.english.common] == [.japanese, .english])
  }

  @Test(arguments: [
    (MyPageError.invalidName, "Use a name of 2 to 10 characters."), (.invalidGender, "Select a gender."),
    (.notAuthorized, "Sign in to continue."), (.noNetwork, MyPageMessages.english.saveFailed),
    (.rateLimited(retryAfter: nil), MyPageMessages.english.saveFailed),
    (.serverError(reason: "x"), MyPageMessages.english.saveFailed), (.cancelled, MyPageMessages.english.saveFailed),
  ])
  func `Every error has its message`(error: MyPageError, save: String) {
    let messages = MyPageMessages.english
    #expect(messages.save(failedWith: error) == save)
    #expect(messages.read(failedWith: error) == (error == .notAuthorized ? save : messages.readFailed))
    #expect(messages.delete(failedWith: error) == (error == .notAuthorized ? save : messages.deleteFailed))
  }
}
