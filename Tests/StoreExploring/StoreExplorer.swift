/// Runs a Store through every order in which its actions can start, its calls be answered, its tasks be cancelled and its
/// process be killed.
///
/// Every schedule begins with a fresh Store, so that every state that it finds can be reached by a user:
///
/// ```swift
/// let explorer = StoreExplorer(
///   state: \NumberStore.state,
///   actions: [StoreAction("load") { await $0.load() }],
///   invariants: [.whenIdle("nothing is loading") { $0.state != .loading }],
///   fingerprint: { StateFingerprint($0) }
/// ) { dependencies in
///   NumberStore(
///     load: dependencies.useCase("load", whenCancelled: .cancelled) { _ in
///       [.success("ok", 1), .failure("offline", .offline)]
///     })
/// }
/// let exploration = await explorer.explore()
/// print(exploration)
/// ```
///
/// Each step runs everything that it sets going, to the end: tasks that nobody awaits, detached ones, and sleeps, which
/// are steps. What outlives its action belongs to that action. What comes from a thread or a queue is named, and the
/// exploration is not complete or inconclusive; a `Timer` and `asyncAfter` go unnoticed.
///
/// Where the runtime has no hooks for that, an action must return when its work is done, and its work must stay on the
/// main actor.
@MainActor
public struct StoreExplorer<Subject, State: Equatable & SendableMetatype> {
  let state: @MainActor (Subject) -> State
  private(set) var actions: [StoreAction<Subject>]
  private(set) var invariants: [Invariant<Subject, State>]
  /// The processes that can be killed by themselves; `nil` is the only one.
  private let processes: [String?]
  let stateName: (State) -> String
  /// Whether each value of the state within a step is recorded, as where it is a property; else only the last one is.
  let recordsStates: Bool
  /// The name of a state that follows another one; empty where nothing has changed.
  let changeName: (State, State) -> String
  /// The same of the new version, and the name of its first state, where two versions are compared.
  var newName: ((_ before: State?, _ after: State) -> String)?
  let judged = JudgedSteps()
  /// Why nothing can be explored.
  var objection: String?
  /// Finds the action of a step that is not among the actions of the explorer, such as one with an argument that the user
  /// has typed; by default there is none.
  ///
  /// A schedule that is replayed or taken by hand can have such steps; an exploration starts none of them.
  public var actionNamed: (String) -> StoreAction<Subject>? = { _ in nil }
  let fingerprint: (Subject) -> StateFingerprint
  /// The time in which work outside of the main actor, such as reading a file, must have gone on, in milliseconds.
  package var patience = 2_000
  /// Whether steps are awaited, as where the runtime has no hooks.
  package var isAwaited = false
  let sandbox = Sandbox.make()
  /// The steps with which every schedule begins; what is done before each of them, by its place, and after the last.
  private var beginning: (steps: [Step], prepare: @MainActor (Subject, Int) -> Void) = ([], { _, _ in })
  /// Called after each subject that has served for some schedules, with their number so far and that of the states.
  var afterPlay: @MainActor (_ schedules: Int, _ states: Int) async -> Void = { _, _ in }
  /// What is done with the name of an action that does not leave its step.
  package var watched: @Sendable (String) -> Void = Watchdog.report
  /// The time in which a step must end, in seconds.
  package var patienceOfWatchdog = 5.0
  /// The number of steps that are found before anything is assumed.
  private static var depthBeforeAssumptions: Int { 100 }
  /// The number of states that are found before anything is assumed, unless a test sets another one.
  ///
  /// Where the fingerprint names what actions keep, there is less to assume, and checking that takes longer than many
  /// more states do.
  static var statesBeforeAssumptions: (unnamed: Int, named: Int) { (1_000, 25_000) }
  package var statesBeforeAssumptions: Int?
  /// Whether the fingerprint is the default one, which reads everything that the subject stores.
  let readsEverything: Bool
  /// How many states the ready-made checks look at for one run.
  package var maximumStatesOfRun = 1_000
  /// The number of schedules in which one that is shorter than a shrunk one is searched for.
  package var maximumShrinkingSchedules = 20_000
  let make: @MainActor (ControlledDependencies) async -> Subject
  let relaunch: (@MainActor (Subject, ControlledDependencies) async -> Subject)?

