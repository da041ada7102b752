import Synchronization

/// One step of a schedule, as a line of Swift.
public indirect enum Step: Codable, Equatable, Hashable, Sendable {
  /// Starts an action.
  case start(String)
  /// Answers a pending call: its name, its number among the pending calls of that name from 0, the oldest, and the label
  /// of the answer.
  case answer(String, call: Int = 0, with: String)
  /// Cancels a running action: its label, and its number among the running ones of that label from 0, the oldest.
  case cancel(String, run: Int = 0)
  /// Ends the process with every running action, and launches it again.
  case kill
  /// Ends one of several processes with its running actions, and launches it again.
  case killProcess(String)
  /// Ends the process in the middle of the last step, after so many of its writes to a synchronous storage, and launches
  /// it again.
  case killAfterWrites(Int)
  /// Takes a step whose tasks run in parallel so that the one which is ready last goes on first.
  case lastFirst(Step)

  /// The Swift source of the step.
  public var swift: String {
    let source = source
    return source.before + (source.number == 0 ? "" : "\(source.label)\(source.number)") + source.after
  }

  /// The Swift source of the step, and between its parts the number that tells apart calls and runs of the same name.
  var source: (before: String, label: String, number: Int, after: String) {
    switch self {
    case .start(let action): (".start(\(Self.quoted(action)))", "", 0, "")
    case .answer(let name, let call, let label):
      (".answer(\(Self.quoted(name))", ", call: ", call, ", with: \(Self.quoted(label)))")
    case .cancel(let action, let run): (".cancel(\(Self.quoted(action))", ", run: ", run, ")")
    case .kill: (".kill", "", 0, "")
    case .killProcess(let process): (".killProcess(\(Self.quoted(process)))", "", 0, "")
    case .killAfterWrites(let count): (".killAfterWrites(\(count))", "", 0, "")
    case .lastFirst(let step):
      (".lastFirst(\(step.source.before)", step.source.label, step.source.number, "\(step.source.after))")
    }
  }

  /// The step with another number of its call or run.
  func numbered(_ other: (Int) -> Int) -> Step {
    switch self {
    case .answer(let name, let call, let label): .answer(name, call: other(call), with: label)
    case .cancel(let action, let run): .cancel(action, run: other(run))
    case .lastFirst(let step): .lastFirst(step.numbered(other))
    case .start, .kill, .killProcess, .killAfterWrites: self
    }
  }

  /// The step in the usual order of its tasks.
  var usual: Step {
    if case .lastFirst(let step) = self { step.usual } else { self }
  }

  var isKill: Bool {
    switch self {
    case .kill, .killProcess, .killAfterWrites: true
    case .start, .answer, .cancel: false
    case .lastFirst(let step): step.isKill
    }
  }

  /// The step without the numbers that tell apart calls and runs of the same name.
  var label: String {
    switch self {
    case .start(let action): action
    case .answer(let name, _, let label): "\(name) answers \(label)"
    case .cancel(let action, _): "\(action) cancelled"
    case .kill: "kill"
    case .killProcess(let process): "kill \(process)"
    case .killAfterWrites(let count): "kill after \(count) write\(count == 1 ? "" : "s")"
    case .lastFirst(let step): "\(step.label), last task first"
    }
  }

  /// The text as a string literal.
  package static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}

/// A step by number, which costs no strings.
struct Choice: Codable, Hashable {
  enum Kind: Codable, Hashable {
    case start(action: Int)
    case answer(call: Int, label: Int)
    case cancel(run: Int)
    case kill(process: Int)
    case killAfterWrites(Int)
  }

  let kind: Kind
  /// Whether what runs in parallel goes on in another order.
  var isLastFirst = false
}

/// The steps that are possible in a state.
struct Enabled: Codable, Hashable {
  /// The actions that the user can take.
  var actions: [Int]
  /// The number of answers to each pending call, the oldest first.
  var answers: [Int]
  /// The running actions that are not cancelled, by number among the running ones.
  var cancellable: [Int]
  var running: Int
  /// The number of processes that can be killed.
  var killable: Int
  /// The number of writes of the last step between which the process can be killed.
  var writes = 0

