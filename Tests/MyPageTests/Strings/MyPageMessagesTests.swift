import Core
import Foundation
import MyPage
import Testing

struct MyPageMessagesTests {
  @Test func `The Japanese strings are those of the article, to the byte`() {
    let messages = MyPageMessages.japanese
    let strings: [(String, String)] = [
      (messages.formTitle, "プロフィール登録"), (messages.required, "必須"), (messages.name, "名前"), (messages.gender, "性別"),
      (messages.register, "登録"), (messages.fetch, "取得"), (messages.delete, "削除"),
      (messages.title, "あなたのプロフィール"), (messages.nameLabel, "名前："), (messages.genderLabel, "性別："),
      (messages.createdAtLabel, "登録日："), (messages.saveFailedTitle, "登録失敗"),
      (messages.invalidName, "2文字以上10文字以下で登録してください"), (messages.invalidGender, "性別を選択してください"),
      (messages.saveFailed, "登録に失敗しました。通信状態が良好な環境で再度お試しください。"), (messages.saveDoneTitle, "登録完了"),
      (messages.saveDone, "プロフィールを登録しました"), (messages.readFailedTitle, "取得失敗"),
      (messages.readFailed, "取得に失敗しました。通信状態が良好な環境で再度お試しください。"), (messages.deleteDoneTitle, "削除成功"),
      (messages.deleteDone, "プロフィールを削除しました"),
    ]
    for (string, expected) in strings { #expect(Array(string.utf8) == Array(expected.utf8), "\(string)") }
    #expect(messages.genderChoices == ["未選択", "男", "女", "選ばない"])
  }

  @Test func `A gender’s raw value is its index among the choices, and the form begins with none`() {
    #expect(ProfileInput() == ProfileInput(name: "", gender: 0))
    for messages in [MyPageMessages.japanese, .english] {
      #expect(Gender.allCases.map(\.rawValue) == Array(1..<messages.genderChoices.count))
    }
  }

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