  /// Creates an explorer of what `make` returns, a Store or the test's wrapper of one.
  ///
  /// `actions` are what a user can do, each under its own label. `stateName` returns a short name for schedules and
  /// diagrams, without secrets; the default is the name of the case, and for other types the whole value.
  ///
  /// `fingerprint` returns everything that decides what the subject does next; the default reads everything that it
  /// stores, and the objects that it refers to. Of states with an equal fingerprint only the first is explored further;
  /// while actions run, each must also have seen the same. Where such states are seen to go on differently, the
  /// exploration is inconclusive.
  ///
  /// With `relaunch`, the process can be killed at any moment: no call of it is ever answered, and the closure creates
  /// the subject of the next launch from what survives of the killed one, such as its storages and its server.
  ///
  /// Where the actions name several processes, such as an app and its extension, each is killed by itself, and
  /// ``ControlledDependencies/process`` names the one to launch again. The new subject takes over the others from the
  /// killed one, as the objects that they are: their actions go on.
  public init(
    state: KeyPath<Subject, State>, actions: [StoreAction<Subject>], invariants: [Invariant<Subject, State>] = [],
    stateName: @escaping (State) -> String = StateName.ofCase,
    fingerprint: ((Subject) -> StateFingerprint)? = nil,
    relaunch: (@MainActor (_ killed: Subject, ControlledDependencies) async -> Subject)? = nil,
    make: @escaping @MainActor (ControlledDependencies) async -> Subject
  ) {
    self.init(
      state: { $0[keyPath: state] }, recordsStates: true, stateName: stateName, changeName: { stateName($1) }, actions,
      invariants,
      fingerprint, relaunch, make)
  }

  /// Creates an explorer of a model whose state is all of its observable properties, or of several such models in a
  /// structure.
  ///
  /// Schedules show the properties that a step has changed. All else is as in
  /// ``init(state:actions:invariants:stateName:fingerprint:relaunch:make:)``.
  public init(
    actions: [StoreAction<Subject>], invariants: [Invariant<Subject, ObservedProperties>] = [],
    fingerprint: ((Subject) -> StateFingerprint)? = nil,
    relaunch: (@MainActor (_ killed: Subject, ControlledDependencies) async -> Subject)? = nil,
    make: @escaping @MainActor (ControlledDependencies) async -> Subject
  ) where State == ObservedProperties {
    self.init(
      state: { ObservedProperties(of: $0) }, recordsStates: false, stateName: \.description,
      changeName: { $1.changes(since: $0) }, actions,
      invariants, fingerprint, relaunch, make)
  }

  init(
    state: @escaping @MainActor (Subject) -> State, recordsStates: Bool, stateName: @escaping (State) -> String,
    changeName: @escaping (State, State) -> String, _ actions: [StoreAction<Subject>],
    _ invariants: [Invariant<Subject, State>], _ fingerprint: ((Subject) -> StateFingerprint)?,
    _ relaunch: (@MainActor (Subject, ControlledDependencies) async -> Subject)?,
    _ make: @escaping @MainActor (ControlledDependencies) async -> Subject
  ) {
    self.state = state
    self.recordsStates = recordsStates
    self.stateName = stateName
    self.changeName = changeName
    self.actions = actions
    self.invariants = invariants
    processes = Array(Set(actions.isEmpty ? [nil] : actions.map(\.process))).sorted { ($0 ?? "") < ($1 ?? "") }
    readsEverything = fingerprint == nil
    self.fingerprint = fingerprint ?? { StateFingerprint(reading: $0) }
    self.relaunch = relaunch
    self.make = make
  }

  /// The names of the states that follow the first, one after the other.
  func changes(_ states: [State], _ changeName: (State, State) -> String) -> [String] {
    zip(states, states.dropFirst()).map(changeName).filter { !$0.isEmpty }
  }