  /// The steps in a fixed order.
  func choices(maximumRunning: Int) -> [Choice] {
    var kinds: [Choice.Kind] = []
    if running < maximumRunning {
      for action in actions { kinds.append(.start(action: action)) }
    }
    for (call, count) in answers.enumerated() {
      for label in 0..<count { kinds.append(.answer(call: call, label: label)) }
    }
    for run in cancellable { kinds.append(.cancel(run: run)) }
    for process in 0..<killable { kinds.append(.kill(process: process)) }
    for count in 0..<writes { kinds.append(.killAfterWrites(count)) }
    return kinds.map { Choice(kind: $0) }
  }
}

/// One schedule, step by step, on one subject and those that follow it when it is killed.
///
/// It is not generic: a schedule runs very often, and generic code is slow without optimization.
@MainActor
final class ScheduleRun {
  typealias Body = @MainActor () async -> Void
  typealias ActionDetails = (name: String, process: String?, canBeCancelled: Bool)

  /// The subject of one launch, as the schedule sees it.
  struct Life {
    /// The dependencies of each process; several can share theirs.
    let dependencies: [ControlledDependencies]
    /// The work of an action, by number.
    let body: (Int) -> Body
    /// Whether an action, by number, can be taken now.
    let isAvailable: (Int) -> Bool
    /// Launches a process, by number, again, unless lives end with the schedule.
    let relaunch: ((Int) async -> Life)?
    /// The work that the launch has set going.
    let launch: ActionProgress

    /// The queues of the processes, each once.
    fileprivate var queues: [Queue] {
      var queues = [dependencies[0].queue]
      for next in dependencies.dropFirst() where !queues.contains(where: { $0 === next.queue }) {
        queues.append(next.queue)
      }
      return queues
    }

    /// The dependencies of the processes, each once, and those of the new version.
    fileprivate var everyDependencies: [ControlledDependencies] {
      var every: [ControlledDependencies] = []
      for next in dependencies where !every.contains(where: { $0 === next }) { every += next.ofEachVersion }
      return every
    }

    /// Lets every task of the processes end.
    func end() {
      for dependencies in dependencies { dependencies.end() }
    }
  }

  /// The order of actions and calls, in which alone, beside the numbers of actions, runs in equal states differ.
  struct Numbering: Codable, Hashable {
    /// The actions, each with its index as its number.
    let runs: [ActionRun]
    /// The indices of those whose process was killed.
    let killed: [Int]
    /// The index of the action of each pending call, the oldest call first.
    let callers: [Int?]
    /// What each pending call that is answered at last is about, the oldest call first.
    let awaited: [[Int]?]
    /// The index of the action that the last step has started, as long as it runs.
    let justStarted: Int?
  }

  /// The numbers of the actions, in their order, and those that the next ones follow.
  struct Numbers: Hashable {
    let runs: [Int]
    let starts: Int
    let launches: Int

    /// An action with its index as its number; where the next step has brought it, with one that is none: their count
    /// for one that was started, and -1 for what a launch has set going.
    func numberedByIndex(_ run: ActionRun) -> ActionRun {
      run.numbered(runs.firstIndex(of: run.number) ?? (run.number > 0 ? runs.count : -1))
    }
  }

  /// What the identity of a state needs to know of a running action.
  struct Detail {
    let isSuspended: Bool
    /// Whether its process was killed, while the server has yet to handle a request of it.
    let isKilled: Bool
    /// Whether the last step started it, which decides whether the next step is a double tap.
    let isJustStarted: Bool
    /// The names of its pending calls, the oldest first.
    let calls: [String]
    /// What remains of its pending sleeps, in nanoseconds.
    let sleeps: [Int]
  }

  fileprivate typealias Queue = CallQueue<ControlledDependencies.Answers, Int>

  /// Objects, because each step copies them several times.
  private final class Running {
    var run: ActionRun
    /// Whether its process was killed.
    var isKilled = false
    let canBeCancelled: Bool
    let progress: ActionProgress
    /// `nil` for what the launch has set going.
    let task: Task<Void, Never>?

    init(_ run: ActionRun, _ progress: ActionProgress, _ task: Task<Void, Never>?, canBeCancelled: Bool = false) {
      (self.run, self.progress, self.task, self.canBeCancelled) = (run, progress, task, canBeCancelled)
    }
  }

