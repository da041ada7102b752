#if Driver
  import Authentication
  import Core
  import CoreTesting
  import ExampleApp
  import Feed
  import MyPage
  import StoreExploring

  /// The documentation page that shows the state machine of a Store.
  package struct StateGraph {
    /// The name of the Store’s type.
    package let type: String
    /// The Store.
    package let store: StoreName
    private let exploration: Exploration

    /// Explores a Store.
    @MainActor
    package init(of store: StoreName) async {
      self.store = store
      switch store {
      case .auth: (type, exploration) = ("AuthStore", await Self.auth.explore(maximumRunning: 2))
      case .feed: (type, exploration) = ("FeedStore", await Self.feed.explore(depth: 5, maximumRunning: 3))
      case .outbox: (type, exploration) = ("OutboxStore", await Self.outbox.explore(depth: 5, maximumRunning: 2))
      case .mypage: (type, exploration) = ("MyPageStore", await Self.myPage.explore(depth: 5, maximumRunning: 2))
      }
    }

    /// The states and the transitions.
    package var machine: StateMachine { exploration.machine }

    /// The name of the state of an app’s Store in its graph.
    @MainActor
    package static func stateName(of store: StoreName, in root: AppRoot) -> String {
      switch store {
      case .auth: StateName.ofCase(root.auth.state)
      case .feed: name(root.feed.state)
      case .outbox: root.outbox.state.name
      case .mypage: name(root.myPage.state)
      }
    }

    /// A page in which one walks through the explored states, in HTML.
    var walk: String { exploration.page(title: type) }

    /// The page, in Markdown.
    var page: String {
      """
      # The state machine of \(type)

      The states of ``\(type)`` and the transitions between them.

      ## Overview

      `swift run focal graph \(store.rawValue)` generates this page. It explores every order in which actions can start, be answered
      and be cancelled, \(length) with \(exploration.bounds.maximumRunning) actions at once, and leaves out what follows from equal states.

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
    private var length: String {
      exploration.isComplete ? "in any number of steps" : "up to \(exploration.bounds.depth) steps"
    }

    private static let user = User(
      id: "user-1", name: "Taro", email: "taro@example.com", lastLoginDate: DriverBackend.tourDate)

    @MainActor
    private static var auth: StoreExplorer<AuthStore, AuthState> {
      StoreExplorer(
        state: \.state,
        actions: [
          StoreAction("login", canBeCancelled: true) { await $0.login(email: user.email, pass: "password") },
          StoreAction("login with provider", canBeCancelled: true) {
            await $0.login(with: .google { Secret("token") })
          },
          StoreAction("sign up", canBeCancelled: true) { await $0.signUp(email: user.email, pass: "password") },
          StoreAction("restore", canBeCancelled: true) { await $0.restore() },
          StoreAction("logout", canBeCancelled: true) { await $0.logout() },
          StoreAction("delete account", canBeCancelled: true) { await $0.deleteAccount(pass: "password") },
          StoreAction("session ended", canBeCancelled: true) { $0.sessionEnded() },
        ],
        invariants: [], fingerprint: { StateFingerprint($0.memory.essence, identifiers: $0.memory.identifiers) }
      ) { dependencies in
        AuthStore(useCase: AuthUseCase(repository: ExploredRepository(dependencies: dependencies)), messages: .english)
      }
    }

    private static let posts = (1...2).map { number in
      Post(
        id: "\(number)", author: Author(id: "author-1", name: "Hanako", screenName: "hanako"), text: "Hello",
        createdAt: DriverBackend.tourDate)
    }

    @MainActor
    private static var feed: StoreExplorer<FeedStore, FeedState> {
      StoreExplorer(
        state: \.state,
        actions: [
          StoreAction("load", canBeCancelled: true, locals: .uselessWhenStale) { await $0.load() },
          StoreAction("refresh", canBeCancelled: true, locals: .uselessWhenStale) { await $0.refresh() },
          StoreAction("load more", canBeCancelled: true, locals: .uselessWhenStale) { await $0.loadMore() },
          StoreAction("select", canBeCancelled: true, locals: .uselessWhenStale) {
            await $0.select(timeline: .list("swift"))
          },
          StoreAction("like", canBeCancelled: true) { await $0.react(.like, to: posts[0].id) },
          StoreAction("delete", canBeCancelled: true) { await $0.react(.delete, to: posts[0].id) },
          StoreAction("show posted", canBeCancelled: true) { $0.show(posted: posts[1]) },
          StoreAction("compose", canBeCancelled: true) { $0.compose() },
        ],
        invariants: [], stateName: name,
        fingerprint: { store in
          StateFingerprint(store.memory.withoutGenerations, identifiers: [store.memory.generation])
            .keptByActions(store.state.content == nil, store.timelines.chosen)
        }
      ) { dependencies in
        FeedStore(
          useCase: FeedUseCase(repository: ExploredRepository(dependencies: dependencies), userID: { nil }),
          messages: .english)
      }
    }

    @MainActor
    private static var outbox: StoreExplorer<OutboxStore, OutboxState> {
      StoreExplorer(
        state: \.state,
        actions: [
          StoreAction("load", canBeCancelled: true) { await $0.load() },
          StoreAction("post", canBeCancelled: true) { await $0.post(text: "Hello") },
          StoreAction("retry", canBeCancelled: true) { await $0.retry(draft: "key") },
          StoreAction("discard", canBeCancelled: true) { await $0.discard(draft: "key") },
          StoreAction("compose", canBeCancelled: true) { $0.compose(text: "Hel", replyTo: nil) },
          StoreAction("keep", canBeCancelled: true) { await $0.keep() },
        ],
        invariants: [], stateName: \.name,
        fingerprint: { StateFingerprint($0.memory.withoutGenerations) }
      ) { dependencies in
        OutboxStore(
          useCase: FeedUseCase(
            repository: ExploredRepository(dependencies: dependencies),
            drafts: ExploredDrafts(dependencies: dependencies), makeKey: { "key" }),
          messages: .english)
      }
    }

    private static func name(_ state: FeedState) -> String {
      guard let content = state.content else { return StateName.ofCase(state) }
      let reading = content.reading == .idle ? nil : "\(content.reading)"
      return [StateName.ofCase(state), reading].compactMap(\.self).joined(separator: ", ")
    }

    @MainActor
    private static var myPage: StoreExplorer<MyPageStore, MyPageState> {
      StoreExplorer(
        state: \.state,
        actions: [
          StoreAction("load", canBeCancelled: true) { await $0.load() },
          StoreAction("save", canBeCancelled: true) { await $0.save(name: user.name, gender: 1) },
          StoreAction("save a wrong name", canBeCancelled: true) { await $0.save(name: "", gender: 1) },
          StoreAction("delete", canBeCancelled: true) { await $0.deleteProfile() },
          StoreAction("dismiss notice", canBeCancelled: true) { $0.dismissNotice() },
        ],
        invariants: [], stateName: name,
        fingerprint: { StateFingerprint($0.memory.withoutGenerations, identifiers: [$0.memory.generation]) }
      ) { dependencies in
        let repository = ExploredRepository(dependencies: dependencies)
        return MyPageStore(
          useCase: MyPageUseCase(repository: repository, now: { DriverBackend.tourDate }), messages: .english)
      }
    }

    private static func name(_ state: MyPageState) -> String {
      guard let activity = state.content?.activity, activity != .idle else { return StateName.ofCase(state) }
      return "\(StateName.ofCase(state)), \(activity)"
    }
  }

  extension StateGraph {
    fileprivate static let profile = Profile(
      userID: user.id, name: user.name, gender: .male, createdAt: DriverBackend.tourDate)

    /// A server that answers as the schedule says.
    private struct ExploredRepository: AuthRepository, FeedRepository, MyPageRepository {
      let dependencies: ControlledDependencies

      private func answer<Success: Sendable, Failure: FeatureError>(
        _ call: String, orThrow: Failure.Type, _ answers: HeldAnswer<Success, Failure>...
      ) async throws(Failure) -> Success {
        try await dependencies.useCase(call, whenCancelled: .cancelled) { (_: Void) in answers }.execute()
      }

      // MARK: Authentication

      func login(email: String, pass: String) async throws(AuthError) -> User {
        try await answer(
          "login", orThrow: AuthError.self, .success("a user", user), .failure("wrong password", .invalidCredentials))
      }

      func login(provider: String, token: Secret) async throws(AuthError) -> User {
        try await answer(
          "provider", orThrow: AuthError.self, .success("a user", user), .failure("no account", .noAccount),
          .failure("backed out", .cancelled))
      }

      func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
        try await answer(
          "sign-up", orThrow: AuthError.self, .success("a user", user), .failure("address taken", .emailAlreadyInUse))
      }

      func restore() async throws(SessionStorageError) -> User? {
        let storage: AnyUseCase<Void, User?, SessionStorageError> = dependencies.useCase("storage") { _ in
          [
            .success("a session", user), .success("no session", nil), .failure("damaged", .damaged(reason: "")),
            .failure("unavailable", .unavailable(reason: "")),
          ]
        }
        return try await storage.execute()
      }

      func currentUser() async throws(AuthError) -> User {
        try await answer(
          "server", orThrow: AuthError.self, .success("a user", user), .failure("refused", .sessionEnded),
          .failure("offline", .noNetwork))
      }

      func logout() async throws(AuthError) {
        try await answer("logout", orThrow: AuthError.self, .success("done"), .failure("offline", .noNetwork))
      }

      func deleteAccount(pass: String) async throws(AuthError) -> User {
        try await answer(
          "deletion", orThrow: AuthError.self, .success("done", user), .failure("wrong password", .invalidCredentials))
      }

      // MARK: Feed

      func timelines() -> [Timeline] { [Timeline(id: "swift", title: "Swift")] }

      func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
        try await answer(
          "page", orThrow: FeedError.self, .success("posts", FeedPage(posts: [posts[0]], nextCursor: posts[0].id)),
          .success("no posts", FeedPage(posts: [], nextCursor: nil)), .failure("offline", .noNetwork),
          .failure("not authorized", .notAuthorized))
      }

      func send(_ draft: PostDraft) async throws(FeedError) -> Post {
        try await answer(
          "post", orThrow: FeedError.self, .success("created", posts[1]), .failure("offline", .noNetwork))
      }

      func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
        switch reaction {
        case .like, .unlike:
          try await answer(
            "like", orThrow: FeedError.self, .success("liked", posts[0]), .failure("offline", .noNetwork))
        case .delete:
          try await answer("delete", orThrow: FeedError.self, .success("deleted", nil), .failure("offline", .noNetwork))
        }
      }

      // MARK: MyPage

      func profile() async throws(MyPageError) -> Profile? {
        try await answer(
          "profile", orThrow: MyPageError.self, .success("a profile", StateGraph.profile), .success("no profile", nil),
          .failure("offline", .noNetwork))
      }

      func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
        try await answer(
          "registering", orThrow: MyPageError.self, .success("done", StateGraph.profile),
          .failure("offline", .noNetwork),
          .failure("there is one", .alreadyRegistered))
      }

      func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
        try await answer(
          "saving", orThrow: MyPageError.self, .success("done", StateGraph.profile), .failure("offline", .noNetwork))
      }

      func deleteProfile() async throws(MyPageError) {
        try await answer("deleting", orThrow: MyPageError.self, .success("done"), .failure("offline", .noNetwork))
      }
    }

    /// A storage that answers as the schedule says; an earlier launch has left nothing.
    private struct ExploredDrafts: DraftStorage {
      let dependencies: ControlledDependencies

      func load(for userID: User.ID) -> Drafts { Drafts() }

      func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
        let saving: AnyUseCase<Void, Void, DraftStorageError> = dependencies.useCase("draft") { _ in
          [.success("saved"), .failure("disk full", .notWritten(reason: ""))]
        }
        try await saving.execute()
      }

      func removeAll(for userID: User.ID) {}
    }
  }
#endif
