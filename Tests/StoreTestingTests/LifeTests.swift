import Core
import CoreTesting
import Observation
import StoreExploring
import Synchronization
import StoreTesting
import Testing

/// Explorations in which the process is killed, answers are lost, and the storage fails.
@Suite(.withoutLines)
@MainActor
struct LifeTests {
  @Test(arguments: [false, true])
  func `A note that is saved after it was sent is lost when the process is killed`(savesFirst: Bool) async {
    let exploration = await Self.explorer(savesFirst: savesFirst).explore(maximumRunning: 2)
    #expect(exploration.isComplete == savesFirst)
    #expect(exploration.machine.mermaid.contains("killed"))
    guard !savesFirst else { return }
    #expect(
      exploration.violation?.description == """
        Violated after 2 steps: a note is at the server or on the disk.
        \(exploration.violation?.whyInLines ?? "")

        #expect(try await explorer.replay([
          .start("send"),
          .kill,
        ]) == nil)

        step   send         state
                            idle
        send   calls send   sending
        kill   ✕            idle
        """)
    #expect(
      exploration.violation?.why?.hasPrefix("It holds without the kill; the pending call is “send”") == true)
  }

  @Test(arguments: [false, true])
  func `A retry with a new key is found where the answer was lost`(keepsKey: Bool) async {
    let exploration = await Self.explorer(keepsKey: keepsKey).explore(maximumRunning: 2)
    #expect(exploration.isComplete == keepsKey)
    guard !keepsKey else { return }
    #expect(
      exploration.violation?.steps == [
        .start("send"), .answer("write note", with: "done"), .answer("send", with: "taken"),
        .answer("answer to send", with: "lost"), .start("send"), .answer("write note", with: "done"),
        .answer("send", with: "taken"),
      ])
    #expect(
      exploration.violation?.why?.hasPrefix(
        "It holds if the answer to “send” arrives; the model went on after “send”") == true)
  }

  @Test func `A note that is looked for and sent anew is there twice where the server handles the first one late`()
    async
  {
    let exploration = await Self.explorer(keepsKey: false, looksFirst: true, outlivesCaller: true).explore(
      maximumRunning: 1)
    #expect(
      exploration.violation?.description == """
        Violated after 7 steps: a note is at the server once.
        \(exploration.violation?.whyInLines ?? "")

        #expect(try await explorer.replay([
          .start("send"),
          .answer("write note", with: "done"),
          .kill,
          .start("send"),
          .answer("send", with: "taken"),
          .answer("write note", with: "done"),
          .answer("send", with: "taken"),
        ]) == nil)

        step                      send #1                 send #2                            state
                                                                                             idle
        send                      calls write note
        write note answers done   gets done, calls send                                      sending
        kill                      ✕                                                          idle
        send                                              calls write note
        send answers taken        is served taken         │
        write note answers done                           gets done, calls send              sending
        send answers taken                                gets taken, calls answer to send
        """)
    let note = "Note over outside: send of send, which was killed#colon; taken"
    #expect(exploration.violation?.mermaid.contains(note) == true)
  }

  @Test(arguments: [[.full], [.tears]] as [[ControlledStorage<String>.Trouble]])
  func `A write that fails is told, and a torn one leaves a damaged storage`(
    trouble: [ControlledStorage<String>.Trouble]
  ) async {
    let told = Invariant<NoteApp, NoteStore.State>.sometimes("a failure is shown") { $0.state == .failed }
    let torn = Invariant<NoteApp, NoteStore.State>.sometimes("the disk is torn") { state in
      state.subject.world.disk.content == .torn
    }
    let exploration = await Self.explorer(trouble: trouble, invariants: [told, torn]).explore(
      depth: 5, maximumRunning: 1)
    #expect(exploration.outcome == (trouble == [.full] ? .neverApplied(["the disk is torn"]) : .clean))
  }

  @Test(arguments: [[], [.unavailable]] as [[ControlledStorage<String>.Trouble]])
  func `A storage can be unavailable for a moment`(trouble: [ControlledStorage<String>.Trouble]) async {
    let reads = [("done", NoteStore.State.idle), ("unavailable", .failed)].map { answer, state in
      Invariant<NoteApp, NoteStore.State>.sometimes(answer) { $0.answered?.answer == answer && $0.state == state }
    }
    let exploration = await Self.explorer(reads: true, trouble: trouble, invariants: reads).explore(maximumRunning: 1)
    #expect(exploration.outcome == (trouble.isEmpty ? .neverApplied(["unavailable"]) : .clean))
  }

  private nonisolated static let lies: [(ControlledStorage<String>.Trouble?, write: String, read: String)] = [
    (nil, "done", "done"), (.saysNothing, "done", "nothing"), (.vanishes, "vanishes", "done"),
    (.arrivesLate, "late", "late"),
  ]

  @Test(arguments: lies)
  func `A storage can say nothing, and write nothing or late`(
    _ lie: ControlledStorage<String>.Trouble?, write: String, read: String
  ) async {
    let found = Invariant<FoundNote, String?>.always(
      "what was written is found", when: { $0.answered?.call == "read note" }
    ) { $0.state == "note" }
    func note(_ disk: ExploredDisk<String>, _ isWritten: Bool, _ dependencies: ControlledDependencies) -> FoundNote {
      let storage = dependencies.storage("note", on: disk, trouble: lie.map { [$0] } ?? [])
      return FoundNote(storage, disk, isWritten: isWritten)
    }
    let exploration = await StoreExplorer(
      state: \FoundNote.found,
      actions: [
        StoreAction("write", when: { !$0.isWritten }) { await $0.write() },
        StoreAction("read", when: { $0.isWritten }) { await $0.read() },
      ], invariants: [found], relaunch: { note($0.disk, $0.isWritten, $1) }
    ) {
      note(ExploredDisk(), false, $0)
    }.explore(maximumRunning: 1)
    let steps: [Step] = [
      .start("write"), .answer("write note", with: write), .start("read"), .answer("read note", with: read),
    ]
    #expect(exploration.violation?.steps == (lie == nil ? nil : steps))
    #expect(lie != nil || exploration.outcome == .clean)
  }

  @Test func `Neither a storage nor a request without an error for it ends when its task is cancelled`() async throws {
    let steps: [Step] = [
      .start("read"), .cancel("read"), .answer("read note", with: "done"), .start("send"), .cancel("send"),
      .answer("write note", with: "done"), .answer("send", with: "taken"), .answer("answer to send", with: "arrives"),
    ]
    #expect(try await Self.explorer(reads: true).replay(steps) == nil)
  }

  @Test(arguments: [false, true])
  func `A request is sent when it is released, and its answer can be lost on the way`(outlivesCaller: Bool) async {
    let served = Invariant<RequestStore, String>.sometimes("the server gets a request of a killed process") { state in
      if case .served("GET /", with: "released", by: _) = state.lastEvents.first { true } else { false }
    }
    let cancelled = Invariant<RequestStore, String>.always(
      "a cancelled request says so",
      when: { if case .cancelled = $0.lastEvents.first { true } else { false } },
      { $0.state == "cancelled" })
    func store(_ dependencies: ControlledDependencies) -> RequestStore {
      let server = FakeAPIClient(backend: FakeBackend { _ in .fail(.refused) })
      let client = dependencies.client(
        server, whenLost: .requestFailed(.connectionLost), outlivesCaller: outlivesCaller
      ) {
        $0 == "GET /" ? [.released(), .failed("offline", .requestFailed(.offline))] : []
      }
      return RequestStore(client)
    }
    let exploration = await StoreExplorer(
      state: \.state,
      actions: [StoreAction("send", canBeCancelled: true, when: { $0.state == "idle" }) { await $0.send() }],
      invariants: [served, cancelled], fingerprint: { StateFingerprint($0) }, relaunch: { store($1) }, make: store
    ).explore(maximumRunning: 1)
    #expect(exploration.outcome == (outlivesCaller ? .clean : .neverApplied([served.name])))
    #expect(
      exploration.machine.mermaid == """
        stateDiagram-v2
          state "idle" as s0
          state "requestFailed(Core.RequestFailure.offline)" as s1
          state "cancelled" as s2
          state "requestFailed(Core.RequestFailure.refused)" as s3
          state "requestFailed(Core.RequestFailure.connectionLost)" as s4
          [*] --> s0
          s0 --> s1: GET / answers offline
          s0 --> s2: cancelled
          s0 --> s3: answer to GET / answers arrives
          s0 --> s4: answer to GET / answers lost
          s1 --> s0: killed
          s2 --> s0: killed
          s3 --> s0: killed
          s4 --> s0: killed

        """)
  }

  @Test func `What the server does late for a killed process is no change by a stale action`() async {
    let served = Invariant<NoteApp, NoteStore.State>.sometimes("the server handles a request late") { state in
      guard case .served = state.lastEvents.first else { return false }
      return state.isIdle && state.calls.isEmpty
    }
    let dead = Invariant<NoteApp, NoteStore.State>.always("a killed process waits for nothing", when: \.isRelaunched) {
      $0.isIdle && $0.calls.isEmpty
    }
    let explorer = Self.explorer(
      savesFirst: false, outlivesCaller: true, locals: .uselessWhenStale, invariants: [served, dead])
    let exploration = await explorer.explore(depth: 4, maximumRunning: 1)
    #expect(exploration.outcome == .clean)
  }

  @Test func `A launch remembers nothing of the process that was killed before it`() async {
    let relaunch: @MainActor (LaunchModel, ControlledDependencies) async -> LaunchModel = { killed, dependencies in
      LaunchModel(dependencies, issued: killed.issued)
    }
    let explorer = StoreExplorer(
      state: \LaunchModel.isLoaded,
      actions: [StoreAction("refresh", when: { $0.seen == LaunchModel.user }) { $0.refresh() }],
      fingerprint: { StateFingerprint($0.isLoaded, identifiers: [LaunchModel.user, $0.seen]).keptByActions() },
      relaunch: relaunch
    ) { LaunchModel($0, issued: 0) }
    let exploration = await explorer.explore()
    #expect(exploration.isComplete, "\(exploration)")
    // With the same user seen or not: the first launch, one after a kill, and after either.
    #expect(exploration.graph.nodes.count == 6)
  }

  @Test(arguments: [nil, 2])
  func `A launch remembers what it has seen of its own process only`(statesBeforeAssumptions: Int?) async {
    var explorer = StoreExplorer(
      state: \CountingModel.isLoaded,
      actions: [
        StoreAction("refresh") { $0.generation.number += 1 }, StoreAction("retry") { $0.attempt.number += 1 },
        StoreAction("load") { await $0.load() },
      ],
      fingerprint: { StateFingerprint($0.isLoaded, identifiers: [$0.generation, $0.attempt]).keptByActions() },
      relaunch: { CountingModel($1, isLoaded: $0.isLoaded) }
    ) { CountingModel($0, isLoaded: false) }
    explorer.statesBeforeAssumptions = statesBeforeAssumptions
    let exploration = await explorer.explore(maximumRunning: 1)
    #expect(exploration.isComplete, "\(exploration)")
    #expect("\(exploration)".contains("Assumed and checked") == (statesBeforeAssumptions != nil))
  }

  @Test func `Of an action of a killed process, only the request that the server still has tells states apart`() async {
    let explorer = StoreExplorer(
      state: \SwitchSender.isOn,
      actions: [
        StoreAction("switch on", when: { !$0.isOn }) { $0.isOn = true },
        StoreAction("send", when: { !$0.isSending }) { await $0.send() },
      ],
      fingerprint: { StateFingerprint($0.isOn, $0.isSending).keptByActions($0.isOn) },
      relaunch: { SwitchSender($1, isOn: $0.isOn) }
    ) { SwitchSender($0, isOn: false) }
    let exploration = await explorer.explore(maximumRunning: 1)
    #expect(exploration.isComplete, "\(exploration)")
    // On or off, with or without a request of a killed process: while nothing is sent, and before and after the server has
    // what is. Whether it was on when the killed process sent that request would make 15 of them.
    #expect(exploration.graph.nodes.count == 12)
  }

  @Test func `Each of two processes is killed by itself, while the actions of the other one go on`() async throws {
    let killsLeft: @MainActor (ExplorationState<NumberPair, [NumberStore.State]>) -> Bool = { state in
      state.lastEvents.first == .killed(process: "left")
    }
    let exploration = await NumberPair.explorer([
      .always("nothing of a killed process is left", when: killsLeft) { state in
        state.state[0] == .idle && state.running.allSatisfy { $0.process == "right" }
      },
      .sometimes("the other one goes on") { killsLeft($0) && $0.state[1] == .loading && $0.running.count == 1 },
    ]).explore(maximumRunning: 2)
    #expect(exploration.outcome == .clean)
    #expect(exploration.isComplete)
    let violation = try await NumberPair.explorer([.always("both are killed at once") { !killsLeft($0) }])
      .replay([.start("load left"), .start("load right"), .killProcess("left")])
    #expect(violation?.mermaid.contains("Note over user,store: left is killed and launched again") == true)
    #expect(
      violation?.description == """
        Violated after 3 steps: both are killed at once.
        \(violation?.whyInLines ?? "")

        #expect(try await explorer.replay([
          .start("load left"),
          .start("load right"),
          .killProcess("left"),
        ]) == nil)

        step         load left    load right   state
                                               idle, idle
        load left    calls load                loading, idle
        load right   │            calls load   loading, loading
        kill left    ✕            │            idle, loading
        """)
  }

  static func explorer(
    savesFirst: Bool = true, keepsKey: Bool = true, looksFirst: Bool = false, outlivesCaller: Bool = false,
    locals: StoreAction<NoteApp>.Locals = .kept, reads: Bool = false, trouble: [ControlledStorage<String>.Trouble] = [],
    invariants: [Invariant<NoteApp, NoteStore.State>] = NoteApp.invariants
  ) -> StoreExplorer<NoteApp, NoteStore.State> {
    func app(_ world: NoteApp.World, _ dependencies: ControlledDependencies) -> NoteApp {
      let app = NoteApp(world, dependencies, trouble, outlivesCaller: outlivesCaller)
      (app.store.savesFirst, app.store.keepsKey) = (savesFirst, keepsKey)
      return app
    }
    let send = StoreAction<NoteApp>(
      "send", canBeCancelled: true, locals: locals, when: { $0.canSend(looksFirst: looksFirst) }
    ) {
      await $0.store.send()
    }
    let read = StoreAction<NoteApp>("read", canBeCancelled: true, when: { $0.store.state == .idle }) {
      await $0.store.read()
    }
    return StoreExplorer(
      state: \.store.state, actions: reads ? [send, read] : [send],
      invariants: invariants,
      fingerprint: { $0.fingerprint }, relaunch: { app($0.world, $1) }
    ) { app(NoteApp.World(), $0) }
  }
}