  private final class Pending {
    let call: Queue.Call
    let queue: Queue
    /// The same call of the new version, where two versions are compared.
    var ofNewVersion: (call: Queue.Call, queue: Queue)?
    /// Whether the caller was killed.
    var isOrphan = false
    private(set) lazy var parameters = SubjectReader.reading(parameters: call.details.parameters)

    init(_ call: Queue.Call, _ queue: Queue) {
      (self.call, self.queue) = (call, queue)
    }

    /// The number of answers that it can get now.
    var count: Int {
      if isOrphan { return call.details.served.count }
      return call.details.sleep?.isNext == false || call.details.streamIsOpen?() == false ? 0 : call.details.count
    }

    /// Whether it is answered at last, unlike a wait for an element of a stream, which need not come.
    var isAwaited: Bool { !isOrphan && call.details.streamIsOpen == nil && count > 0 }

    /// The number of an answer among all.
    func answer(_ choice: Int) -> Int { isOrphan ? call.details.served[choice] : choice }
  }

  /// The actions of the explorer, and the last one that a step has named beside them.
  private var actionNames: [ActionDetails]
  private let listedActions: Int
  /// Finds an action that the explorer does not list, which is the last one from then on.
  private let actionNamed: (String) -> ActionDetails?
  private let processes: [String?]
  private let patience: Int
  /// Runs the steps, unless they are awaited.
  private let sandbox: Sandbox?
  private var life: Life
  private var pastLives: [Life] = []
  /// Whether it keeps what it needs to end every task of killed processes, for as long as it lasts.
  var keepsPastLives = true
  /// The running actions, and those of a killed process whose requests the server has yet to handle.
  private var running: [Running] = []
  private var killed: [Running] = []
  private var pending: [Pending] = []
  private var starts = 0
  /// The number of launches after the first one.
  private var launches = 0
  private var lastCall = 0
  /// The number of the last call before the last step.
  private var firstNewCall = 0
  private var lastStep = 0

  /// The events since the subject was last idle.
  private(set) var events: [Event] = []
  /// The number of the call that was answered last among the pending calls of its action, from 0, the oldest.
  private(set) var lastAnsweredCall = 0
  /// The number of the call that the last step answered, or 0.
  private(set) var lastAnsweredNumber = 0
  /// What the action got whose call was answered in the last step.
  private(set) var lastOutcome: AnswerOutcome?
  /// Whether the last two steps started the same action, and its first run goes on.
  private(set) var isDoubleTap = false
  /// Whether several tasks were ready at once in the last step, which then can go on in another order.
  private(set) var hadParallelWork = false
  /// The label of an action that waits for what no step brings.
  private(set) var stuck: String?
  private(set) var comparedCalls = ComparedCalls()

  init(
    _ actions: [ActionDetails], _ processes: [String?], _ life: Life, _ sandbox: Sandbox?, patience: Int,
    actionNamed: @escaping (String) -> ActionDetails? = { _ in nil }
  ) {
    (actionNames, listedActions) = (actions, actions.count)
    self.actionNamed = actionNamed
    self.processes = processes
    self.life = life
    self.sandbox = sandbox
    self.patience = patience
    noteLaunch()
  }

  /// Follows what a launch has set going.
  private func noteLaunch() {
    guard sandbox != nil, !life.launch.hasEnded else { return }
    running.append(Running(ActionRun(name: "launch", process: nil, number: -launches), life.launch, nil))
    noteCallsAndReturns()
  }

  /// Whether its steps are awaited, so that work which nobody awaits can go on after them.
  var isAwaited: Bool { sandbox == nil }
  var isIdle: Bool { running.allSatisfy { $0.isKilled || isAtRest($0) } }
  /// The numbers of the pending calls of an action, the oldest first.
  func numbersOfCalls(by action: ActionRun) -> [Int] {
    guard let progress = running.first(where: { $0.run == action })?.progress else { return [] }
    return pending(of: progress).map(\.call.number)
  }

  /// What the pending calls of an action, by its place among the running ones, are about, the oldest first.
  func calls(
    by index: Int, _ number: (AnyHashable) -> Int
  ) -> [(number: Int, words: [Int], identifiers: [Int])] {
    pending(of: running[index].progress).map { pending in
      (pending.call.number, pending.parameters.words, pending.parameters.identifiers.map(number))
    }
  }

