#if Driver
  import ArgumentParser
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import MyPage

  /// A state as a transcript shows it.
  struct StateText: Hashable, CustomStringConvertible {
    let name: String
    var text: String?

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

  extension AppRoot {
    /// The state of a Store.
    func stateText(of store: StoreName) -> StateText {
      let messages = DriverMessages(environment.language)
      switch store {
      case .auth:
        switch auth.state {
        case .loading: return StateText(name: "loading")
        case .signedIn(let user): return StateText(name: "signedIn", text: user.name)
        case .signedOut: return StateText(name: "signedOut")
        case .error(let text): return StateText(name: "error", text: text)
        }
      case .feed:
        let timeline = feed.timelines.title(messages: feed.messages)
        func text(_ content: FeedContent) -> String {
          messages.text(
            for: content, timeline: timeline, kept: content.keptAt.map(feed.messages.keptLine),
            waiting: feed.messages.waitingLine(feed.waitingReactions.count))
        }
        switch feed.state {
        case .idle: return StateText(name: "idle")
        case .loading: return StateText(name: "loading")
        case .loaded(let content): return StateText(name: "loaded", text: text(content))
        case .empty(let content): return StateText(name: "empty", text: text(content))
        case .notAuthorized: return StateText(name: "notAuthorized")
        case .error(let text): return StateText(name: "error", text: text)
        }
      case .outbox:
        let unsent = outbox.state.unsent
        return StateText(name: outbox.state.name, text: unsent.isEmpty ? nil : messages.count(of: unsent.count))
      case .mypage:
        switch myPage.state {
        case .idle: return StateText(name: "idle")
        case .loading: return StateText(name: "loading")
        case .loaded(let content):
          return StateText(
            name: "loaded", text: messages.text(for: content, kept: content.keptAt.map(myPage.messages.keptLine)))
        case .error(let text): return StateText(name: "error", text: text)
        }
      }
    }
  }

  extension FeedState {
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
    var notOffered = "このサーバーでは利用できません。"

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
      notOffered = "The server does not offer this."
    }

    func text(for content: FeedContent, timeline: String, kept: String?, waiting: String?) -> String {
      let reading: String? =
        switch content.reading {
        case .idle: nil
        case .refreshing: refreshing
        case .loadingMore: loadingMore
        }
      let count = content.posts.isEmpty ? nil : count(of: content.posts.count)
      let parts = [timeline, count, content.hasMore ? more : nil, kept, waiting, reading]
      return parts.compactMap(\.self).joined(separator: " · ")
    }

    func count(of posts: Int) -> String {
      posts == 1 ? onePost : "\(posts)\(self.posts)"
    }

    func text(for content: MyPageContent, kept: String?) -> String {
      let activity: String? =
        switch content.activity {
        case .idle: nil
        case .saving: saving
        case .deleting: deleting
        }
      return [content.profile?.name ?? noProfile, kept, activity].compactMap(\.self).joined(separator: " · ")
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
        case .signIn: (messages.login, auth.capabilities.contains(.signUp) ? messages.signUp : nil)
        case .signUp: (messages.signUp, messages.login)
        }
      let links = environment.providers.map(messages.login(with:)) + [link].compactMap(\.self)
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
