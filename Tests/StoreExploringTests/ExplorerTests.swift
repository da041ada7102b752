import Core
import StoreExploring
import Testing

@MainActor
struct ExplorerTests {
  private func message<Subject, State>(
    _ explorer: StoreExplorer<Subject, State>, depth: Int = 6, maximumSchedules: Int = 1_000_000
  ) async -> String {
    await explorer.explore(depth: depth, maximumSchedules: maximumSchedules).description
  }

  @Test func `a Store that loses a page is caught`() async {
    let explorer = StoreExplorer(
      state: \PageLosingStore.state,
      actions: [StoreAction("more") { await $0.loadMore() }],
      invariants: [
        .whenQuiet("every page is shown") { moment in
          let answers = moment.events.count { if case .answered = $0 { true } else { false } }
          return moment.state.count == moment.states[0].count + answers
        }
      ],
      stateName: { "\($0.count) pages" }
    ) { holds in
      PageLosingStore(page: holds.useCase("page") { _ in [.success("a page", "page")] })
    }
    let message = await message(explorer)
    #expect(
      message == """
        It does not hold that every page is shown, after 4 steps:

        #expect(try await explorer.replay([
          .start("more"),
          .start("more"),
          .answer("page", with: "a page"),
          .answer("page", with: "a page"),
        ]) == nil)

        States: 0 pages → 1 pages. Running: nothing. Waiting: nothing.
        Schedules: 20 (by number of steps: 1, 3, 8, 8). States: 2. Transitions: 1.
        """)
  }

  @Test func `a Store that stays loading is caught`() async {
    let explorer = StoreExplorer(
      state: \StuckStore.state,
      actions: [StoreAction("load") { await $0.load() }],
      invariants: [.whenQuiet("it is not loading") { $0.state != .loading }]
    ) { holds in
      StuckStore(
        load: holds.useCase("load", whenCancelled: .cancelled) { _ in
          [.success("one", 1), .failure("offline", .offline)]
        })
    }
    let message = await message(explorer)
    #expect(
      message == """
        It does not hold that it is not loading, after 2 steps:

        #expect(try await explorer.replay([
          .start("load"),
          .cancel("load"),
        ]) == nil)

        States: idle → loading. Running: nothing. Waiting: nothing.
        Schedules: 5 (by number of steps: 1, 4). States: 4. Transitions: 3.
        """)
  }

  @Test func `a Store that posts twice is caught`() async throws {
    let explorer = StoreExplorer(
      state: \TwicePostingStore.state,
      actions: [StoreAction("post") { await $0.post("hello") }],
      invariants: [.always("no post is there twice") { Set($0.state).count == $0.state.count }],
      stateName: { "\($0.count) posts" }
    ) { holds in
      TwicePostingStore(post: holds.useCase("post") { _ in [.success("created")] })
    }
    let message = await message(explorer)
    #expect(
      message == """
        It does not hold that no post is there twice, after 4 steps:

        #expect(try await explorer.replay([
          .start("post"),
          .start("post"),
          .answer("post", with: "created"),
          .answer("post", with: "created"),
        ]) == nil)

        States: 0 posts → 1 posts → 2 posts. Running: nothing. Waiting: nothing.
        Schedules: 20 (by number of steps: 1, 3, 8, 8). States: 3. Transitions: 2.
        """)
    let violation = try await explorer.replay([
      .start("post"),
      .start("post"),
      .answer("post", call: 1, with: "created"),
      .answer("post", with: "created"),
    ])
    #expect(violation?.states == ["0 posts", "1 posts", "2 posts"])
    let impossible = await #expect(throws: ImpossibleStep.self) {
      try await explorer.replay([.start("post"), .answer("post", call: 1, with: "created")])
    }
    #expect(
      impossible?.description == """
        Step 2, .answer("post", call: 1, with: "created"), is not possible; these are: .start("post"), \
        .answer("post", with: "created"), .cancel("post").
        """)
  }

  @Test func `a Store that begins wrong is caught before the first step`() async throws {
    let explorer = signInExplorer(SteadyStore.self, [.always("somebody is signed in") { $0.state != .signedOut }])
    guard case .violated(let violation) = await explorer.explore(depth: 1).outcome else {
      Issue.record("It is caught.")
      return
    }
    #expect(violation.steps == [])
    #expect(try await explorer.replay([]) == violation)
  }

  @Test func `an action that waits for another one is followed`() async {
    func explored() async -> Exploration {
      let explorer = StoreExplorer(
        state: \JoiningStore.state,
        actions: [StoreAction("load") { await $0.load() }],
        invariants: [
          .whenQuiet("it is not loading") { $0.state != .loading },
          .always("there is one request") { $0.calls.count < 2 },
        ]
      ) { holds in
        JoiningStore(
          load: holds.useCase("load", whenCancelled: .cancelled) { _ in
            [.success("one", 1), .failure("offline", .offline)]
          })
      }
      return await explorer.explore(depth: 5)
    }
    let exploration = await explored()
    #expect(exploration.outcome == .clean)
    #expect(exploration.schedulesByDepth.count == 5)
    #expect(await explored() == exploration)
  }

  @Test func `it stops at its bound and says so`() async {
    let explorer = signInExplorer(SteadyStore.self, [])
    let message = await message(explorer, maximumSchedules: 20)
    #expect(
      message == """
        Every invariant held.
        Schedules: 20 (by number of steps: 2, 7, 11). States: 4. Transitions: 5.
        Not covered: more than 6 steps, more than 3 actions at once, and what was left of the schedules of 3 steps and \
        more when the bound of 20 schedules was reached.
        """)
  }

  @Test func `the number of explored schedules a second`() async {
    let explorer = signInExplorer(SteadyStore.self, [.whenQuiet("it is not loading") { $0.state != .loading }])
    var schedules = 0
    let time = await ContinuousClock().measure {
      schedules = await explorer.explore(depth: 6).schedules
    }
    #expect(schedules == 1484)
    print("\(Int(Double(schedules) / (time / .seconds(1)))) schedules of up to 6 steps a second")
  }
}