/// Sends one note, once.
@MainActor @Observable
final class NoteStore {
  enum State: Hashable {
    case idle, sending, sent, failed
  }

  fileprivate(set) var state = State.idle
  var savesFirst = true
  var keepsKey = true
  fileprivate var key: String?
  private var isBusy = false
  private let storage: ControlledStorage<String>
  private let makeKey: () -> String
  private let request: AnyUseCase<String, Void, LoadError>

  init(
    storage: ControlledStorage<String>, makeKey: @escaping () -> String, send: AnyUseCase<String, Void, LoadError>
  ) {
    self.storage = storage
    self.makeKey = makeKey
    request = send
  }

  func send() async {
    guard !isBusy, state != .sent else { return }
    isBusy = true
    defer { isBusy = false }
    let key = keepsKey ? self.key ?? makeKey() : makeKey()
    if savesFirst {
      guard (try? await storage.write(key)) != nil else { return state = .failed }
    }
    self.key = key
    state = .sending
    state = (try? await request.execute(key)) != nil ? .sent : .failed
  }

  func read() async {
    do throws(StorageFault) { _ = try await storage.read() } catch { state = .failed }
  }
}

/// Writes a note once and reads it, in this launch or the next.
@MainActor @Observable
final class FoundNote {
  let disk: ExploredDisk<String>
  private(set) var isWritten: Bool
  private(set) var found: String?
  private let storage: ControlledStorage<String>

