import Core
import Foundation

/// The texts of MyPage.
///
/// An app can pass its own.
public struct MyPageMessages: Sendable, Equatable {
  /// The headline of the form.
  public var formTitle = "プロフィール登録"
  /// The mark of a field that must be filled.
  public var required = "必須"
  /// The label of the name field.
  public var name = "名前"
  /// The label of the gender picker.
  public var gender = "性別"
  /// The picker's choices; the position is the code.
  public var genderChoices = ["未選択", "男", "女", "選ばない"]
  /// The label of the button that registers.
  public var register = "登録"
  /// The label of the button that fetches.
  public var fetch = "取得"
  /// The label of the button that deletes.
  public var delete = "削除"

  /// The question before a profile is deleted.
  public var deleteQuestion = "プロフィールを削除しますか？"
  /// The label of a button that does nothing.
  public var cancel = "キャンセル"
  /// What a screen reader says while something is under way.
  public var loading = "読み込み中"

  /// The headline of the profile.
  public var title = "あなたのプロフィール"
  /// What stands before the name.
  public var nameLabel = "名前："
  /// What stands before the gender.
  public var genderLabel = "性別："
  /// What stands before the day of registration.
  public var createdAtLabel = "登録日："
  /// The gender of a profile, male.
  public var male = "男性"
  /// The gender of a profile, female.
  public var female = "女性"
  /// The gender of a profile whose owner chooses not to say.
  public var unspecified = "選ばない"

  /// The headline when a profile could not be saved.
  public var saveFailedTitle = "登録失敗"
  /// The name is too short or too long.
  public var invalidName = "2文字以上10文字以下で登録してください"
  /// No gender was chosen.
  public var invalidGender = "性別を選択してください"
  /// A profile could not be saved.
  public var saveFailed = "登録に失敗しました。通信状態が良好な環境で再度お試しください。"
  /// The headline when a profile was saved.
  public var saveDoneTitle = "登録完了"
  /// A profile was saved.
  public var saveDone = "プロフィールを登録しました"

  /// The headline when a profile could not be read.
  public var readFailedTitle = "取得失敗"
  /// A profile could not be read.
  public var readFailed = "取得に失敗しました。通信状態が良好な環境で再度お試しください。"
  /// The label of the button that tries to read again.
  public var retry = "やり直す"

  /// The headline when a profile was deleted.
  public var deleteDoneTitle = "削除成功"
  /// A profile was deleted.
  public var deleteDone = "プロフィールを削除しました"
  /// The headline when a profile could not be deleted.
  public var deleteFailedTitle = "削除失敗"
  /// A profile could not be deleted.
  public var deleteFailed = "削除に失敗しました。通信状態が良好な環境で再度お試しください。"

  /// Nobody is signed in.
  public var notAuthorized = "ログインしてください。"
  /// The label of the button that dismisses a notice.
  public var dismiss = "OK"
  /// How dates are written, by a fixed calendar and in the time zone of the article, Asia/Tokyo.
  public var date = Date.VerbatimFormatStyle(
    format: "\(year: .defaultDigits)年\(month: .defaultDigits)月\(day: .defaultDigits)日",
    locale: Locale(identifier: "ja_JP"), timeZone: Self.tokyo, calendar: Calendar(identifier: .gregorian))

  private static let tokyo = TimeZone(identifier: "Asia/Tokyo") ?? .gmt

  /// The article's texts, to the byte, and what it left out in the same tone.
  public static let japanese = MyPageMessages()

  /// The same in English.
  public static let english = MyPageMessages(
    formTitle: "Create Profile",
    required: "Required",
    name: "Name",
    gender: "Gender",
    genderChoices: ["Not chosen", "Man", "Woman", "Rather not say"],
    register: "Register",
    fetch: "Fetch",
    delete: "Delete",
    deleteQuestion: "Delete your profile?",
    cancel: "Cancel",
    loading: "Loading",
    title: "Your Profile",
    nameLabel: "Name: ",
    genderLabel: "Gender: ",
    createdAtLabel: "Registered: ",
    male: "Male",
    female: "Female",
    unspecified: "Rather not say",
    saveFailedTitle: "Couldn’t Register",
    invalidName: "Use a name of 2 to 10 characters.",
    invalidGender: "Choose a gender.",
    saveFailed: "You couldn’t be registered. Try again where the connection is better.",
    saveDoneTitle: "Registered",
    saveDone: "Your profile was registered.",
    readFailedTitle: "Couldn’t Fetch",
    readFailed: "Your profile couldn’t be fetched. Try again where the connection is better.",
    retry: "Try Again",
    deleteDoneTitle: "Deleted",
    deleteDone: "Your profile was deleted.",
    deleteFailedTitle: "Couldn’t Delete",
    deleteFailed: "Your profile couldn’t be deleted. Try again where the connection is better.",
    notAuthorized: "Log in to see your profile.",
    date: Date.VerbatimFormatStyle(
      format: "\(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits)",
      locale: Locale(identifier: "en_US"), timeZone: Self.tokyo, calendar: Calendar(identifier: .gregorian)))

  /// A gender in words.
  ///
  /// - Parameter gender: The gender.
  /// - Returns: The words.
  public func text(for gender: Gender) -> String {
    switch gender {
    case .male: male
    case .female: female
    case .unspecified: unspecified
    }
  }
}
