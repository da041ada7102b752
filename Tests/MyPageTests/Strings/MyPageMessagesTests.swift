import Core
import Foundation
import MyPage
import Testing

/// The article's texts to the byte, and both languages say everything.
struct MyPageMessagesTests {
  @Test func `the texts of the article`() {
    let messages = MyPageMessages.japanese
    let texts: [(String, String)] = [
      (messages.formTitle, "プロフィール登録"), (messages.required, "必須"), (messages.name, "名前"), (messages.gender, "性別"),
      (messages.register, "登録"), (messages.fetch, "取得"), (messages.delete, "削除"),
      (messages.title, "あなたのプロフィール"), (messages.nameLabel, "名前："), (messages.genderLabel, "性別："),
      (messages.createdAtLabel, "登録日："), (messages.dismiss, "OK"), (messages.retry, "やり直す"),
      (messages.saveFailedTitle, "登録失敗"), (messages.invalidName, "2文字以上10文字以下で登録してください"),
      (messages.invalidGender, "性別を選択してください"),
      (messages.saveFailed, "登録に失敗しました。通信状態が良好な環境で再度お試しください。"), (messages.saveDoneTitle, "登録完了"),
      (messages.saveDone, "プロフィールを登録しました"), (messages.readFailedTitle, "取得失敗"),
      (messages.readFailed, "取得に失敗しました。通信状態が良好な環境で再度お試しください。"), (messages.deleteDoneTitle, "削除成功"),
      (messages.deleteDone, "プロフィールを削除しました"),
    ]
    for (text, expected) in texts { #expect(Array(text.utf8) == Array(expected.utf8), "\(text)") }
  }

  @Test(arguments: [
    (MyPageMessages.japanese, ["未選択", "男", "女", "選ばない"]), (.english, ["Not chosen", "Man", "Woman", "Rather not say"]),
  ])
  func `a choice's position is its code, and 0 is chosen first`(messages: MyPageMessages, choices: [String]) {
    #expect(messages.genderChoices == choices)
    #expect(ProfileInput().gender == 0)
    #expect(Gender.allCases.map(\.rawValue) == Array(1..<choices.count))
  }

  nonisolated static let notices: [(MyPageError, String, String, String)] = [
    (.invalidName, "invalidName", "readFailed", "deleteFailed"),
    (.invalidGender, "invalidGender", "readFailed", "deleteFailed"),
    (.noNetwork, "saveFailed", "readFailed", "deleteFailed"),
    (.notAuthorized, "notAuthorized", "notAuthorized", "notAuthorized"),
    (.rateLimited(retryAfter: nil), "saveFailed", "readFailed", "deleteFailed"),
    (.sessionEnded, "saveFailed", "notAuthorized", "deleteFailed"),
    (.serverError(reason: "x"), "saveFailed", "readFailed", "deleteFailed"),
    (.cancelled, "saveFailed", "readFailed", "deleteFailed"),
  ]

  @Test(arguments: notices, [MyPageMessages.japanese, .english])
  func `every error has its notice at each call`(
    example: (MyPageError, String, String, String), messages: MyPageMessages
  ) {
    let (error, save, read, delete) = example
    let texts = texts(messages)
    #expect(
      [messages.save(failedWith: error), messages.read(failedWith: error), messages.delete(failedWith: error)] == [
        Notice(title: messages.saveFailedTitle, text: texts[save] ?? "", button: messages.dismiss),
        Notice(title: messages.readFailedTitle, text: texts[read] ?? "", button: messages.retry),
        Notice(title: messages.deleteFailedTitle, text: texts[delete] ?? "", button: messages.dismiss),
      ])
  }

  /// The texts by their names.
  private func texts(_ messages: MyPageMessages) -> [String: String] {
    var texts: [String: String] = [:]
    for child in Mirror(reflecting: messages).children {
      guard let label = child.label else { continue }
      if let text = child.value as? String { texts[label] = text }
      for (number, text) in (child.value as? [String] ?? []).enumerated() { texts["\(label)[\(number)]"] = text }
    }
    return texts
  }

  @Test func `no text is missing in either language`() {
    let (japanese, english) = (texts(.japanese), texts(.english))
    #expect(japanese["title"] == "あなたのプロフィール")
    #expect(Set(japanese.keys) == Set(english.keys))
    #expect((Array(japanese.values) + english.values).allSatisfy { $0.contains { !$0.isWhitespace } })
  }

  @Test func `every text is translated but the one that is the same in both`() {
    let (japanese, english) = (texts(.japanese), texts(.english))
    #expect(japanese.keys.filter { japanese[$0] == english[$0] } == ["dismiss"])
    #expect(english.values.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value < 0x3000 } })
  }
}
