import Observation
import StoreExploring
import StoreTesting
import Testing

/// What must come at last, where the user does nothing more and calls are answered.
@Suite(.withoutLines)
@MainActor
struct SettlesTests {
  @Test func `A retry until success settles, because a call that can succeed does not fail without end`() async {
    await expectComplete(
      Connection.explorer([.settles, .eventually("nothing is retried") { !$0.isRetrying }], locals: .forgotten) {
        connection in
        while await !connection.attempt() {}
        connection.isRetrying = false
      })
    await expectComplete(
      Connection.explorer([.settles], locals: .forgotten) { connection in
        while true {
          guard await connection.attempt(1), await connection.attempt(2) else { continue }
          return connection.isRetrying = false
        }
      })
  }

  @Test func `A retry that no answer ends is a schedule and the answers that then repeat`() async throws {
    let explorer = Connection.explorer([.settles]) { connection in
      while connection.isRetrying { _ = await connection.attempt() }
    }
    let violation = try #require(await expectViolation(of: "the work ends", explorer))
    #expect(
      violation.description == """
        Violated after 1 step, and then by 2 steps without end: the work ends.
        \(violation.whyInLines)

        #expect(try await explorer.replay([
          .start("connect"),
        ], loop: [
          .answer("load", with: "ok"),
          .answer("load", with: "offline"),
        ]) == nil)

        step                   connect                    state
                                                          isRetrying false, value nil
        connect                calls load                 isRetrying true
        then without end:      │
        load answers ok        gets ok, calls load        value 1
        load answers offline   gets offline, calls load   value nil
        """)
    #expect(
      violation.mermaid == """
        sequenceDiagram
          actor user as User
          participant a1 as connect
          participant outside as Calls
          participant store as State
          Note over store: isRetrying false, value nil
          user->>+a1: connect
          a1->>outside: load
          Note over store: isRetrying true
          loop without end
          outside-->>a1: load#colon; ok
          a1->>outside: load
          Note over store: value 1
          outside-->>a1: load#colon; offline
          a1->>outside: load
          Note over store: value nil
          end
          Note over user,store: Violated#colon; the work ends

        """)
    let loop = try #require(violation.loop).map(\.step)
    #expect(try await explorer.replay(violation.steps, loop: loop) == violation)
    #expect(try await explorer.replay(violation.steps) == nil)
    let limited = Connection.explorer([.settles]) { connection in
      for _ in 1...3 where connection.isRetrying { _ = await connection.attempt() }
    }
    #expect(try await limited.replay(violation.steps, loop: loop) == nil)
  }

  @Test func `Two actions that each undo the other repeat without end, though every call is answered`() async throws {
    let two = Owner.explorer(
      ["left", "right"].map { name in
        StoreAction(name, locals: .forgotten, when: { !$0.saving.contains(name) }) { await $0.save(name) }
      })
    let violation = try #require(await expectViolation(of: "the work ends", two))
    #expect(violation.steps == [.start("left"), .start("right")])
    #expect(violation.loop?.map(\.step) == [.answer("save", with: "ok"), .answer("save", with: "ok")])
    #expect(violation.loop?.map(\.states) == [["owner “left”"], ["owner “right”"]])
    let oneTwice = Owner.explorer([StoreAction("save", when: { $0.saving.count < 2 }) { await $0.save("it") }])
    let turns = try #require(await expectViolation(of: "the work ends", oneTwice))
    #expect(turns.steps == [.start("save"), .start("save")])
    #expect(turns.loop?.map(\.states) == [["owner “it”"], ["owner “second it”"]])
  }

  @Test func `A retry that ends after many attempts is not taken for one without end`() async {
    var explorer = Connection.explorer([.settles], canBeCancelled: true) { connection in
      for _ in 1...60 where !Task.isCancelled { _ = await connection.attempt() }
    }
    explorer.statesBeforeAssumptions = 1_000
    let exploration = await explorer.explore(maximumSchedules: 1_100)
    #expect(exploration.outcome == .notJudged(["the work ends"]))
  }

  @Test func `A call that is pending is answered at last, whatever repeats beside it`() async {
    await expectComplete(
      StoreExplorer(
        actions: [
          StoreAction("load", locals: .forgotten, when: { $0.isPolling != $0.isDone }) { poll in
            if poll.isPolling {
              try? await poll.load()
              poll.isDone = true
            } else {
              (poll.isPolling, poll.isDone) = (true, false)
              while !poll.isDone { try? await poll.load() }
              poll.isPolling = false
            }
          }
        ],
        invariants: [.leadsTo("a second run ends", from: { $0.running.count > 1 }, to: { $0.running.count < 2 })]
      ) { dependencies in Poll(load: dependencies.call("load") { [.success("ok")] }) }, maximumRunning: 2)
  }

  @Test func `What is due after the last answer is a schedule after which nothing comes`() async throws {
    let outbox = Outbox.explorer { outbox in
      if await outbox.send() { outbox.queued = false }
    }
    let violation = try #require(await expectViolation(of: "what is queued is sent", outbox))
    #expect(
      violation.description == """
        Violated after 2 steps, with no answer left to come: what is queued is sent.
        \(violation.whyInLines)

        #expect(try await explorer.replay([
          .start("submit"),
          .answer("send", with: "offline"),
        ]) == nil)

        step                   submit                  state
                                                       queued false
        submit                 calls send              queued true
        send answers offline   gets offline, returns
        """)
    #expect(try await outbox.replay(violation.steps) == violation)
    await expectComplete(
      Outbox.explorer { outbox in
        while await !outbox.send() {}
        outbox.queued = false
      })
  }

  @Test func `An element of a stream need not come`() async throws {
    func explorer(_ invariant: Invariant<Poll, ObservedProperties>) -> StoreExplorer<Poll, ObservedProperties> {
      StoreExplorer(
        actions: [StoreAction("listen") { await $0.listen() }], invariants: [invariant]
      ) { dependencies in
        Poll(
          elements: { dependencies.asyncStream("elements", elements: ["end": ()]) },
          load: dependencies.call("load") { [.success("ok")] })
      }
    }
    await expectComplete(explorer(.settles), maximumRunning: 1)
    let listening = explorer(.leadsTo("listening ends", from: { $0.started != nil }, to: \.isDone))
    let violation = try #require(await expectViolation(of: "listening ends", listening, maximumRunning: 1))
    #expect(violation.steps == [.start("listen")] && violation.loop == [])
  }

  @Test func `What cannot be judged before the last state is named`() async {
    let explorer = Connection.explorer([.settles]) { connection in
      for _ in 1...5 { _ = await connection.attempt() }
    }
    let exploration = await explorer.explore(depth: 3, maximumRunning: 1)
    #expect(exploration.outcome == .notJudged(["the work ends"]) && !exploration.isComplete)
    #expect(
      exploration.description.hasPrefix(
        """
        No violation was found, but “the work ends” is judged when no state is left.
        Not complete: schedules of up to 3 steps are covered
        """))
    #expect(await explorer.explore(maximumRunning: 1, maximumSchedules: 5).outcome == .notJudged(["the work ends"]))
    #expect(await explorer.explore(maximumRunning: 1).outcome == .clean)
  }

  @Test func `A condition that nothing leads from never applied`() async {
    let explorer = Outbox.explorer(from: { _ in false }) { _ in }
    #expect(await explorer.explore().outcome == .neverApplied(["what is queued is sent"]))
  }
}

