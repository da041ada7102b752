import Core
import Feed
import Foundation

/// Posts, pages and states to test with.
enum Sample {
  static let home = Timeline(id: "home", title: "ホーム")
  static let swift = Timeline(id: "swift", title: "Swift")
  static let author = Author(id: "author-1", name: "花子", screenName: "hanako")

  /// A post whose number is its identifier and its second.
  static func post(_ number: Int, replyTo: Int? = nil) -> Post {
    Post(
      id: "\(number)", author: author, text: "Text \(number)",
      createdAt: Date(timeIntervalSince1970: Double(number)), inReplyTo: replyTo.map(String.init))
  }

  static func page(_ numbers: [Int], next: Int? = nil) -> FeedPage {
    FeedPage(posts: numbers.map { post($0) }, nextMaxID: next.map(String.init))
  }

  static func timelines(_ chosen: Timeline? = home) -> TimelineSelection {
    TimelineSelection(all: [home, swift], chosen: chosen)
  }

  static func notice(_ title: String, _ text: String) -> Notice {
    Notice(title: title, text: text, button: "OK")
  }

  static let offlineRead = notice("取得失敗", "ネットワーク接続を確認してください。")
  static let offlinePost = notice("投稿失敗", "ネットワーク接続を確認してください。")
}

extension FeedState {
  /// Posts are shown.
  static func posts(
    _ numbers: [Int], next: Int? = nil, _ activity: FeedActivity = .none, of timeline: Timeline = Sample.home
  ) -> FeedState {
    .loaded(
      FeedContent(
        Sample.page(numbers, next: next), timelines: Sample.timelines(timeline), activity: activity))
  }

  static let offline = FeedState.error("ネットワーク接続を確認してください。")

  /// The posts that are shown.
  var shownPosts: [Post] {
    guard case .loaded(let content) = self else { return [] }
    return Array(content.posts)
  }
}
