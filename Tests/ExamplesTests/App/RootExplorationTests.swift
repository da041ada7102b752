import Authentication
import Core
import Feed
import MyPage
import StoreExploring
import StoreTesting
import Testing

/// The features together, in whatever order their calls are answered, refused and cancelled: sessions end in between.
@MainActor
struct RootExplorationTests {
  @Test func `a session that ends takes everything with it`() async {
    let explorer = StoreExplorer(
      state: \ExploredRoot.state, actions: ExploredRoot.actions, invariants: Invariant.all,
      stateName: { "\(StateName.ofCase($0.auth)), \(StateName.ofCase($0.feed)), \(StateName.ofCase($0.myPage))" },
      fingerprint: { StateFingerprint(idle: $0.memory) }
    ) { holds in
      await ExploredRoot(holds)
    }
    let start = ContinuousClock.now
    let exploration = await expectClean(explorer, depth: 4, maximumRunning: 2)
    print("AppRoot: \(exploration.pace(in: .now - start))")
  }
}

extension Invariant<ExploredRoot, RootState> {
  @MainActor static var all: [Self] { [quiet, session, forgotten, told, kept] }

  private static var quiet: Self {
    .whenIdle("nothing is loading while nothing runs") { moment in
      moment.state.auth != .loading && moment.state.feed != .loading && moment.state.myPage != .loading
    }
  }

  private static var session: Self {
    .whenIdle("whoever is signed in has a session, and nobody else has") { moment in
      moment.state.auth.isSignedIn == (moment.subject.session.record != nil)
    }
  }

  private static var forgotten: Self {
    .whenIdle("signed out means forgotten") { moment in
      guard !moment.state.auth.isSignedIn else { return true }
      if case .loaded = moment.state.feed { return false }
      if case .loaded = moment.state.myPage { return false }
      return true
    }
  }

  private static var told: Self {
    .whenIdle("whoever the server has turned away is told") { moment in
      let wasTurnedAway = moment.events.contains { event in
        if case .answered(let call, with: "401", by: _) = event { call != "POST /v1/login" } else { false }
      }
      guard moment.subject.before.auth.isSignedIn, wasTurnedAway, !moment.events.contains(where: \.isEntrance) else {
        return true
      }
      return moment.state.auth == .error(AuthMessages.japanese.sessionExpired)
    }
  }

  private static var kept: Self {
    .whenIdle("a session that nobody ended goes on") { moment in
      let ends = moment.events.contains { event in
        if case .answered(_, with: "401", by: _) = event { true } else { event.isEntrance }
      }
      return ends || moment.state.auth == moment.subject.before.auth
    }
  }
}

extension Event {
  /// Whether somebody began to sign in or out.
  fileprivate var isEntrance: Bool {
    if case .started(let run) = self { ["login", "logout"].contains(run.name) } else { false }
  }
}

extension AuthState {
  fileprivate var isSignedIn: Bool {
    if case .signedIn = self { true } else { false }
  }
}