  /// Returns the same explorer, whose schedules all begin with some steps, as those of a ``LiveSchedule``: from the state
  /// to which these lead, with the calls that are open then.
  ///
  /// `prepare` is called before each of the steps, by its place from 0, and once more after the last. `onProgress` is called
  /// now and then with the numbers of schedules and states so far; other work of the main actor can go on meanwhile. An
  /// exploration whose task is cancelled ends.
  public func beginning(
    with steps: [Step], prepare: @escaping @MainActor (Subject, Int) -> Void = { _, _ in },
    onProgress: @escaping @MainActor (_ schedules: Int, _ states: Int) async -> Void = { _, _ in }
  ) -> StoreExplorer {
    var explorer = self
    explorer.beginning = (steps, prepare)
    explorer.afterPlay = onProgress
    return explorer
  }

  /// Covers every schedule of up to `depth` steps, or of every length, and returns the shortest one that violates an
  /// invariant.
  ///
  /// A schedule goes on where others have led to an equal state. All bounds are 1 or more. With `isReduced`, an answer to one
  /// of two actions that go on alike is not taken where the other one has got it, and the process is not killed again where
  /// it leaves what another kill has left; an invariant should not tell such actions apart by their numbers.
  public func explore(
    depth: Int = .max, maximumRunning: Int = 3, maximumSchedules: Int = 1_000_000, isReduced: Bool = true
  ) async -> Exploration {
    let bounds = ExplorationBounds(
      depth: depth, maximumRunning: maximumRunning, maximumSchedules: maximumSchedules, isReduced: isReduced)
    return await withWatchdog {
      var exploration = await explore(bounds, isSilent: false)
      if exploration.isUndecided, depth == .max {
        exploration.levers = await levers(bounds)
      }
      if let violation = exploration.violation {
        exploration.outcome = .violated(await explained(violation))
      }
      return exploration
    }
  }

