#if Driver
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import MyPage
  import StoreExploring

  extension ScheduledApp {
    /// The steps of a schedule that an exploration looks at.
    package nonisolated static let explorationDepth = 6

    /// Explores what can come after the steps that are looked at: what a user can do, two actions at once, each request
    /// answered by the server or offline, and the app killed.
    ///
    /// It ends with the first schedule after which something is wrong, or where the number of schedules is reached.
    package func explore(
      depth: Int = explorationDepth, maximumSchedules: Int = 5_000,
      onProgress: @escaping @MainActor (_ schedules: Int, _ states: Int) async -> Void = { _, _ in }
    ) async -> Exploration {
      let taken = Array(steps.prefix(position).dropFirst())
      let clock = taken.map { start.addingTimeInterval($0.seconds) }
      let explorer = explorer(
        actions: .explored, invariants: [.signedInBySignIn(after: taken), .nothingLoads]
      ).beginning(
        with: taken.compactMap(\.step),
        prepare: { process, index in
          if index < clock.count { process.world.set(clock[index]) } else { process.world.beExplored() }
        }, onProgress: onProgress)
      return await explorer.explore(depth: depth, maximumRunning: 2, maximumSchedules: maximumSchedules)
    }

    /// Takes the steps of a schedule that an exploration has found.
    package func take(_ steps: [Step]) async throws(ScriptError) {
      for step in steps {
        guard let line = step.scriptLine else {
          throw ScriptError("The order of parallel tasks cannot be taken by hand: \(step.swift).", kind: .failed)
        }
        if let line = try ScriptLine(recorded: line) { try await play(line) }
      }
    }
  }

  extension [StoreAction<ScheduledProcess>] {
    /// What the user of an explored app can do, as lines of a script.
    fileprivate static var explored: [StoreAction<ScheduledProcess>] {
      let account = FakeAccount.taro
      return [
        .line("login \(account.email) \(account.password.rawValue)") { !$0.isHome && $0.auth.state != .loading },
        .line("logout") { $0.isHome || $0.auth.state == .loading },
        .line("feed load") { $0.isHome && $0.feed.state.content == nil },
        .line("feed refresh") { $0.isHome && $0.feed.state.content != nil },
        .line("feed like @1") { $0.isHome && $0.feed.state.content?.posts.first?.isLiked == false },
        .line("mypage load") { $0.isHome },
        .line("feed post Hello") { $0.isHome && $0.outbox.state.unsent.isEmpty },
        .line("open focal://timeline") { !$0.isHome },
      ]
    }

  }

  extension StoreAction<ScheduledProcess> {
    /// A line of a script, which the user can play where the app offers it.
    static func line(
      _ line: String, when isAvailable: @escaping @MainActor (AppRoot) -> Bool = { _ in true }
    ) -> StoreAction {
      let parsed = try? ScriptLine(line)
      return StoreAction(line, when: { isAvailable($0.player.root) }) { process in
        if let parsed { await process.play(parsed) }
      }
    }
  }

  extension AppRoot {
    var isHome: Bool { if case .home = screen { true } else { false } }
  }

  extension Invariant<ScheduledProcess, AppState> {
    /// After a sign-out, only a sign-in signs in.
    fileprivate static func signedInBySignIn(after steps: [ScheduledStep]) -> Invariant {
      let last = steps.last { $0.isSignIn || $0.isSignOut }
      return .following("after a sign-out, only a sign-in signs in", from: last?.isSignOut ?? false) { isOut, now in
        if let action = now.started { isOut = action == "logout" || isOut && !action.hasPrefix("login") }
        return !isOut || now.state.auth.user == nil
      }
    }

    /// What loads waits for something.
    fileprivate static var nothingLoads: Invariant {
      .whenIdle("nothing loads when nothing is asked for") { now in
        now.state.auth != .loading && now.state.feed != .loading && now.state.myPage != .loading
      }
    }
  }

  extension ScheduledStep {
    fileprivate var isSignIn: Bool { ["login", "signup"].contains { line.hasPrefix($0) } }

    fileprivate var isSignOut: Bool { line == "logout" }
  }

  extension AuthState {
    fileprivate var user: AuthenticatedUser? { if case .signedIn(let user) = self { user } else { nil } }
  }
#endif