  /// What tells pending calls that are alike from others, the oldest first.
  var pendingDetails: [CheckedState.Call] {
    pending.map { pending in
      let details = pending.call.details
      return CheckedState.Call(
        name: pending.call.name, words: pending.parameters.words, returnsNothing: details.returnsNothing,
        isServed: details.isServed, isSleep: details.sleep != nil, isStream: details.streamIsOpen != nil)
    }
  }

  /// The pending calls with what they are about.
  var descriptionsOfCalls: [String] {
    pending.map { pending in
      "\(pending.call.name) \(run(of: pending.call.progress)?.number ?? 0) \(pending.parameters.words)"
    }
  }

  /// Each pending call, the oldest first, with its run and where it was made.
  var pendingCalls: [(number: Int, name: String, run: ActionRun?, site: CallSite?)] {
    pending.map { pending in
      (
        pending.call.number, pending.call.name, run(of: pending.call.progress),
        (pending.ofNewVersion?.call ?? pending.call).details.site
      )
    }
  }

  private func pending(of progress: ActionProgress) -> [Pending] { pending.filter { $0.call.progress === progress } }

  /// The label of an action that neither returns nor waits for a call.
  var waiting: String? { running.first { !$0.isKilled && !$0.progress.isSettled }?.run.name }
  var actions: [ActionRun] { running.compactMap { $0.isKilled ? nil : $0.run } }
  /// The actions on which the next steps depend: the running ones, and those of a killed process whose requests the
  /// server has yet to handle.
  var trackedActions: [ActionRun] { running.map { $0.run } }
  var lastEvents: ArraySlice<Event> { events[lastStep...] }
  private var justStarted: ActionRun? { lastEvents.first?.started }
  var details: [Detail] {
    running.map { action in
      Detail(
        isSuspended: action.progress.isSuspended, isKilled: action.isKilled,
        isJustStarted: justStarted == action.run, calls: action.progress.pendingCalls,
        sleeps: pending.compactMap { pending in
          pending.call.progress === action.progress ? pending.call.details.sleep?.remaining : nil
        })
    }
  }
  var numbering: Numbering {
    Numbering(
      runs: running.enumerated().map { $1.run.numbered($0) }, killed: running.indices.filter { running[$0].isKilled },
      callers: pending.map { pending in running.firstIndex { $0.progress === pending.call.progress } },
      awaited: pending.map { $0.isAwaited ? $0.parameters.words : nil },
      justStarted: justStarted.flatMap { run in running.firstIndex { $0.run == run } })
  }
  var numbers: Numbers { Numbers(runs: running.map(\.run.number), starts: starts, launches: launches) }
  /// The numbers of the pending calls, the oldest first.
  var numbersOfCalls: [Int] { pending.map(\.call.number) }
  /// Whether the server can still handle a request when the process is killed, or is to handle one.
  var outlivesDeath: Bool { pending.contains { $0.isOrphan || !$0.call.details.served.isEmpty } }
  /// Whether a pending call is answered at last.
  var awaitsAnswer: Bool { pending.contains(where: \.isAwaited) }
  var calls: [PendingCall] {
    pending.compactMap { pending in
      guard !pending.isOrphan else { return nil }
      return run(of: pending.call.progress).map { PendingCall(name: pending.call.name, action: $0) }
    }
  }

  /// Whether the last step was the start of an action that returned at once and made no call.
  var lastStartReturnedAtOnce: Bool {
    guard events.count == lastStep + 2, let run = events[lastStep].started else { return false }
    return events[lastStep + 1] == .returned(run)
  }

  var enabled: Enabled {
    var enabled = Enabled(
      actions: [], answers: [], cancellable: [], running: 0, killable: life.relaunch == nil ? 0 : processes.count)
    for action in 0..<listedActions where life.isAvailable(action) { enabled.actions.append(action) }
    for call in pending { enabled.answers.append(call.count) }
    if processes.count == 1, life.relaunch != nil { enabled.writes = writes }
    for index in running.indices where !running[index].isKilled {
      enabled.running += running[index].task == nil ? 0 : 1
      if running[index].canBeCancelled, !running[index].run.isCancelled, !running[index].progress.hasReturned {
        enabled.cancellable.append(index)
      }
    }
    return enabled
  }

  private var writes: Int { life.dependencies[0].keyValues.withLock { $0?.writes ?? 0 } }

