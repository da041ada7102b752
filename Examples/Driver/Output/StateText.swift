#if Driver
  import ArgumentParser
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import MyPage

  /// A state as a transcript shows it.
  struct StateText: Equatable, CustomStringConvertible {
    let name: String
    let text: String?

    var description: String { [name, text].compactMap(\.self).joined(separator: " ") }
  }

  /// A Store as a script names it.
  package enum StoreName: String, CaseIterable, ExpressibleByArgument {
    case auth, feed, outbox, mypage

    /// The names of its states.
    var stateNames: [String] {
      switch self {
      case .auth: ["loading", "signedIn", "signedOut", "error"]
      case .feed: ["idle", "loading", "loaded", "empty", "notAuthorized", "error"]
      case .outbox: ["empty", "waiting", "sending", "failed"]
      case .mypage: ["idle", "loading", "loaded", "error"]
      }
    }
  }

  extension AuthState {
    var stateText: StateText {
      switch self {
      case .loading: StateText(name: "loading", text: nil)
      case .signedIn(let user): StateText(name: "signedIn", text: user.name)
      case .signedOut: StateText(name: "signedOut", text: nil)
      case .error(let text): StateText(name: "error", text: text)
      }
    }
  }

  extension FeedState {
    func stateText(_ messages: DriverMessages, timeline: String) -> StateText {
      switch self {
      case .idle: StateText(name: "idle", text: nil)
      case .loading: StateText(name: "loading", text: nil)
      case .loaded(let content): StateText(name: "loaded", text: messages.text(for: content, timeline: timeline))
      case .empty(let content): StateText(name: "empty", text: messages.text(for: content, timeline: timeline))
      case .notAuthorized: StateText(name: "notAuthorized", text: nil)
      case .error(let text): StateText(name: "error", text: text)
      }
    }

    /// The number of posts shown.
    var postCount: Int { content?.posts.count ?? 0 }
  }

  extension OutboxState {
    /// Nothing unsent, posts that wait, one being sent, or posts of which one was not sent for a reason.
    var name: String {
      if unsent.isEmpty { return "empty" }
      if isSending || unsent.contains(where: { $0.progress == .queued }) { return "sending" }
      return unsent.contains { $0.failure != nil } ? "failed" : "waiting"
    }

    func stateText(_ messages: DriverMessages) -> StateText {
      StateText(name: name, text: unsent.isEmpty ? nil : messages.count(of: unsent.count))
    }
  }

  extension FeedStore {
    /// The title of the chosen timeline, or its identifier while that is all that is known.
    var timelineTitle: String { timelines.chosenTitle ?? timelines.chosen ?? messages.home }
  }

  extension MyPageState {
    func stateText(_ messages: DriverMessages) -> StateText {
      switch self {
      case .idle: StateText(name: "idle", text: nil)
      case .loading: StateText(name: "loading", text: nil)
      case .loaded(let content): StateText(name: "loaded", text: messages.text(for: content))
      case .error(let text): StateText(name: "error", text: text)
      }
    }
  }

  /// The strings that only the driver shows.
  struct DriverMessages: Equatable {
    var posts = "件"
    var onePost = "1件"
    var more = "続きあり"
    var refreshing = "更新中"
    var loadingMore = "続きを読み込み中"
    var noProfile = "未登録"
    var saving = "登録中"
    var deleting = "削除中"

    init(_ language: Language) {
      guard language == .english else { return }
      posts = " posts"
      onePost = "1 post"
      more = "more available"
      refreshing = "refreshing"
      loadingMore = "loading more"
      noProfile = "no profile"
      saving = "saving"
      deleting = "deleting"
    }

    func text(for content: FeedContent, timeline: String) -> String {
      let reading: String? =
        switch content.reading {
        case .idle: nil
        case .refreshing: refreshing
        case .loadingMore: loadingMore
        }
      let count = content.posts.isEmpty ? nil : count(of: content.posts.count)
      let parts = [timeline, count, content.hasMore ? more : nil, reading]
      return parts.compactMap(\.self).joined(separator: " · ")
    }

    func count(of posts: Int) -> String {
      posts == 1 ? onePost : "\(posts)\(self.posts)"
    }

    func text(for content: MyPageContent) -> String {
      let activity: String? =
        switch content.activity {
        case .idle: nil
        case .saving: saving
        case .deleting: deleting
        }
      return [content.profile?.name ?? noProfile, activity].compactMap(\.self).joined(separator: " · ")
    }
  }

  extension AppRoot {
    /// The screen in one line: text, fields in brackets, buttons in parentheses.
    var screenText: String {
      switch screen {
      case .launch: auth.messages.common.loading + "…"
      case .login(let purpose): loginText(purpose)
      case .home(let destination): homeText(destination)
      }
    }

    private func loginText(_ purpose: LoginPurpose) -> String {
      let messages = auth.messages
      let fields = "[\(messages.email)] [\(messages.password)]"
      let (button, link) =
        switch purpose {
        case .signIn: (messages.login, messages.signUp)
        case .signUp: (messages.signUp, messages.login)
        }
      let links = environment.providers.map(messages.login(with:)) + [link]
      let controls = ([button] + links).map { "(\($0))" }.joined(separator: " ")
      switch auth.state {
      case .loading: return "\(messages.title)  \(fields) \(messages.common.loading)…"
      case .error(let text):
        let title = auth.errorTitle.map { "\($0): " } ?? ""
        return "\(messages.title)  ! \(title)\(text)  \(fields) \(controls)"
      case .signedOut, .signedIn: return "\(messages.title)  \(fields) \(controls)"
      }
    }

    private func homeText(_ destination: HomeDestination) -> String {
      let messages = AppMessages(language: environment.language)
      let greeting = if case .signedIn(let user) = auth.state { messages.welcome(user.name) } else { "" }
      let place =
        switch destination {
        case .myPage: messages.myPage
        case .timeline: messages.timeline
        case .compose(nil, _): feed.messages.compose
        case .compose(.some(let id), let screenName):
          "\(feed.messages.replyButton) \(screenName.map { "@\($0)" } ?? "#\(id)")"
        }
      return "\(greeting)  (\(messages.logout))  \(place)"
    }
  }
#endif