  func withWatchdog<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let watchdog = Watchdog(isAwaited ? nil : sandbox, seconds: patienceOfWatchdog, watched)
    defer { withExtendedLifetime(watchdog) {} }
    return try await body()
  }

  /// Explores anew where identifiers turn out to be fixed.
  private func explore(
    _ bounds: ExplorationBounds, isSilent: Bool,
    whenFinished check: ((ScheduleGraph<Subject, State>) async -> Void)? = nil
  ) async -> Exploration {
    let fixed = FixedIdentifiers()
    var bounds = bounds
    var wronglyDeduced: String?
    return await FixedIdentifiers.$current.withValue(fixed) {
      while true {
        let before = judged.all
        var exploration = await exploreOnce(bounds, isSilent: isSilent, whenFinished: check)
        if bounds.isReduced, before == judged.all, let mistake = exploration.wronglyDeduced {
          (bounds.isReduced, wronglyDeduced) = (false, mistake)
        } else if !fixed.use(), before == judged.all {
          exploration.wronglyDeduced = wronglyDeduced
          return exploration
        }
      }
    }
  }

  /// Looks for what is wrong in any model, without its invariants: ``Check`` says what.
  ///
  /// Each check reports its shortest schedule. Schedules of more than 15 steps are looked at only where nothing was found
  /// in shorter ones; `maximumSchedules` bounds their number, and the report says what was covered.
  public func check(
    leavingOut: Set<Check> = [], maximumRunning: Int = 2, maximumSchedules: Int = 100_000
  ) async -> CheckReport {
    var plain = self
    plain.invariants = []
    plain.statesBeforeAssumptions = 300
    return await withWatchdog {
      let first = ExplorationBounds(
        depth: 15, maximumRunning: maximumRunning, maximumSchedules: min(maximumSchedules, 3_000))
      let report = await plain.check(leavingOut, first)
      guard report.findings.isEmpty, !report.exploration.isComplete else { return report }
      return await plain.check(
        leavingOut,
        ExplorationBounds(depth: .max, maximumRunning: maximumRunning, maximumSchedules: maximumSchedules))
    }
  }

  private func check(_ leavingOut: Set<Check>, _ bounds: ExplorationBounds) async -> CheckReport {
    var (findings, cutShort): ([CheckReport.Finding], [Check: String]) = ([], [:])
    let exploration = await explore(bounds, isSilent: false) { graph in
      (findings, cutShort) = await graph.findings(leavingOut: leavingOut)
    }
    return CheckReport(findings: findings, cutShort: cutShort, exploration: exploration)
  }

  private func exploreOnce(
    _ bounds: ExplorationBounds, isSilent: Bool, whenFinished check: ((ScheduleGraph<Subject, State>) async -> Void)?
  ) async -> Exploration {
    func graph(_ assumptions: Assumptions) -> ScheduleGraph<Subject, State> {
      ScheduleGraph(self, bounds, assumptions, ExplorationProgress(isSilent: isSilent), isChecking: check != nil)
    }
    let first = graph(.none)
    let isBounded = bounds.depth < .max
    var whole = await first.run(
      maximumStates: isBounded ? .max : statesBeforeAssumptions ?? Self.statesBeforeAssumptions.unnamed,
      maximumDepth: isBounded ? .max : Self.depthBeforeAssumptions)
    if statesBeforeAssumptions == nil, first.areKeptValuesNamed, whole.isUndecided {
      whole = await first.run(maximumStates: Self.statesBeforeAssumptions.named)
    }
    guard whole.isUndecided, whole.schedules < bounds.maximumSchedules, !isBounded, !first.isToBeRepeated else {
      await check?(first)
      return whole
    }
    // What is assumed is about what actions have seen: where that tells few states apart, little would be left out.
    if statesBeforeAssumptions == nil, first.areKeptValuesNamed,
      first.nodes.countWithoutTrails > first.nodes.count / 2
    {
      whole = await first.run()
      await check?(first)
      return whole
    }
    var assumptions = first.assumable
    while assumptions != .none {
      let graph = graph(assumptions)
      var exploration = await graph.run()
      if graph.correction == nil { await check?(graph) }
      guard let correction = graph.correction, !graph.isToBeRepeated else {
        exploration.assumptions = assumptions
        return exploration
      }
      assumptions = correction
    }
    let last = graph(.none)
    let exploration = await last.run()
    await check?(last)
    return exploration
  }

  /// Tries what would let the exploration end, for a tenth of its schedules each, and returns what does.
  private func levers(_ bounds: ExplorationBounds) async -> [String] {
    let schedules = bounds.tried
    var levers: [String] = []
    func isComplete(_ explorer: StoreExplorer, _ maximumRunning: Int) async -> Bool {
      let bounds = ExplorationBounds(depth: .max, maximumRunning: maximumRunning, maximumSchedules: schedules)
      return await explorer.explore(bounds, isSilent: true).isComplete
    }
    if bounds.maximumRunning > 1, await isComplete(self, bounds.maximumRunning - 1) {
      levers.append("with “maximumRunning: \(bounds.maximumRunning - 1)”")
    }
    for action in actions where actions.count > 1 {
      var fewer = self
      fewer.actions.removeAll { $0.name == action.name }
      if await isComplete(fewer, bounds.maximumRunning) { levers.append("without the action “\(action.name)”") }
    }
    return levers
  }

  /// Runs one schedule, such as a failure message shows it, and returns the violation that it leads to.
  ///
  /// The steps of `loop` are repeated after it, for many steps. Where what an invariant says is due does not come in them,
  /// or is due at the end of a schedule after which no answer is left to come, the invariant is violated.
  ///
  /// Throws ``ImpossibleStep`` if a step is not possible when its turn comes.
  public func replay(_ steps: [Step], loop: [Step] = []) async throws(ImpossibleStep) -> Violation? {
    guard let violation = try await violation(after: steps, loop: loop) else { return nil }
    return await explained(violation)
  }

  /// Runs one schedule, each step with the name of the state after it, and returns the violation of an invariant or of such
  /// an expectation that it leads to.
  ///
  /// Throws ``ImpossibleStep`` if a step is not possible when its turn comes.
  public func replay(_ steps: [(step: Step, state: String)]) async throws(ImpossibleStep) -> Violation? {
    let play = await begin(Inconclusive())
    defer { play.run.end() }
    if let violation = play.violation { return await explained(violation) }
    for (index, (step, expected)) in steps.enumerated() {
      try await take(step, index, play)
      if let violation = play.violation { return await explained(violation) }
      let found = stateName(state(play.subject))
      if found != expected {
        return play.violation(of: "after step \(index + 1) the state is “\(expected)”, not “\(found)”")
      }
    }
    return nil
  }

  func violation(after steps: [Step], loop: [Step]) async throws(ImpossibleStep) -> Violation? {
    let play = await begin(Inconclusive())
    defer { play.run.end() }
    for (index, step) in steps.enumerated() where play.violation == nil { try await take(step, index, play) }
    var due = play.due
    if loop.isEmpty, play.violation == nil, !play.run.awaitsAnswer, let first = due.first {
      return play.violation(of: first, after: steps.count, loop: 0)
    }
    guard play.violation == nil, !loop.isEmpty, !due.isEmpty else { return play.violation }
    let enabled = play.run.enabled
    for _ in 0...(Self.depthBeforeAssumptions / loop.count) {
      for (index, step) in loop.enumerated() {
        try await take(step, steps.count + index, play)
        due = due.filter(play.due.contains)
        guard play.violation == nil, !due.isEmpty else { return play.violation }
      }
      guard play.run.enabled == enabled else { return nil }
    }
    return play.violation(of: due[0], after: steps.count, loop: loop.count)
  }

  private func take(
    _ step: Step, _ index: Int, _ play: SchedulePlay<Subject, State>
  ) async throws(ImpossibleStep) {
    guard let choice = play.run.choice(of: step) else {
      let choices = play.run.enabled.choices(maximumRunning: .max)
      throw ImpossibleStep(index: index, step: step, possible: choices.map(play.run.step))
    }
    await play.take(choice)
  }

  /// Whether steps are awaited, or followed by hooks of the runtime that work.
  var isFollowed: Bool { isAwaited || sandbox?.isInChain != false }

  /// The same explorer with some of the actions and one invariant.
  func limited(to names: Set<String>, invariant: String) -> StoreExplorer {
    var limited = self
    limited.actions = actions.filter { names.contains($0.name) }
    limited.invariants = invariants.filter { $0.name == invariant }
    return limited
  }

  /// A schedule without steps on a fresh subject.
  func begin(
    _ findings: Inconclusive, patience: Int? = nil, recordsSites: Bool = false
  ) async -> SchedulePlay<Subject, State> {
    FixedIdentifiers.current?.beginPlay()
    if let objection { findings.add(objection) }
    let dependencies = ControlledDependencies(findings, isComparing: newName != nil, recordsSites: recordsSites)
    let sandbox = isAwaited ? nil : sandbox
    let (subject, launch) = await launch(dependencies, sandbox) { [make] in await make(dependencies) }
    let current = Current(subject)
    let known = KnownActions(actions, actionNamed)
    let run = ScheduleRun(
      actions.map(\.details), processes, life(of: current, known, processes.map { _ in dependencies }, launch, sandbox),
      sandbox, patience: patience ?? self.patience, actionNamed: known.details)
    for (index, step) in beginning.steps.enumerated() {
      beginning.prepare(current.subject, index)
      guard let choice = run.choice(of: step) else {
        findings.add("the step \(step.swift), with which schedules begin, is not possible")
        break
      }
      await run.take(choice)
    }
    beginning.prepare(current.subject, beginning.steps.count)
    return SchedulePlay(self, run, current)
  }

  /// Makes a subject in a step, so that what it sets going is known.
  private func launch(
    _ dependencies: ControlledDependencies, _ sandbox: Sandbox?, _ make: @escaping @MainActor () async -> Subject
  ) async -> (Subject, ActionProgress) {
    let progress = ActionProgress("launch")
    guard let sandbox else { return (await make(), progress) }
    let made = Made<Subject>()
    _ = sandbox.step(of: progress, dependencies) { progress.startInStep { made.subject = await make() } }
    while true {
      if let subject = made.subject { return (subject, progress) }
      if let call = progress.pendingCalls.first {
        dependencies.findings.add("the launch waits for “\(call)”: await that in a task of the model, or in an action")
        _ = sandbox.step(of: progress, dependencies) { dependencies.end() }
      }
      // What it waits for is outside of the process, such as a file.
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  private func life(
    of current: Current<Subject>, _ known: KnownActions<Subject>, _ dependencies: [ControlledDependencies],
    _ launch: ActionProgress, _ sandbox: Sandbox?
  ) -> ScheduleRun.Life {
    let subject = current.subject
    return ScheduleRun.Life(
      dependencies: dependencies,
      body: { index in { await known.actions[index].run(subject) } },
      isAvailable: { index in known.actions[index].isAvailable(subject) },
      relaunch: relaunch.map { relaunch in
        { process in
          var next = dependencies
          next[process] = dependencies[process].next(of: processes[process])
          let (launched, progress) = await self.launch(next[process], sandbox) { [next] in
            await relaunch(subject, next[process])
          }
          current.subject = launched
          return life(of: current, known, next, progress, sandbox)
        }
      }, launch: launch)
  }
}

/// The actions of a schedule: those of its explorer, and the last one that a step has named beside them.
@MainActor
private final class KnownActions<Subject> {
  private(set) var actions: [StoreAction<Subject>]
  private let listed: Int
  private let named: (String) -> StoreAction<Subject>?

  init(_ actions: [StoreAction<Subject>], _ named: @escaping (String) -> StoreAction<Subject>?) {
    (self.actions, listed, self.named) = (actions, actions.count, named)
  }

  /// Finds the action of a name, which is the last one from then on.
  func details(_ name: String) -> ScheduleRun.ActionDetails? {
    guard let action = named(name) else { return nil }
    actions[listed...] = [action]
    return action.details
  }
}

extension StoreAction {
  fileprivate var details: ScheduleRun.ActionDetails { (name, process, canBeCancelled) }
}

@MainActor
private final class Made<Subject> {
  var subject: Subject?
}

/// The subject of the current launch.
@MainActor
final class Current<Subject> {
  var subject: Subject

  init(_ subject: Subject) {
    self.subject = subject
  }
}

/// An action that a user can take.
public struct StoreAction<Subject> {
  /// What an action does with its local values from one answer to the next.
  public enum Locals: Equatable, Sendable {
    /// It can use all of them.
    case kept
    /// It uses none from before its last answer, such as an action that reads a stream without end: only then does its
    /// exploration end.
    case forgotten
    /// It uses none once an identifier that it has seen is replaced, and then only returns.
    ///
    /// An answer or a cancellation that changes something then is a violation.
    case uselessWhenStale
  }

  /// The label, which schedules and diagrams show; it must not contain a secret.
  public let name: String
  let process: String?
  let locals: Locals
  let canBeCancelled: Bool
  let isAvailable: @MainActor (Subject) -> Bool
  let run: @MainActor (Subject) async -> Void

  /// Creates an action that returns when its work is done, such as `{ await $0.load() }`.
  ///
  /// A user can take it whenever `isAvailable` returns `true`. It ends when its process is killed, which need not be
  /// named where there is one only. Say that it can be cancelled where a view cancels it, as `.task` does when the view
  /// disappears.
  public init(
    _ name: String, in process: String? = nil, canBeCancelled: Bool = false, locals: Locals = .kept,
    when isAvailable: @escaping @MainActor (Subject) -> Bool = { _ in true },
    _ run: @escaping @MainActor (Subject) async -> Void
  ) {
    self.name = name
    self.process = process
    self.locals = locals
    self.canBeCancelled = canBeCancelled
    self.isAvailable = isAvailable
    self.run = run
  }

  /// Creates an action for each argument, labeled such as `like 1`.
  public static func each<Argument: Sendable>(
    _ name: String, of arguments: [Argument], canBeCancelled: Bool = false,
    when isAvailable: @escaping @MainActor (Subject) -> Bool = { _ in true },
    _ run: @escaping @MainActor (Subject, Argument) async -> Void
  ) -> [StoreAction] {
    arguments.map { argument in
      StoreAction("\(name) \(argument)", canBeCancelled: canBeCancelled, when: isAvailable) { await run($0, argument) }
    }
  }
}

/// Short names for states.
public enum StateName {
  /// The name of an enumeration's case, without its associated values; any other value in full.
  public static func ofCase<State>(_ state: State) -> String {
    let mirror = Mirror(reflecting: state)
    guard mirror.displayStyle == .enum else { return String(describing: state) }
    return mirror.children.first?.label ?? String(describing: state)
  }
}