  /// What decides the next steps beside the subject: the events that bounded streams still have, and what a synchronous
  /// storage had before the writes of the last step.
  var surroundings: [AnyHashable] {
    var values: [AnyHashable] = []
    for dependencies in life.everyDependencies {
      dependencies.remaining.withLock { if !$0.isEmpty { values.append(AnyHashable($0)) } }
      if life.relaunch != nil {
        dependencies.keyValues.withLock { storage in
          if let storage, storage.writes > 0 { values += storage.snapshots }
        }
      }
    }
    return values
  }

  /// A choice as a line of Swift, before it is taken.
  func step(_ choice: Choice) -> Step {
    choice.isLastFirst ? .lastFirst(step(choice.kind)) : step(choice.kind)
  }

  private func step(_ choice: Choice.Kind) -> Step {
    switch choice {
    case .start(let action): return .start(actionNames[action].name)
    case .answer(let index, let label):
      let call = pending[index].call
      return .answer(
        call.name, call: pending[..<index].count { $0.call.name == call.name },
        with: call.details.label(pending[index].answer(label)))
    case .cancel(let index):
      let name = running[index].run.name
      return .cancel(name, run: running[..<index].count { $0.run.name == name && !$0.isKilled })
    case .kill(let process): return processes[process].map { .killProcess($0) } ?? .kill
    case .killAfterWrites(let count): return .killAfterWrites(count)
    }
  }

  /// A choice as a line of Swift with the numbers that calls and runs have in this schedule, whatever order it has taken
  /// over.
  func ownStep(_ choice: Choice) -> Step {
    step(choice).numbered { number in
      switch choice.kind {
      case .answer(let index, _):
        let call = pending[index].call
        return pending.count { $0.call.name == call.name && $0.call.number < call.number }
      case .cancel(let index):
        let run = running[index].run
        return running.count { $0.run.name == run.name && !$0.isKilled && $0.run.number < run.number }
      case .start, .kill, .killAfterWrites: return number
      }
    }
  }

  /// The choice that is a step, if that is possible.
  func choice(of step: Step) -> Choice? {
    if case .start(let name) = step.usual, !actionNames[..<listedActions].contains(where: { $0.name == name }) {
      guard let action = actionNamed(name) else { return nil }
      actionNames[listedActions...] = [action]
      return Choice(kind: .start(action: listedActions), isLastFirst: step != step.usual)
    }
    var choice = enabled.choices(maximumRunning: .max).first { self.step($0) == step.usual }
    choice?.isLastFirst = step != step.usual
    return choice
  }

  /// Takes a step, and returns when every running action is suspended at a held call.
  func take(_ choice: Choice) async {
    hadParallelWork = false
    let justStarted = justStarted
    if isIdle || !keepsPastLives { events.removeAll(keepingCapacity: true) }
    if !keepsPastLives { (pastLives, killed) = ([], []) }
    lastStep = events.count
    (lastAnsweredCall, lastAnsweredNumber, lastOutcome) = (0, 0, nil)
    let lastFirstNewCall = firstNewCall
    firstNewCall = lastCall
    isDoubleTap =
      if case .start(let action) = choice.kind {
        running.contains { $0.run == justStarted && $0.run.name == actionNames[action].name }
      } else {
        false
      }
    switch choice.kind {
    case .kill(let process): return await kill(process)
    case .killAfterWrites(let count):
      for dependencies in life.dependencies[0].ofEachVersion {
        dependencies.keyValues.withLock { $0?.keep(writes: count) }
      }
      pending.removeAll { $0.call.number > lastFirstNewCall }
      return await kill(0)
    case .start, .answer, .cancel: break
    }
    for dependencies in life.everyDependencies { dependencies.keyValues.withLock { $0?.beginStep() } }
    if sandbox == nil {
      StepExecutor.shared.runStep { perform(choice.kind) }
    } else {
      runInSandbox(choice)
    }
    let unsettled = running.first { !$0.progress.isSettled }
    if let unsettled {
      await waitUntilSuspended()
      if sandbox != nil, unsettled.progress.isSettled { life.dependencies[0].findings.noteOutside(unsettled.run.name) }
    }
    noteCallsAndReturns()
    for dependencies in life.dependencies { lastOutcome = dependencies.takeOutcome() ?? lastOutcome }
  }

