#if Driver
  import Authentication
  import Core
  import CoreTesting
  import ExampleApp
  import Feed
  import MyPage
  import StoreExploring

  /// A part of the app, whose states are explored for an album: what a user can do there, and what the server answers.
  package enum AlbumPart: String, CaseIterable, Codable, Sendable {
    case auth, feed, mypage, root

    /// The part in an album.
    package var title: String {
      switch self {
      case .auth: "Authentication"
      case .feed: "Feed"
      case .mypage: "My page"
      case .root: "The whole app"
      }
    }

    /// The lines with which every schedule begins, each of whose requests the server answers.
    private var beginning: [String] {
      switch self {
      case .auth, .root: []
      case .feed: [.signIn, "show timeline"]
      case .mypage: [.signIn]
      }
    }

    /// What a user does, where the page offers it.
    private var actions: [StoreAction<ScheduledProcess>] {
      let (taro, stranger) = (FakeAccount.taro, "jiro@example.com")
      return switch self {
      case .auth:
        [
          .line("open focal://signin") { $0.screen == .login(.signUp) },
          .line(.signIn) { $0.screen == .login(.signIn) },
          .line("login \(taro.email) wrong-password") { $0.screen == .login(.signIn) },
          .line("login \(taro.email) short") { $0.screen == .login(.signIn) },
          .line("login-with google") { $0.screen == .login(.signIn) },
          .line("signup \(taro.email) \(taro.password.rawValue)") { $0.screen == .login(.signUp) },
          .line("signup \(stranger) \(taro.password.rawValue)") { $0.screen == .login(.signUp) },
          .line("logout") { $0.isHome },
          .line("delete-account \(taro.password.rawValue)") { $0.isHome },
          .line("delete-account wrong-password") { $0.isHome },
          .line("dismiss") { $0.auth.notice != nil },
        ]
      case .feed:
        [
          .line("feed load") { $0.feed.state.content == nil },
          .line("feed refresh") { $0.feed.state.content?.reading == .idle },
          .line("feed more") { $0.feed.state.content?.hasMore == true },
          .line("feed timeline quiet") { $0.feed.timelines.chosen == nil },
          .line("feed thread @2") { $0.feed.timelines.chosen == nil && $0.hasPosts },
          .line("feed timeline") { $0.feed.timelines.chosen != nil },
          .line("feed like @1") { $0.hasPosts && $0.feed.state.content?.posts.first?.isLiked == false },
          .line("feed delete @1") { $0.offersDeletionOfFirstPost },
          .line("feed post Hello") { $0.outbox.state.unsent.isEmpty && !$0.offersDeletionOfFirstPost },
          .line("feed retry 1") { $0.outbox.state.unsent.first?.progress == .waiting },
          .line("feed dismiss") { $0.feed.notice != nil },
        ]
      case .mypage:
        [
          .line("mypage load") { $0.myPage.state.content?.activity ?? .idle == .idle },
          .line("mypage save Taro 1") { $0.myPage.isRegisterOffered },
          .line("mypage save '' 1") { $0.myPage.isRegisterOffered },
          .line("mypage delete") { $0.myPage.state.content?.isDeleteOffered == true },
          .line("mypage dismiss") { $0.myPage.notice != nil },
        ]
      case .root:
        [
          .line(.signIn) { $0.screen == .login(.signIn) },
          .line("logout") { $0.isHome },
          .line("open focal://timeline"),
          .line("open focal://mypage") { $0.isHome },
          .line("open focal://compose?reply_to=@2") { $0.hasPosts },
          .line("feed post Hello") { $0.isComposing },
        ]
      }
    }

    /// The labels of the answers that a request can get.
    private func answers(to call: String) -> Set<String> {
      switch self {
      case .auth, .mypage: [HeldResponse.answered, "503", "offline"]
      case .feed:
        switch call {
        // The session ends.
        case "POST /v1/refresh": ["401"]
        case "GET /v1/timeline": [HeldResponse.answered, "401", "offline"]
        default: [HeldResponse.answered, "offline"]
        }
      case .root: [HeldResponse.answered, "offline"]
      }
    }

    /// The number of actions at once, and of the steps of a schedule.
    private var bounds: (running: Int, depth: Int) {
      switch self {
      case .auth, .mypage: (1, .max)
      case .feed: (2, 5)
      case .root: (2, 7)
      }
    }

    /// Explores the part, and calls `visit` with the app in each of its states.
    @MainActor
    package func visitStates(
      in language: Language, _ visit: @MainActor (AppRoot, ReachedState) async throws -> Void
    ) async throws -> Exploration {
      let start = DriverBackend.tourDate
      // How often a password was wrong would be a state of the server.
      let make = ScheduledApp.example(language, isPage: true, failuresBeforeLock: .max)
      let app = await ScheduledApp(answering: .automatic(with: HeldResponse.answered), now: { start }, make)
      for line in beginning {
        if let line = try ScriptLine(line) { try await app.play(line) }
      }
      let taken = app.steps.dropFirst().compactMap(\.step)
      let explorer = StoreExplorer(make, start: start, actions: actions, canBeKilled: self == .root)
        .beginning(
          with: taken,
          prepare: { process, index in
            if index == taken.count { process.world.beExplored { self.answers(to: $0) } }
          })
      let exploration = await explorer.explore(depth: bounds.depth, maximumRunning: bounds.running)
      switch exploration.outcome {
      case .inconclusive, .violated: throw ScriptError(exploration.description, kind: .failed)
      case .clean, .neverApplied, .notJudged: break
      }
      let graph = exploration.graph
      try await explorer.visitStates(of: graph) { process, node, steps in
        let root = process.player.root
        let lines = (taken + steps).compactMap(\.scriptLine)
        guard root.state.name == graph.nodes[node].state, lines.count == taken.count + steps.count else {
          throw ScriptError("No script leads to state \(node) of “\(title)”.", kind: .failed)
        }
        try await visit(root, ReachedState(part: self, number: node, name: root.state.name, lines: lines))
      }
      return exploration
    }
  }

  /// A state of a part, and how it is reached.
  package struct ReachedState: Codable, Equatable, Sendable {
    package let part: AlbumPart
    /// Its number in the explored graph of the part.
    package let number: Int
    /// The name of the state of the app.
    package let name: String
    /// A shortest schedule that leads to it, as a script for `focal play --step`.
    package let lines: [String]
  }

  extension String {
    /// The line that signs the example user in.
    fileprivate static var signIn: String { "login \(FakeAccount.taro.email) \(FakeAccount.taro.password.rawValue)" }
  }

  extension AppRoot {
    fileprivate var hasPosts: Bool { feed.state.content.map { $0.posts.count > 1 } ?? false }

    fileprivate var isComposing: Bool { if case .home(.compose) = screen { true } else { false } }

    fileprivate var offersDeletionOfFirstPost: Bool {
      feed.state.content?.posts.first.map(feed.isDeleteOffered) ?? false
    }
  }
#endif
