import Core
import Foundation

/// The strings of MyPage; an app can pass its own.
public struct MyPageMessages: Sendable, Hashable {
  /// The strings that every feature shows.
  public var common = CommonMessages.japanese
  /// The title of the form.
  public var formTitle = "プロフィール登録"
  /// The mark of a required field.
  public var required = "必須"
  /// The label of the name field.
  public var name = "名前"
  /// The label of the gender picker.
  public var gender = "性別"
  /// The choices of the gender picker; the index is the raw value of the gender, 0 for none.
  public var genderChoices = ["未選択", "男", "女", "選ばない"]
  /// The label of the button that saves the form.
  public var register = "登録"
  /// The label of the button that reads the profile again.
  public var fetch = "取得"
  /// The label of the button that deletes the profile.
  public var delete = "削除"
  /// The question before a profile is deleted.
  public var deleteQuestion = "プロフィールを削除しますか？"

  /// The title of the profile.
  public var title = "あなたのプロフィール"
  /// The label before the name.
  public var nameLabel = "名前："
  /// The label before the gender.
  public var genderLabel = "性別："
  /// The label before the day of registration.
  public var createdAtLabel = "登録日："
  /// Male, on a profile.
  public var male = "男性"
  /// Female, on a profile.
  public var female = "女性"
  /// Not specified, on a profile.
  public var unspecified = "選ばない"
  /// The format of the day of registration: Gregorian, in Asia/Tokyo in Japanese and in the user’s time zone in English.
  public var date = Self.style(
    "\(year: .defaultDigits)年\(month: .defaultDigits)月\(day: .defaultDigits)日", "ja_JP",
    TimeZone(identifier: "Asia/Tokyo") ?? .gmt)

  /// The format of the moment at which a profile was kept: Gregorian, by default in the user’s time zone.
  public var time = Self.style(
    """
    \(year: .defaultDigits)年\(month: .defaultDigits)月\(day: .defaultDigits)日 \
    \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
    """, "ja_JP", .autoupdatingCurrent)

  /// The title of a failed save.
  public var saveFailedTitle = "登録失敗"
  /// The name is too short or too long.
  public var invalidName = "2文字以上10文字以下で登録してください"
  /// No gender is chosen.
  public var invalidGender = "性別を選択してください"
  /// The user has a profile already, which is shown instead.
  public var alreadyRegistered = "プロフィールは既に登録されています。登録済みの内容を表示します。"
  /// A save failed for another reason.
  public var saveFailed = "登録に失敗しました。通信状態が良好な環境で再度お試しください。"
  /// The title after a save.
  public var saveDoneTitle = "登録完了"
  /// A save succeeded.
  public var saveDone = "プロフィールを登録しました"

  /// The title of a failed read.
  public var readFailedTitle = "取得失敗"
  /// A read failed.
  public var readFailed = "取得に失敗しました。通信状態が良好な環境で再度お試しください。"

  /// The title of a failed delete.
  public var deleteFailedTitle = "削除失敗"
  /// A delete failed.
  public var deleteFailed = "削除に失敗しました。通信状態が良好な環境で再度お試しください。"
  /// The title after a delete.
  public var deleteDoneTitle = "削除成功"
  /// A delete succeeded.
  public var deleteDone = "プロフィールを削除しました"

  /// The strings in Japanese.
  public static let japanese = MyPageMessages()