  init(_ storage: ControlledStorage<String>, _ disk: ExploredDisk<String>, isWritten: Bool) {
    (self.storage, self.disk, self.isWritten) = (storage, disk, isWritten)
  }

  func write() async {
    if (try? await storage.write("note")) != nil { isWritten = true }
  }

  func read() async {
    found = try? await storage.read()
  }
}

/// Loads what it shows when it is launched.
@MainActor
final class LaunchModel {
  static let user = 1
  private(set) var isLoaded = false
  private(set) var seen = user
  /// The number of identifiers that were given to anything else than the user.
  private(set) var issued: Int

  init(_ dependencies: ControlledDependencies, issued: Int) {
    self.issued = issued
    let load = dependencies.call("load") { [HeldAnswer<_, any Error>.success("all", true)] }
    Task { isLoaded = (try? await load()) ?? false }
  }

  func refresh() {
    issued += 1
    seen = Self.user + issued
  }
}

/// Loads when it is launched and when it is asked to; what was overtaken by a refresh is not loaded.
@MainActor
final class CountingModel {
  struct Count: CountingIdentifier {
    var number = 0
  }

  private(set) var isLoaded: Bool
  var generation = Count()
  var attempt = Count()
  private let request: @Sendable () async throws -> Bool

  init(_ dependencies: ControlledDependencies, isLoaded: Bool) {
    self.isLoaded = isLoaded
    request = dependencies.call("load") { [HeldAnswer<_, any Error>.success("all", true)] }
    Task { await load() }
  }