@MainActor @Observable
private final class Connection {
  var isRetrying = false
  private(set) var value: Int?
  @ObservationIgnored private let load: (_ page: Int) async throws -> Int

  init(load: @escaping (_ page: Int) async throws -> Int) {
    self.load = load
  }

  func attempt(_ page: Int = 1) async -> Bool {
    value = try? await load(page)
    return value != nil
  }

  static func explorer(
    _ invariants: [Invariant<Connection, ObservedProperties>], canBeCancelled: Bool = false,
    locals: StoreAction<Connection>.Locals = .kept,
    _ connect: @escaping @MainActor (Connection) async -> Void
  ) -> StoreExplorer<Connection, ObservedProperties> {
    var explorer = StoreExplorer(
      actions: [
        StoreAction("connect", canBeCancelled: canBeCancelled, locals: locals, when: { !$0.isRetrying }) { connection in
          connection.isRetrying = true
          await connect(connection)
        }
      ], invariants: invariants
    ) { dependencies in
      Connection(load: dependencies.call("load") { _ in [.success("ok", 1), .failure("offline", LoadError.offline)] })
    }
    explorer.statesBeforeAssumptions = 200
    return explorer
  }
}

/// Saves until no other one began to save meanwhile.
@MainActor @Observable
private final class Owner {
  private(set) var owner = ""
  @ObservationIgnored private(set) var saving: [String] = []
  @ObservationIgnored private let request: (String) async throws -> Void

  init(request: @escaping (String) async throws -> Void) {
    self.request = request
  }

  func save(_ name: String) async {
    let saver = saving.contains(name) ? "second \(name)" : name
    saving.append(saver)
    defer { saving.removeAll { $0 == saver } }
    repeat {
      if owner != saver { owner = saver }
      try? await request(name)
    } while owner != saver
  }

  static func explorer(_ actions: [StoreAction<Owner>]) -> StoreExplorer<Owner, ObservedProperties> {
    StoreExplorer(actions: actions, invariants: [.settles]) { dependencies in
      Owner(request: dependencies.call("save") { _ in [.success("ok")] })
    }
  }
}

@MainActor @Observable
private final class Poll {
  var isDone = true
  var isPolling = false
  @ObservationIgnored let load: () async throws -> Void
  @ObservationIgnored private let elements: () -> AsyncStream<Void>

  init(
    elements: @escaping () -> AsyncStream<Void> = { AsyncStream { nil } }, load: @escaping () async throws -> Void
  ) {
    self.elements = elements
    self.load = load
  }

  func listen() async {
    isDone = false
    for await _ in elements() { break }
    try? await load()
    isDone = true
  }
}

@MainActor @Observable
private final class Outbox {
  var queued = false
  @ObservationIgnored private let request: () async throws -> Void

  init(request: @escaping () async throws -> Void) {
    self.request = request
  }

  func send() async -> Bool {
    do { try await request() } catch { return false }
    return true
  }

  static func explorer(
    from start: @escaping @MainActor (ExplorationState<Outbox, ObservedProperties>) -> Bool = { $0.started != nil },
    _ submit: @escaping @MainActor (Outbox) async -> Void
  ) -> StoreExplorer<Outbox, ObservedProperties> {
    var explorer = StoreExplorer(
      actions: [
        StoreAction("submit", locals: .forgotten, when: { !$0.queued }) { outbox in
          outbox.queued = true
          await submit(outbox)
        }
      ], invariants: [.leadsTo("what is queued is sent", from: start) { !$0.queued }]
    ) { dependencies in
      Outbox(request: dependencies.call("send") { [.success("ok"), .failure("offline", LoadError.offline)] })
    }
    explorer.statesBeforeAssumptions = 200
    return explorer
  }
}