  /// The strings in English.
  public static let english = MyPageMessages(
    common: .english,
    formTitle: "Register Profile",
    required: "Required",
    name: "Name",
    gender: "Gender",
    genderChoices: ["Not selected", "Male", "Female", "Prefer not to say"],
    register: "Register",
    fetch: "Reload",
    delete: "Delete",
    deleteQuestion: "Delete your profile?",
    title: "Your Profile",
    nameLabel: "Name: ",
    genderLabel: "Gender: ",
    createdAtLabel: "Registered: ",
    male: "Male",
    female: "Female",
    unspecified: "Prefer not to say",
    date: style(
      "\(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits)", "en_US", .autoupdatingCurrent),
    time: style(
      """
      \(month: .wide) \(day: .defaultDigits), \(year: .defaultDigits), \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
      """, "en_US", .autoupdatingCurrent),
    saveFailedTitle: "Registration Failed",
    invalidName: "Use a name of 2 to 10 characters.",
    invalidGender: "Select a gender.",
    alreadyRegistered: "You already have a profile. It is shown instead.",
    saveFailed: "Registration failed. Check your connection and try again.",
    saveDoneTitle: "Registered",
    saveDone: "Your profile is registered.",
    readFailedTitle: "Loading Failed",
    readFailed: "Your profile couldn’t be loaded. Check your connection and try again.",
    deleteFailedTitle: "Deletion Failed",
    deleteFailed: "Your profile couldn’t be deleted. Check your connection and try again.",
    deleteDoneTitle: "Deleted",
    deleteDone: "Your profile is deleted.")

  private static func style(
    _ format: Date.FormatString, _ locale: String, _ timeZone: TimeZone
  ) -> Date.VerbatimFormatStyle {
    Date.VerbatimFormatStyle(
      format: format, locale: Locale(identifier: locale), timeZone: timeZone, calendar: Calendar(identifier: .gregorian)
    )
  }
}

extension MyPageMessages {
  /// Creates the built-in strings in a language.
  public init(language: Language) {
    switch language {
    case .japanese: self = .japanese
    case .english: self = .english
    }
  }

  /// Returns the same strings with dates in a time zone.
  public func dates(in timeZone: TimeZone) -> MyPageMessages {
    var messages = self
    messages.date.timeZone = timeZone
    messages.time.timeZone = timeZone
    return messages
  }

  /// Returns the line above what an earlier launch has shown.
  public func keptLine(_ date: Date) -> String {
    common.kept.replacing("%@", with: date.formatted(time))
  }

  /// Returns a gender in words; empty where it is unknown.
  public func text(for gender: Gender?) -> String {
    switch gender {
    case .male: male
    case .female: female
    case .unspecified: unspecified
    case nil: ""
    }
  }

  /// Returns the message for an error.
  public func text(for error: MyPageError, doing operation: MyPageOperation) -> String {
    switch error {
    case .invalidName: invalidName
    case .invalidGender: invalidGender
    case .alreadyRegistered: alreadyRegistered
    case .notAuthorized: common.notAuthorized
    case .accessDenied: common.accessDenied
    case .rejected(let reason?): reason
    case .rejected(nil), .noNetwork, .rateLimited, .serverError, .cancelled:
      switch operation {
      case .load: readFailed
      case .save: saveFailed
      case .delete: deleteFailed
      }
    }
  }

  /// Returns the notice of an error; that of a read offers to try again.
  public func notice(for error: MyPageError, doing operation: MyPageOperation) -> Notice {
    let text = text(for: error, doing: operation)
    return switch operation {
    case .load: Notice(title: readFailedTitle, text: text, button: common.retry, action: .retry)
    case .save: notice(saveFailedTitle, text, kind(of: error))
    case .delete: notice(deleteFailedTitle, text, .failure)
    }
  }

  func notice(_ title: String, _ text: String, _ kind: Notice.Kind) -> Notice {
    Notice(title: title, text: text, button: common.dismiss, kind: kind)
  }

  private func kind(of error: MyPageError) -> Notice.Kind {
    switch error {
    case .invalidName: .invalidInput(field: "name")
    case .invalidGender: .invalidInput(field: "gender")
    case .alreadyRegistered, .notAuthorized, .accessDenied, .rejected, .noNetwork, .rateLimited, .serverError,
      .cancelled:
      .failure
    }
  }
}

/// An operation that can fail.
public enum MyPageOperation: Sendable, CaseIterable {
  /// Reading the profile.
  case load
  /// Registering or replacing the profile.
  case save
  /// Deleting the profile.
  case delete
}
