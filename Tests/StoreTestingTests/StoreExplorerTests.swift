import Core
import CoreTesting
import StoreExploring
import StoreTesting
import Testing

@Suite(.withoutLines)
@MainActor
struct StoreExplorerTests {
  @Test func `A Store that loses a page is caught, with a schedule that can be replayed`() async throws {
    let explorer = StoreExplorer(
      state: \PageLosingStore.state,
      actions: [StoreAction("more", canBeCancelled: true) { await $0.loadMore() }],
      invariants: [
        .following("every page is shown", from: 0) { pages, exploration in
          if exploration.answered != nil { pages += 1 }
          return !exploration.isIdle || exploration.state.count == pages
        }
      ],
      stateName: { "\($0.count) pages" }
    ) { dependencies in
      PageLosingStore(page: dependencies.useCase("page") { _ in [.success("a page", "page")] })
    }
    let exploration = await explorer.explore(depth: 6)
    #expect(
      exploration.description == """
        Violated after 4 steps: every page is shown.
        \(exploration.violation?.whyInLines ?? "")

        #expect(try await explorer.replay([
          .start("more"),
          .start("more"),
          .answer("page", with: "a page"),
          .answer("page", with: "a page"),
        ]) == nil)

        step                  more #1                more #2                state
                                                                            0 pages
        more                  calls page
        more                  │                      calls page
        page answers a page   gets a page, returns   │                      1 pages
        page answers a page                          gets a page, returns
        Explored: 20 schedules of up to 4 steps (by length: 1, 3, 8, 8); 2 states of the Store, 12 with what runs in \
        them; 1 transition.
        """)
    let violation = try await explorer.replay([
      .start("more"), .start("more"), .answer("page", call: 1, with: "a page"), .answer("page", with: "a page"),
    ])
    #expect(violation?.states == ["0 pages", "1 pages"])
    #expect(try await explorer.replay([.start("more"), .start("more"), .cancel("more", run: 1)]) == nil)
    let impossible = await #expect(throws: ImpossibleStep.self) {
      try await explorer.replay([.start("more"), .answer("page", call: 1, with: "a page")])
    }
    #expect(
      impossible?.description == """
        Step 2, .answer("page", call: 1, with: "a page"), is not possible. Possible: .start("more"), \
        .answer("page", with: "a page"), .cancel("more").
        """)
  }

  @Test func `A violation in the initial state has no steps`() async throws {
    let explorer = signInExplorer(SteadyStore.self, [.always("a user is signed in") { $0.state != .signedOut }])
    let exploration = await explorer.explore(depth: 1)
    #expect(exploration.violatingSteps == [])
    #expect(exploration.schedules == 0)
    #expect(try await explorer.replay([])?.steps == [])
  }

  @Test func `Each race of a Store is found with its shortest schedule, with and without merging`() async {
    let races: [(Invariant<RacingStore, SignInState>, [Step])] = [
      (
        .failureKeepsUser,
        [.start("login"), .start("login"), .answer("login", with: "taro"), .answer("login", with: "offline")]
      ),
      (
        .always("no user is signed in while a logout runs") { exploration in
          guard case .signedIn = exploration.state else { return true }
          return !exploration.running.contains { $0.name == "logout" }
        }, [.start("login"), .start("logout"), .answer("login", with: "taro")]
      ),
      (.doubleTap, [.start("login"), .start("login")]),
      (
        .loggedOut,
        [.start("login"), .start("logout"), .answer("logout", with: "ok"), .answer("login", with: "taro")]
      ),
      (
        .always("cancelling shows no error") { exploration in
          guard case .cancelled = exploration.lastEvents.first, case .error = exploration.state else { return true }
          return false
        }, [.start("login"), .cancel("login")]
      ),
    ]
    for (invariant, steps) in races {
      for fingerprint in [nil, { StateFingerprint($0) }] as [((RacingStore) -> StateFingerprint)?] {
        let explorer = signInExplorer(RacingStore.self, [invariant], fingerprint: fingerprint)
        let exploration = await explorer.explore(depth: 6)
        #expect(exploration.violatingSteps == steps, "\(invariant.name)")
      }
    }
  }

  @Test func `A second login that is ignored but makes the first stale is caught with merging`() async {
    let explorer = signInExplorer(
      OvercountingStore.self, [.whenIdle("nothing is loading") { $0.state != .loading }],
      fingerprint: { StateFingerprint($0, identifiers: ["generation"]) })
    let exploration = await explorer.explore()
    #expect(exploration.violatingSteps == [.start("login"), .start("login"), .answer("login", with: "taro")])
  }

  @Test func `An exploration ends when no new state is left, and says that it is complete`() async {
    let invariants: [Invariant<SteadyStore, SignInState>] = [
      .whenIdle("nothing is loading") { $0.state != .loading }, .doubleTap,
    ]
    let all = await signInExplorer(SteadyStore.self, invariants).explore(depth: 6)
    #expect(
      all.description == """
        Every invariant held.
        Not complete: schedules of up to 6 steps are covered, with up to 3 actions at once; 41 new states were left at \
        that length. What differs most: what running actions have seen with 11 values, “generation” with 6 values, \
        “state” with 4 values.
        Explored: 222 schedules of up to 6 steps (by length: 2, 5, 16, 24, 76, 99); 4 states of the Store, 86 with \
        what runs in them; 8 transitions.
        Applied: nothing is loading (74), a double tap is one request (14).
        """)
    for isKeptNamed in [false, true] {
      let complete = await signInExplorer(SteadyStore.self, invariants) { store in
        let fingerprint = StateFingerprint(store, identifiers: ["generation"])
        return isKeptNamed ? fingerprint.keptByActions(store.state) : fingerprint
      }.explore()
      #expect(complete.isComplete)
      #expect(complete.machine == all.machine)
      #expect(complete.bounds.maximumSchedules == 1_000_000)
      #expect(complete.description.contains("Complete: all schedules of any length are covered, with up to 3 actions"))
    }
  }

  @Test(arguments: [false, true], [StoreAction<SteadyStore>.Locals.kept, .uselessWhenStale])
  func `A stale action is explored once where it keeps nothing, and must change nothing`(
    isBroken: Bool, locals: StoreAction<SteadyStore>.Locals
  ) async {
    let explorer = StoreExplorer(
      state: \SteadyStore.state,
      actions: [
        StoreAction("login", canBeCancelled: true, locals: locals) {
          isBroken ? await $0.loginWithoutCheck() : await $0.login()
        },
        StoreAction("logout", canBeCancelled: true, locals: .uselessWhenStale) { await $0.logout() },
      ], invariants: [], fingerprint: { StateFingerprint($0, identifiers: ["generation"]) },
      make: SteadyStore.controlled)
    let exploration = await explorer.explore()
    let isFound = isBroken && locals == .uselessWhenStale
    #expect(exploration.isComplete != isFound)
    guard isFound else { return }
    guard let violation = exploration.violation else {
      Issue.record("\(exploration)")
      return
    }
    #expect(violation.invariant == "an action changes nothing once it is stale")
    #expect(violation.steps == [.start("login"), .start("logout"), .answer("login", with: "taro")])
  }

  @Test func `A fingerprint has private and inherited properties, and values that are only Equatable`() {
    class Base {
      private let number: Int
      init(number: Int) { self.number = number }
    }
    struct Point: Equatable { let x: Int }
    final class Reflected: CustomReflectable {
      let customMirror: Mirror
      init(_ numbers: [Int]) { customMirror = Mirror(Reflected.self, children: numbers.map { ("number \($0)", $0) }) }
    }
    final class Store: Base {
      let point: Point
      let shown: String?
      let failure: (any Error)?
      let closure: () -> Void = {}
      init(number: Int = 0, x: Int = 0, shown: String? = nil, failure: LoadError? = nil) {
        point = Point(x: x)
        self.shown = shown
        self.failure = failure
        super.init(number: number)
      }
    }
    let first = StateFingerprint(Store())
    #expect(StateFingerprint(Store()) == first)
    for other in [Store(number: 1), Store(x: 1), Store(shown: ""), Store(failure: .offline)] {
      #expect(StateFingerprint(other) != first)
    }
    #expect(StateFingerprint(Store(shown: ""), ignoring: ["shown"]) == StateFingerprint(Store(), ignoring: ["shown"]))
    #expect(first.adding(1) != first.adding(2))
    #expect(first.adding(identifiers: [1, nil]) != first.adding(identifiers: [nil, 1]))
    for (one, other) in [
      (StateFingerprint(1), StateFingerprint(2)),
      (StateFingerprint(identifiers: [1]), StateFingerprint(identifiers: [2])),
    ] {
      #expect(one != other)
      #expect(first.merging(one) != first.merging(other))
    }
    #expect(StateFingerprint(Reflected([1])) != StateFingerprint(Reflected([1, 2])))
  }

  @Test func `A fingerprint tells apart the cases of an enumeration, and the values in each`() {
    enum Load<Value>: Equatable {
      case idle, loading, loaded(Value, at: Int), failed(any Error)
      indirect case again(Load)
      static func == (left: Load, right: Load) -> Bool { "\(left)" == "\(right)" }
    }
    final class Screen {
      let load: Load<[String]>?
      init(_ load: Load<[String]>?) { self.load = load }
    }
    func fingerprints() -> [StateFingerprint] {
      [
        nil, .idle, .loading, .loaded(["one"], at: 1), .loaded(["one"], at: 2), .loaded(["two"], at: 1),
        .failed(LoadError.offline), .failed(CancellationError()), .again(.idle), .again(.loading),
        .again(.again(.loaded([], at: 1))), .again(.again(.loaded([], at: 2))),
      ].map { StateFingerprint(Screen($0)) }
    }
    #expect(fingerprints() == fingerprints())
    #expect(Set(fingerprints()).count == fingerprints().count)
  }

  @Test func `An action that joins the task of another one is followed, in the same order each time`() async {
    let explorer = StoreExplorer(
      state: \TaskStore.state,
      actions: [StoreAction("load", canBeCancelled: true) { await $0.join() }],
      invariants: [
        .whenIdle("nothing is loading") { $0.state != .loading },
        .always("there is one request") { $0.calls.count < 2 },
      ]
    ) { dependencies in
      TaskStore(
        load: dependencies.useCase("load", whenCancelled: .cancelled) { _ in
          [.success("one", 1), .failure("offline", .offline)]
        })
    }
    let exploration = await explorer.explore(depth: 4)
    #expect(exploration.outcome == .clean)
    #expect(exploration.schedulesByDepth.count == 4)
    #expect(await explorer.explore(depth: 4) == exploration)
  }

  @Test(
    arguments: [
      ("load", "“load” has returned before its call “load”: await it"),
      ("load at once", "“load at once” has returned before its call “load” was answered: await it"),
      ("load detached", "“load” is called by no action: await it in one"),
      (
        "change later",
        #"work goes on that no action awaits, after .start("change later"): do it in a task of the model"#
      ),
      (
        "count later", #"work goes on that no action awaits, after .start("count later"): do it in a task of the model"#
      ),
    ], [false, true])
  func `Nothing is claimed of work that no action awaits where steps are awaited`(
    example: (action: String, reason: String), hasFingerprint: Bool
  ) async {
    let (action, reason) = example
    guard hasFingerprint || action != "count later" else { return }
    let actions: [String: @MainActor (TaskStore) async -> Void] = [
      "load": { store in Task { await store.finish() } },
      "load at once": { store in Task.immediate { await store.finish() } },
      "load detached": { store in await Task.detached { [load = store.load] in _ = try? await load.execute() }.value },
      "change later": { store in Task { store.state = .loading } },
      "count later": { store in
        store.count += 1
        Task { store.count += 1 }
      },
    ]
    var explorer = StoreExplorer(
      state: \TaskStore.state, actions: [StoreAction(action, canBeCancelled: true) { await actions[action]?($0) }],
      invariants: [],
      fingerprint: hasFingerprint ? { StateFingerprint($0) } : nil
    ) { dependencies in
      TaskStore(load: dependencies.useCase("load", whenCancelled: .cancelled) { _ in [.failure("offline", .offline)] })
    }
    explorer.isAwaited = true
    let message = await explorer.explore(depth: 6).description
    #expect(message.split(separator: "\n").first == "Inconclusive: \(reason).")
  }

  @Test func `Every action ends with its schedule, except one that calls without end or cannot be answered`()
    async throws
  {
    var (started, ended, calls) = (0, 0, 0)
    let explorer = StoreExplorer(
      state: \TaskStore.state,
      actions: [
        StoreAction("three calls", canBeCancelled: true) { store in
          started += 1
          for _ in 1...3 { await store.finish() }
          ended += 1
        },
        StoreAction("calls without end", canBeCancelled: true) { store in
          while calls < 100_000 {
            calls += 1
            await store.finish()
          }
        },
        StoreAction("waits for ever", canBeCancelled: true) { await $0.wait.execute() },
      ], invariants: [], relaunch: { store($1) }, make: store)
    func store(_ dependencies: ControlledDependencies) -> TaskStore {
      TaskStore(
        load: dependencies.useCase("load") { _ in [.success("one", 1)] }, wait: dependencies.useCase("wait") { _ in [] }
      )
    }
    #expect(await explorer.explore(depth: 2, maximumRunning: 1).outcome == .clean)
    #expect(try await explorer.replay([.start("three calls")]) == nil)
    #expect(started > 1)
    #expect(ended == started)
    #expect(calls < 100_000)
  }

  @Test func `Nothing is claimed where the same schedule leads to two states`() async {
    var answers = [HeldAnswer<Int, LoadError>.success("one", 1)]
    let explorer = StoreExplorer(
      state: \NumberStore.state, actions: [StoreAction("load", canBeCancelled: true) { await $0.load(1) }],
      invariants: []
    ) { dependencies in
      answers.append(.failure("offline \(answers.count)", .offline))
      return NumberStore(load: dependencies.useCase("load") { [answers] _ in answers })
    }
    #expect(
      await explorer.explore(depth: 2).outcome
        == .inconclusive(reason: ledToTwoStates(after: #".start("load")"#)))
    var checks = 0
    let once = signInExplorer(
      SteadyStore.self,
      [
        .always("it is not the second check") { _ in
          checks += 1
          return checks != 2
        }
      ])
    #expect(
      await once.explore(depth: 1).outcome
        == .inconclusive(reason: ledToTwoStates(after: #".start("login")"#)))
    func ledToTwoStates(after schedule: String) -> String {
      "the same schedule led to two states after \(schedule): pass in what differs, such as random numbers and the time"
    }
  }
}

extension Invariant where State == SignInState {
  static var doubleTap: Self {
    .always("a double tap is one request", when: { $0.isDoubleTap }) { !$0.makesCall }
  }

  static var failureKeepsUser: Self {
    .always("a failure does not sign out") { exploration in
      guard case .signedIn = exploration.previousState, case .error = exploration.state else { return true }
      return false
    }
  }

  static var loggedOut: Self {
    .following("a logout lasts until the next login", from: false) { isOut, exploration in
      for event in exploration.lastEvents {
        switch event {
        case .returned(let run) where run.name == "logout": isOut = true
        case .started(let run) where run.name == "login": isOut = false
        default: break
        }
      }
      guard case .signedIn = exploration.state else { return true }
      return !isOut
    }
  }
}

extension Exploration {
  var violatingSteps: [Step]? { violation?.steps }
}