  private func runInSandbox(_ choice: Choice) {
    let progress: ActionProgress? =
      switch choice.kind {
      case .start(let action): ActionProgress(actionNames[action].name)
      case .answer(let call, _): pending[call].call.progress
      case .cancel(let run): running[run].progress
      case .kill, .killAfterWrites: nil
      }
    let process =
      switch choice.kind {
      case .start(let action): actionNames[action].process
      default: run(of: progress)?.process
      }
    let dependencies = life.dependencies[processes.firstIndex(of: process) ?? 0]
    guard let sandbox else { return }
    let hasEnded = sandbox.step(of: progress, dependencies, lastFirst: choice.isLastFirst) {
      perform(choice.kind, progress)
    }.hasEnded
    hadParallelWork = sandbox.hadParallelJobs
    if !hasEnded { stuck = stuck ?? progress?.name }
  }

  /// Takes over the order and numbers of a run in an equal state, whose actions correspond to those at `indices` here.
  ///
  /// Returns whether the same calls are pending, without which the two are not to be continued in the same way.
  func renumber(as other: Numbering, _ numbers: Numbers, _ indices: [Int]) -> Bool {
    guard reorder(as: other, indices) else { return false }
    for (number, action) in zip(numbers.runs, running) { action.run = action.run.numbered(number) }
    (starts, launches) = (numbers.starts, numbers.launches)
    (events, lastStep) = (other.justStarted.map { [.started(running[$0].run)] } ?? [], 0)
    return true
  }

  /// Takes over the order of a run in an equal state, so that its choices are the same.
  func reorder(as other: Numbering, _ indices: [Int]) -> Bool {
    guard indices.count == running.count, other.runs.count == running.count, pending.count == other.callers.count else {
      return false
    }
    let reordered = indices.map { running[$0] }
    var calls = pending
    var reorderedCalls: [Pending] = []
    for caller in other.callers {
      guard let caller, let call = calls.firstIndex(where: { $0.call.progress === reordered[caller].progress }) else {
        return false
      }
      reorderedCalls.append(calls.remove(at: call))
    }
    (running, pending) = (reordered, reorderedCalls)
    return true
  }

  /// Lets work that no action awaits go on.
  static func letOtherWorkGoOn() async {
    for _ in 1...2 { await Task {}.value }
  }

  /// Lets every task of the schedule end.
  func end() {
    guard !running.isEmpty || !pending.isEmpty || !pastLives.isEmpty else { return life.end() }
    runStep {
      for action in running { action.task?.cancel() }
      for action in killed { action.task?.cancel() }
      life.end()
      for life in pastLives { life.end() }
    }
  }

  private func runStep(_ body: () -> Void) {
    if let sandbox {
      _ = sandbox.step(of: nil, life.dependencies[0], body)
    } else {
      StepExecutor.shared.runStep(body)
    }
  }

  /// Ends a process; its requests that the server has yet to handle are still on their way, until it is killed again.
  private func kill(_ process: Int) async {
    guard let relaunch = life.relaunch else { return }
    for dependencies in life.everyDependencies { dependencies.keyValues.withLock { $0?.beginStep() } }
    events.append(.killed(process: processes[process]))
    for action in running where action.run.process == processes[process] {
      action.isKilled = true
      action.run.isCancelled = false
      pending.removeAll { pending in
        pending.call.progress === action.progress && (pending.isOrphan || pending.call.details.served.isEmpty)
      }
      for pending in pending where pending.call.progress === action.progress { pending.isOrphan = true }
    }
    forgetKilled()
    pastLives.append(life)
    life = await relaunch(process)
    launches += 1
    noteLaunch()
  }

  /// Leaves out the killed actions that no request is left of.
  private func forgetKilled() {
    running.removeAll { action in
      guard action.isKilled, !pending.contains(where: { $0.call.progress === action.progress }) else {
        return false
      }
      killed.append(action)
      return true
    }
  }

