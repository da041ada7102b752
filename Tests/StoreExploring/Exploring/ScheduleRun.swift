/// One schedule on a fresh Store, step by step.
@MainActor
final class ScheduleRun<Subject, State> {
  private struct Running {
    var run: ActionRun
    let progress: ActionProgress
    let task: Task<Void, Never>
  }

  private let explorer: StoreExplorer<Subject, State>
  private let holds: Holds
  private let recorded: Recorded<State>
  private var running: [Running] = []
  private var starts = 0
  private var events: [Event] = []
  private var quietIndex = 0
  private var stepIndex = 0
  private var seenCall = 0
  let subject: Subject

  init(_ explorer: StoreExplorer<Subject, State>, doubts: Doubts) async {
    self.explorer = explorer
    holds = Holds(doubts: doubts)
    let subject = await explorer.make(holds)
    let state = explorer.state
    self.subject = subject
    recorded = StoreRecorder().record { subject[keyPath: state] }
  }

  var isQuiet: Bool { running.isEmpty }

  /// Every step that is possible now, in a fixed order.
  func choices(maximumRunning: Int) -> [Choice] {
    var choices: [Choice] = []
    if running.count < maximumRunning { choices = explorer.actions.indices.map { .start(action: $0) } }
    for (index, call) in holds.line.calls.enumerated() {
      choices += call.details.labels.indices.map { .answer(call: index, label: $0) }
    }
    for index in running.indices where !running[index].run.isCancelled { choices.append(.cancel(run: index)) }
    return choices
  }

  /// A choice as a line of Swift; it must be asked before the choice is taken.
  func step(_ choice: Choice) -> Step {
    switch choice {
    case .start(let action): return .start(explorer.actions[action].name)
    case .answer(let index, let label):
      let calls = holds.line.calls
      let call = calls[index]
      return .answer(
        call.name, call: calls[..<index].count { $0.name == call.name }, with: call.details.labels[label])
    case .cancel(let index):
      let name = running[index].run.name
      return .cancel(name, run: running[..<index].count { $0.run.name == name })
    }
  }

  /// Takes a step, and goes on when every running action stands at a hold.
  func take(_ choice: Choice) async {
    let last = recorded.values.count - 1
    if isQuiet {
      events.removeAll(keepingCapacity: true)
      quietIndex = last
    }
    stepIndex = last
    perform(choice)
    await settle()
    note()
  }

  /// What can be known now.
  var moment: Moment<Subject, State> {
    let values = recorded.values
    return Moment(
      subject: subject, states: Array(values[quietIndex...]), lastStates: Array(values[stepIndex...]),
      running: running.map(\.run),
      calls: holds.line.calls.compactMap { call in
        run(of: call.progress).map { WaitingCall(name: call.name, action: $0) }
      },
      events: events)
  }

  /// Whether the last step was the start of an action that returned at once and made no call.
  var lastStartReturnedAtOnce: Bool {
    guard events.count > 1, case .returned(let run) = events[events.count - 1] else { return false }
    return events[events.count - 2] == .started(run)
  }

  /// Lets every task of the schedule come to its end.
  func end() {
    for action in running { action.task.cancel() }
    holds.end()
  }

  private func perform(_ choice: Choice) {
    switch choice {
    case .start(let index):
      let action = explorer.actions[index]
      starts += 1
      let run = ActionRun(name: action.name, number: starts)
      let progress = ActionProgress(action.name)
      events.append(.started(run))
      let subject = subject
      running.append(
        Running(run: run, progress: progress, task: progress.start { await action.run(subject) }))
    case .answer(let index, let label):
      guard let call = try? holds.line.take(index) else { return }
      if let run = run(of: call.progress) {
        events.append(.answered(call.name, with: call.details.labels[label], by: run))
      }
      call.resume(returning: label)
    case .cancel(let index):
      running[index].run.isCancelled = true
      events.append(.cancelled(running[index].run))
      running[index].task.cancel()
    }
  }

  private func run(of progress: ActionProgress?) -> ActionRun? {
    running.first { $0.progress === progress }?.run
  }

  /// Writes down what the step has brought about.
  private func note() {
    for call in holds.line.calls where call.number > seenCall {
      seenCall = call.number
      if let run = run(of: call.progress) { events.append(.called(call.name, by: run)) }
    }
    for action in running where action.progress.hasReturned { events.append(.returned(action.run)) }
    running.removeAll { $0.progress.hasReturned }
  }

  /// Waits until every action stands at a hold or has returned.
  ///
  /// An action that does neither may be waiting for one that stands at a hold. It is taken for that when the main
  /// actor, which keeps its order, has twice run everything it had and the action still does neither.
  private func settle() async {
    var turns = 0
    while let restless = running.first(where: { !$0.progress.isSettled }) {
      guard running.contains(where: { $0.progress.isStanding }) else {
        await restless.progress.settles()
        continue
      }
      if turns == 2 { return }
      turns += 1
      await Task {}.value
    }
  }
}