  func load() async {
    let generation = generation
    let isLoaded = (try? await request()) ?? false
    self.isLoaded = isLoaded && generation == self.generation
  }
}

/// Sends a request to a server that does the same whatever is shown.
@MainActor
final class SwitchSender {
  var isOn: Bool
  private(set) var isSending = false
  private let request: @Sendable (String) async throws -> Void

  init(_ dependencies: ControlledDependencies, isOn: Bool) {
    self.isOn = isOn
    request = dependencies.call("POST", whenLost: CancellationError(), outlivesCaller: true) { (_: String) in
      [.served("taken") {}]
    }
  }

  func send() async {
    isSending = true
    try? await request("hello")
    isSending = false
  }
}

@MainActor
final class NoteApp {
  final class World: Sendable {
    let disk = ExploredDisk<String>()
    let keys = Log<String>()
    let issued = Log<Void>()
  }

  let world: World
  let store: NoteStore

  init(
    _ world: World, _ dependencies: ControlledDependencies, _ trouble: [ControlledStorage<String>.Trouble],
    outlivesCaller: Bool
  ) {
    self.world = world
    store = NoteStore(
      storage: dependencies.storage("note", on: world.disk, trouble: trouble),
      makeKey: {
        world.issued.append(())
        return "\(world.issued.values.count)"
      },
      send: dependencies.useCase("send", whenLost: .offline, outlivesCaller: outlivesCaller) { key in
        [
          .served("taken") { () throws(LoadError) in
            if !world.keys.values.contains(key) { world.keys.append(key) }
          }
        ]
      })
    store.key = world.disk.value
  }

