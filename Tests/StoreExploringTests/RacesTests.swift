import StoreExploring
import Testing

/// The races of the article, each found with its shortest schedule.
@MainActor
struct RacesTests {
  private func steps(_ invariant: Invariant<RacingStore, SignInState>) async -> [Step] {
    let exploration = await signInExplorer(RacingStore.self, [invariant]).explore(depth: 6)
    guard case .violated(let violation) = exploration.outcome else { return [] }
    return violation.steps
  }

  @Test func `an error replaces who is signed in`() async {
    let steps = await steps(
      .always("an error never takes away who is signed in") { moment in
        guard case .signedIn = moment.previousState, case .error = moment.state else { return true }
        return false
      })
    #expect(
      steps == [
        .start("login"), .start("login"), .answer("login", with: "taro"), .answer("login", with: "offline"),
      ])
  }

  @Test func `whoever signs out stays signed in until the server answers`() async {
    let steps = await steps(
      .always("nobody is signed in while a logout runs") { moment in
        guard case .signedIn = moment.state else { return true }
        return !moment.running.contains { $0.name == "logout" }
      })
    #expect(steps == [.start("login"), .start("logout"), .answer("login", with: "taro")])
  }

  @Test func `a double tap is two requests`() async {
    let steps = await steps(
      .always("a double tap is one request") { !$0.isDoubleTap || !$0.makesCall })
    #expect(steps == [.start("login"), .start("login")])
  }

  @Test func `a login that is answered late undoes the logout`() async {
    let steps = await steps(
      .always("whoever has signed out stays signed out until the next login") { moment in
        moment.isSignedOutAfterLogout
      })
    #expect(
      steps == [
        .start("login"), .start("logout"), .answer("logout", with: "ok"), .answer("login", with: "taro"),
      ])
  }

  @Test func `a cancelled login is shown as an error`() async {
    let steps = await steps(
      .always("cancelling shows no error") { moment in
        guard case .cancelled = moment.events.dropLast().last, case .error = moment.state else { return true }
        return false
      })
    #expect(steps == [.start("login"), .cancel("login")])
  }

  @Test func `what is left out hides no race`() async {
    let invariants: [Invariant<RacingStore, SignInState>] = [
      .always("a double tap is one request") { !$0.isDoubleTap || !$0.makesCall },
      .always("an error never takes away who is signed in") { moment in
        guard case .signedIn = moment.previousState, case .error = moment.state else { return true }
        return false
      },
      .whenQuiet("an error is never shown") { moment in
        if case .error = moment.state { false } else { true }
      },
    ]
    for invariant in invariants {
      let all = await signInExplorer(RacingStore.self, [invariant]).explore(depth: 6)
      let fewest = await signInExplorer(
        RacingStore.self, [invariant], fingerprint: { AnyHashable($0.state) },
        runningFingerprint: { StateFingerprint($0) }
      ).explore(depth: 6)
      #expect(all.outcome != .clean)
      #expect(fewest.outcome == all.outcome)
    }
  }

  /// A start that returns at once may still decide what the running actions do.
  @Test(arguments: [false, true])
  func `a second login that does nothing but overtake the first is caught`(remembersRunning: Bool) async {
    let explorer = signInExplorer(
      OverhastyStore.self, [.whenQuiet("it is not loading") { $0.state != .loading }],
      fingerprint: { AnyHashable($0.state) }, runningFingerprint: remembersRunning ? { StateFingerprint($0) } : nil)
    guard case .violated(let violation) = await explorer.explore(depth: 4).outcome else {
      Issue.record("It is caught.")
      return
    }
    #expect(violation.steps == [.start("login"), .start("login"), .answer("login", with: "taro")])
  }

  @Test func `a Store without the races keeps all of it`() async {
    let invariants: [Invariant<SteadyStore, SignInState>] = [
      .whenQuiet("it is not loading") { $0.state != .loading },
      .always("a double tap is one request") { !$0.isDoubleTap || !$0.makesCall },
      .always("whoever has signed out stays signed out until the next login") { $0.isSignedOutAfterLogout },
    ]
    let all = await signInExplorer(SteadyStore.self, invariants).explore(depth: 6)
    #expect(
      all.description == """
        Every invariant held.
        Schedules: 1484 (by number of steps: 2, 7, 23, 78, 286, 1088). States: 4. Transitions: 8.
        Not covered: more than 6 steps, more than 3 actions at once.
        """)
    let fewer = await signInExplorer(SteadyStore.self, invariants) { AnyHashable($0.state) }.explore(depth: 6)
    #expect(fewer.machine == all.machine)
    let fewest = await signInExplorer(
      SteadyStore.self, Array(invariants.prefix(2)), fingerprint: { AnyHashable($0.state) },
      runningFingerprint: { StateFingerprint($0) }
    ).explore(depth: 6)
    #expect(fewest.machine == all.machine)
    #expect(
      fewest.description == """
        Every invariant held.
        Schedules: 147 (by number of steps: 2, 5, 9, 17, 40, 74). States: 4. Transitions: 8.
        Left out: what follows quiet moments that remember the same as an earlier one (24), what follows moments that \
        are the same for the running actions (8), and what follows starts that were ignored (15).
        Not covered: more than 6 steps, more than 3 actions at once.
        """)
    #expect(
      fewer.description == """
        Every invariant held.
        Schedules: 528 (by number of steps: 2, 5, 14, 32, 103, 372). States: 4. Transitions: 8.
        Left out: what follows quiet moments that remember the same as an earlier one (59), and what follows starts \
        that were ignored (3).
        Not covered: more than 6 steps, more than 3 actions at once.
        """)
  }
}

extension Moment where State == SignInState {
  /// Whether nobody is signed in since the last logout returned, unless a login was started since.
  var isSignedOutAfterLogout: Bool {
    guard case .signedIn = state else { return true }
    let logouts = events.compactMap { event in
      if case .returned(let run) = event, run.name == "logout" { run } else { nil }
    }
    guard let logout = logouts.last, let start = events.firstIndex(of: .started(logout)) else { return true }
    return events[start...].contains { event in
      if case .started(let run) = event { run.name == "login" } else { false }
    }
  }
}
