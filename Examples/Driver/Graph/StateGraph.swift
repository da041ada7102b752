#if Driver
  import Authentication
  import Core
  import Feed
  import MyPage
  import StoreExploring

  /// The documentation page that shows the state machine of a Store.
  struct StateGraph {
    private let type: String
    private let store: StoreName
    private let exploration: Exploration

    /// Explores a Store.
    @MainActor
    init(of store: StoreName) async {
      self.store = store
      switch store {
      case .auth: (type, exploration) = ("AuthStore", await Self.auth.explore(depth: 4, maximumRunning: 2))
      case .feed: (type, exploration) = ("FeedStore", await Self.feed.explore(depth: 5, maximumRunning: 2))
      case .mypage: (type, exploration) = ("MyPageStore", await Self.myPage.explore(depth: 5, maximumRunning: 2))
      }
    }

    /// The page, in Markdown.
    var page: String {
      """
      # The state machine of \(type)

      The states of ``\(type)`` and the transitions between them.

      ## Overview

      `swift run focal graph \(store.rawValue)` generates this page. It explores every order in which actions can start, be answered
      and be cancelled, up to \(exploration.bounds.depth) steps with \(exploration.bounds.maximumRunning) actions at once, and leaves out what follows from equal states.

      ### Transitions

      ```mermaid
      \(exploration.machine.mermaid)```

      ### Actions

      An action that is ignored returns at once and leaves the state unchanged.

      \(exploration.machine.table)
      """
    }
  }

  extension StateGraph {
    private static let user = User(
      id: "user-1", name: "Taro", email: "taro@example.com", lastLoginDate: DriverBackend.tourDate)

    @MainActor
    private static var auth: StoreExplorer<AuthStore, AuthState> {
      StoreExplorer(
        state: \.state,
        actions: [
          StoreAction("login") { await $0.login(email: user.email, pass: "password") },
          StoreAction("login with provider") { await $0.login(with: .google { AccessToken("token") }) },
          StoreAction("sign up") { await $0.signUp(email: user.email, pass: "password") },
          StoreAction("restore") { await $0.restore() },
          StoreAction("logout") { await $0.logout() },
          StoreAction("session ended") { $0.sessionEnded() },
        ],
        invariants: [], fingerprint: { StateFingerprint($0, onlyWhileRunning: ["generation"]) }
      ) { dependencies in
        var useCase = AuthUseCase(
          login: dependencies.useCase("login", whenCancelled: .cancelled) { _ in
            [.success("a user", user), .failure("wrong password", .invalidCredentials)]
          })
        useCase.loginWithProvider = dependencies.useCase("provider", whenCancelled: .cancelled) { _ in
          [.success("a user", user), .failure("no account", .noAccount), .failure("backed out", .cancelled)]
        }
        useCase.signUp = dependencies.useCase("sign-up", whenCancelled: .cancelled) { _ in
          [.success("a user", user), .failure("address taken", .emailAlreadyInUse)]
        }
        useCase.restore = dependencies.useCase("storage") { _ in
          [
            .success("a session", user), .success("no session", nil), .failure("damaged", .damaged(reason: "")),
            .failure("unavailable", .unavailable(reason: "")),
          ]
        }
        useCase.currentUser = dependencies.useCase("server", whenCancelled: .cancelled) { _ in
          [.success("a user", user), .failure("refused", .sessionEnded), .failure("offline", .noNetwork)]
        }
        useCase.logout = dependencies.useCase("logout", whenCancelled: .cancelled) { _ in
          [.success("done"), .failure("offline", .noNetwork)]
        }
        return AuthStore(useCase: useCase, messages: .english)
      }
    }

    @MainActor
    private static var feed: StoreExplorer<FeedStore, FeedState> {
      let posts = (1...2).map { number in
        Post(
          id: "\(number)", author: Author(id: "author-1", name: "Hanako", screenName: "hanako"), text: "Hello",
          createdAt: DriverBackend.tourDate)
      }
      return StoreExplorer(
        state: \.state,
        actions: [
          StoreAction("load") { await $0.load() },
          StoreAction("refresh") { await $0.refresh() },
          StoreAction("loadMore") { await $0.loadMore() },
          StoreAction("select") { await $0.select(timeline: "swift") },
          StoreAction("post") { await $0.post(text: "Hello") },
          StoreAction("compose") { $0.compose() },
        ],
        invariants: [], stateName: name, fingerprint: { StateFingerprint($0, onlyWhileRunning: ["generation"]) }
      ) { dependencies in
        FeedStore(useCase: useCase(dependencies, posts), messages: .english)
      }
    }

    @MainActor
    private static var myPage: StoreExplorer<MyPageStore, MyPageState> {
      StoreExplorer(
        state: \.state,
        actions: [
          StoreAction("load") { await $0.load() },
          StoreAction("save") { await $0.save(name: "Taro", gender: 1) },
          StoreAction("save a wrong name") { await $0.save(name: "", gender: 1) },
          StoreAction("delete") { await $0.deleteProfile() },
          StoreAction("dismiss notice") { $0.dismissNotice() },
        ],
        invariants: [], stateName: name, fingerprint: { StateFingerprint($0, onlyWhileRunning: ["generation"]) }
      ) { dependencies in
        MyPageStore(useCase: useCase(dependencies), messages: .english)
      }
    }
  }
#endif