  /// Whether the note is not sent, nor at the server where the app looks.
  func canSend(looksFirst: Bool) -> Bool {
    (store.state == .idle || store.state == .failed) && !(looksFirst && !world.keys.values.isEmpty)
  }

  static let invariants: [Invariant<NoteApp, NoteStore.State>] = [
    .always("a note is at the server or on the disk", when: { $0.isRelaunched && $0.previousState == .sending }) {
      !$0.subject.world.keys.values.isEmpty || $0.subject.world.disk.value != nil
    },
    .always("a note is at the server once") { $0.subject.world.keys.values.count < 2 },
  ]

  var fingerprint: StateFingerprint {
    let keys = [store.key, world.disk.value] + world.keys.values
    return StateFingerprint(store, ignoring: ["key"])
      .adding(world.disk.content == .torn, identifiers: keys.map { $0.map(AnyHashable.init) })
  }
}

/// Sends one request, and shows its error.
@MainActor @Observable
final class RequestStore {
  private(set) var state = "idle"
  private let client: any APIClient

  init(_ client: any APIClient) {
    self.client = client
  }

  func send() async {
    do throws(APIError) {
      _ = try await client.send(APIRequest<EmptyResponse>(.get, "/", authorization: .anonymous))
    } catch {
      state = "\(error)"
    }
  }
}

/// Two processes with a Store each.
@MainActor
final class NumberPair {
  let left: NumberStore
  let right: NumberStore
  var states: [NumberStore.State] { [left.state, right.state] }

  private init(left: NumberStore, right: NumberStore) {
    self.left = left
    self.right = right
  }

  static func explorer(
    _ invariants: [Invariant<NumberPair, [NumberStore.State]>]
  ) -> StoreExplorer<NumberPair, [NumberStore.State]> {
    func store(_ dependencies: ControlledDependencies) -> NumberStore {
      NumberStore(load: dependencies.useCase("load") { [.success("loaded", $0)] })
    }
    return StoreExplorer(
      state: \.states,
      actions: [
        StoreAction("load left", in: "left", canBeCancelled: true) { await $0.left.load(1) },
        StoreAction("load right", in: "right", canBeCancelled: true) { await $0.right.load(1) },
      ], invariants: invariants, stateName: { $0.map(StateName.ofCase).joined(separator: ", ") },
      fingerprint: { StateFingerprint($0.left).merging(StateFingerprint($0.right)) },
      relaunch: { killed, dependencies in
        dependencies.process == "left"
          ? NumberPair(left: store(dependencies), right: killed.right)
          : NumberPair(left: killed.left, right: store(dependencies))
      }
    ) { NumberPair(left: store($0), right: store($0)) }
  }
}

/// The values that were appended, in order.
final class Log<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  var values: [Value] { state.withLock { $0 } }

  func append(_ value: Value) {
    state.withLock { $0.append(value) }
  }
}
