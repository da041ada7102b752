import Core
import ExampleApp
import Feed
import MyPage

/// The words that only the driver says.
struct DriverMessages: Equatable {
  var posts = "件"
  var more = "続きあり"
  var refreshing = "更新中"
  var loadingMore = "続きを読み込み中"
  var posting = "送信中"
  var noProfile = "未登録"
  var saving = "登録中"
  var deleting = "削除中"

  static let japanese = DriverMessages()
  static let english = DriverMessages(
    posts: " posts", more: "more to come", refreshing: "refreshing", loadingMore: "loading more", posting: "posting",
    noProfile: "no profile", saving: "saving", deleting: "deleting")

  func text(for content: FeedContent) -> String {
    let activity: String? =
      switch content.activity {
      case .none: nil
      case .refreshing: refreshing
      case .loadingMore: loadingMore
      case .posting: posting
      }
    let parts = [
      content.timelines.chosen?.title, "\(content.posts.count)\(posts)", content.hasMore ? more : nil, activity,
    ]
    return parts.compactMap(\.self).joined(separator: " · ")
  }

  func text(for content: MyPageContent) -> String {
    let activity: String? =
      switch content.activity {
      case .none: nil
      case .saving: saving
      case .deleting: deleting
      }
    return [content.profile?.name ?? noProfile, activity].compactMap(\.self).joined(separator: " · ")
  }
}

extension DriverMessages {
  init(_ language: AppLanguage) {
    switch language {
    case .japanese: self = .japanese
    case .english: self = .english
    }
  }
}