  private func perform(_ choice: Choice.Kind, _ progress: ActionProgress? = nil) {
    switch choice {
    case .start(let index):
      starts += 1
      let run = ActionRun(name: actionNames[index].name, process: actionNames[index].process, number: starts)
      events.append(.started(run))
      let body = life.body(index)
      if let progress {
        running.append(
          Running(run, progress, progress.startInStep(body), canBeCancelled: actionNames[index].canBeCancelled))
      } else {
        let progress = ActionProgress(run.name)
        running.append(
          Running(run, progress, progress.start(body), canBeCancelled: actionNames[index].canBeCancelled))
      }
    case .answer(let index, let choice):
      let (isOrphan, answer) = (pending[index].isOrphan, pending[index].answer(choice))
      let new = pending[index].ofNewVersion
      guard let call = pending[index].queue.take(number: pending[index].call.number) else { return }
      lastAnsweredNumber = call.number
      lastAnsweredCall = pending[..<index].count { $0.call.progress === call.progress }
      if let run = run(of: call.progress) {
        let label = call.details.label(answer)
        events.append(
          isOrphan ? .served(call.name, with: label, by: run) : .answered(call.name, with: label, by: run))
      }
      if isOrphan { pending.remove(at: index) }
      call.details.sleep?.pass()
      call.resume(returning: answer)
      if let new, let newCall = new.queue.take(number: new.call.number) {
        newCall.details.sleep?.pass()
        let (label, labels) = (call.details.label(answer), newCall.details.labels)
        let isAtSamePlace = labels.indices.contains(answer) && labels[answer] == label
        newCall.resume(returning: isAtSamePlace ? answer : labels.firstIndex(of: label) ?? answer)
      }
    case .cancel(let index):
      running[index].run.isCancelled = true
      events.append(.cancelled(running[index].run))
      running[index].task?.cancel()
    case .kill, .killAfterWrites:
      break
    }
  }

  /// Whether it goes on only when something comes from outside, such as an element of a stream.
  private func isAtRest(_ action: Running) -> Bool {
    guard sandbox != nil else { return false }
    let calls = pending(of: action.progress)
    return calls.isEmpty ? action.progress.hasReturned : calls.allSatisfy { $0.call.details.streamIsOpen != nil }
  }

  private func run(of progress: ActionProgress?) -> ActionRun? {
    for action in running where action.progress === progress { return action.run }
    return nil
  }

  /// Finds the call of the new version for each call of the old one.
  private func compareVersions() {
    comparedCalls = ComparedCalls()
    for old in life.dependencies {
      guard let new = old.ofNewVersion else { continue }
      var calls = new.queue.calls.filter { call in running.contains { $0.progress === call.progress && !$0.isKilled } }
      for pending in pending where pending.queue === old.queue && !pending.isOrphan {
        let index =
          calls.firstIndex { $0.number == pending.ofNewVersion?.call.number }
          ?? calls.firstIndex { isSame($0, pending) }
        guard let index else {
          pending.ofNewVersion = nil
          noteUnpaired(pending.call, "the old version")
          continue
        }
        let call = calls.remove(at: index)
        pending.ofNewVersion = (call, new.queue)
        comparedCalls.old += pending.call.details.parameters
        comparedCalls.new += call.details.parameters
      }
      for call in calls { noteUnpaired(call, "the new version") }
      let written = [old, new].map { dependencies in
        let storage = dependencies.keyValues.withLock { $0 }
        return SubjectReader.reading(ofVersion: (storage?.snapshots ?? []) + (storage?.kept ?? []))
      }
      if !written[0].isEqual(to: written[1]) { comparedCalls.areWritesSame = false }
    }
  }

  private func isSame(_ new: Queue.Call, _ old: Pending) -> Bool {
    let (details, oldDetails) = (new.details, old.call.details)
    return new.progress === old.call.progress && new.name == old.call.name
      && details.labels.sorted() == oldDetails.labels.sorted()
      && details.sleep?.remaining == oldDetails.sleep?.remaining
      && SubjectReader.reading(ofVersion: details.parameters).words
        == SubjectReader.reading(ofVersion: oldDetails.parameters).words
  }

  private func noteUnpaired(_ call: Queue.Call, _ version: String) {
    comparedCalls.areSame = false
    if let run = run(of: call.progress) { events.append(.called("\(call.name) in \(version) only", by: run)) }
  }

  /// The dependencies of the first process.
  var dependencies: ControlledDependencies { life.dependencies[0] }

  /// Follows what a call or an action does between two steps, because something outside of the process has answered.
  func noteWorkOutsideOfSteps() {
    noteCallsAndReturns()
  }

