import Core
import Foundation
import MyPage

/// Profiles, states and notices to test with.
enum Sample {
  /// The moment of the article.
  static let moment = Date(timeIntervalSince1970: 1_646_746_371.312_878_1)
  static let draft = ProfileDraft(name: "太郎", gender: .male, createdAt: moment)
  static let profile = Profile(userID: "user-1", name: "太郎", gender: .male, createdAt: moment)
  static let shown = MyPageProfile(name: "太郎", gender: "男性", createdAt: "2022年3月8日")
  static let saved = StoredProfile(profile: profile, isSaved: true)
  static let none = StoredProfile(profile: nil, isSaved: false)

  static let name = notice("登録失敗", "2文字以上10文字以下で登録してください")
  static let gender = notice("登録失敗", "性別を選択してください")
  static let saveFailed = notice("登録失敗", "登録に失敗しました。通信状態が良好な環境で再度お試しください。")
  static let saveDone = notice("登録完了", "プロフィールを登録しました")
  static let readFailed = notice("取得失敗", readFailedText, "やり直す")
  static let readFailedText = "取得に失敗しました。通信状態が良好な環境で再度お試しください。"
  static let deleteDone = notice("削除成功", "プロフィールを削除しました")
  static let deleteFailed = notice("削除失敗", "削除に失敗しました。通信状態が良好な環境で再度お試しください。")

  static func notice(_ title: String, _ text: String, _ button: String = "OK") -> Notice {
    Notice(title: title, text: text, button: button)
  }
}

extension MyPageState {
  /// The profile of the article is shown.
  static func saved(_ activity: MyPageActivity = .none, form: ProfileInput = ProfileInput()) -> MyPageState {
    .loaded(MyPageContent(profile: Sample.shown, isSaved: true, activity: activity, form: form))
  }

  /// It is known that there is no profile.
  static func unsaved(_ activity: MyPageActivity = .none, form: ProfileInput = ProfileInput()) -> MyPageState {
    .loaded(MyPageContent(profile: nil, isSaved: false, activity: activity, form: form))
  }
}
