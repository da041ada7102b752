#if Driver
  import ArgumentParser
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import MyPage

  /// A state as a transcript prints it: its name, and a text where it carries one.
  struct StateText: Equatable, CustomStringConvertible {
    let name: String
    let text: String?

    var description: String { [name, text].compactMap(\.self).joined(separator: " ") }
  }

  /// A Store as a script names it.
  enum StoreName: String, CaseIterable, ExpressibleByArgument {
    case auth, feed, mypage

    /// The states that it can be in, as a script names them.
    var stateNames: [String] {
      switch self {
      case .auth: ["loading", "signedIn", "signedOut", "error"]
      case .feed: ["idle", "loading", "loaded", "empty", "notAuthorized", "error"]
      case .mypage: ["idle", "loading", "loaded", "error"]
      }
    }
  }

  extension AuthState {
    func text(in language: AppLanguage) -> StateText {
      switch self {
      case .loading: StateText(name: "loading", text: nil)
      case .signedIn(let user): StateText(name: "signedIn", text: user.name)
      case .signedOut: StateText(name: "signedOut", text: nil)
      case .error(let text): StateText(name: "error", text: text)
      }
    }
  }

  extension FeedState {
    func text(in language: AppLanguage) -> StateText {
      switch self {
      case .idle: StateText(name: "idle", text: nil)
      case .loading: StateText(name: "loading", text: nil)
      case .loaded(let content): StateText(name: "loaded", text: DriverMessages(language).text(for: content))
      case .empty(let timelines): StateText(name: "empty", text: timelines.chosen?.title)
      case .notAuthorized: StateText(name: "notAuthorized", text: nil)
      case .error(let text): StateText(name: "error", text: text)
      }
    }

    /// How many posts are shown.
    var postCount: Int {
      guard case .loaded(let content) = self else { return 0 }
      return content.posts.count
    }
  }

  extension MyPageState {
    func text(in language: AppLanguage) -> StateText {
      switch self {
      case .idle: StateText(name: "idle", text: nil)
      case .loading: StateText(name: "loading", text: nil)
      case .loaded(let content): StateText(name: "loaded", text: DriverMessages(language).text(for: content))
      case .error(let text): StateText(name: "error", text: text)
      }
    }
  }
#endif