  /// The pending calls that can be answered now, the oldest first: each with its number among those of its name, its
  /// answers, and the action that made it.
  var answerableCalls: [(id: Int, name: String, number: Int, answers: [String], sleep: Duration?, run: ActionRun?)] {
    pending.indices.compactMap { index in
      let (pending, call) = (pending[index], pending[index].call)
      guard pending.count > 0 else { return nil }
      let answers = (0..<pending.count).map { call.details.label(pending.answer($0)) }
      let number = self.pending[..<index].count { $0.call.name == call.name }
      let sleep = call.details.sleep.map { Duration.nanoseconds($0.remaining) }
      return (call.number, call.name, number, answers, sleep, run(of: call.progress))
    }
  }

  func cancellation(ofRun number: Int) -> Choice? {
    enabled.cancellable.first { running[$0].run.number == number }.map { Choice(kind: .cancel(run: $0)) }
  }

  /// The actions that have not returned, whatever their tasks do.
  var unreturned: [ActionRun] {
    running.compactMap { $0.isKilled || $0.progress.hasReturned || $0.task == nil ? nil : $0.run }
  }

  private func noteCallsAndReturns() {
    var added: [Pending] = []
    for queue in life.queues {
      let calls = queue.calls
      pending.removeAll { pending in
        pending.queue === queue && !pending.isOrphan && !calls.contains { $0.number == pending.call.number }
      }
      for call in calls where call.number > lastCall { added.append(Pending(call, queue)) }
    }
    for new in added.sorted(by: { $0.call.number < $1.call.number }) {
      lastCall = new.call.number
      let isCaller = { (action: Running) in action.progress === new.call.progress }
      let caller = running.first(where: isCaller) ?? killed.first(where: isCaller)
      // A killed action whose request was served is suspended for good.
      guard caller?.isKilled != true else { continue }
      pending.append(new)
      if let caller { events.append(.called(new.call.name, by: caller.run)) }
    }
    forgetKilled()
    compareVersions()
    var index = 0
    while index < running.count {
      let (run, progress) = (running[index].run, running[index].progress)
      guard sandbox == nil ? progress.hasReturned : progress.hasEnded else {
        index += 1
        continue
      }
      events.append(.returned(run))
      if sandbox == nil, let call = progress.pendingCalls.first {
        life.dependencies[0].findings.add("“\(run.name)” has returned before its call “\(call)” was answered: await it")
      }
      running.remove(at: index)
    }
  }

  /// An action that awaits a task of its Store comes back from it through the queue of the main actor, several times.
  private static let maximumTurns = 64
  /// The same where no action is suspended, so that one of them must go on.
  private static let maximumTurnsOfAll = 200

  /// Waits until every action is suspended at a held call or has returned, which most do within their step.
  ///
  /// An action that does neither may be waiting for one that is suspended. It is taken for that when the main actor,
  /// which keeps its order, has run every job ``maximumTurns`` times and the action still does neither. Where no action
  /// is suspended, none of the steps to come brings what it waits for: it is stuck.
  private func waitUntilSuspended() async {
    var turns = 0
    var turnsOfAll = 0
    var quiet = 0
    while let unsettled = running.first(where: { !$0.progress.isSettled }) {
      let resuming = running.first { $0.progress.isResuming }
      if sandbox != nil, life.dependencies[0].findings.isWaiting(unsettled.run.name) { return }
      if resuming == nil, running.contains(where: { $0.progress.isSuspended && !$0.isKilled }) {
        if sandbox != nil {
          // What was on its way through the main queue, and then what a thread brings.
          await Self.letOtherWorkGoOn()
          if await unsettled.progress.waitForProgress(atMost: .milliseconds(20)) { continue }
          return life.dependencies[0].findings.noteWaiting(unsettled.run.name)
        }
        if turns == Self.maximumTurns { return }
        turns += 1
        await Task {}.value
        continue
      }
      turns = 0
      if turnsOfAll < Self.maximumTurnsOfAll {
        turnsOfAll += 1
        await Task {}.value
      } else if quiet == patience {
        guard sandbox == nil else { return life.dependencies[0].findings.noteWaiting(unsettled.run.name) }
        stuck = stuck ?? unsettled.run.name
        return
      } else if await (resuming ?? unsettled).progress.waitForProgress(atMost: .milliseconds(1)) {
        (turnsOfAll, quiet) = (0, 0)
      } else {
        quiet += 1
      }
    }
  }
}
