/// One schedule on a fresh Store, step by step.
///
/// It knows neither the Store's type nor its state's: a schedule is run very often.
@MainActor
final class ScheduleRun {
  typealias Body = @MainActor () async -> Void

  private struct Running {
    var run: ActionRun
    let progress: ActionProgress
    let task: Task<Void, Never>
  }

  private let names: [String]
  private let body: (Int) -> Body
  private let holds: ControlledDependencies
  private var running: [Running] = []
  private var starts = 0
  private var seenCall = 0

  /// What has happened since all was last quiet.
  private(set) var events: [Event] = []
  /// The number of the call that was answered last, among those that its action stood at, from 0, the oldest.
  private(set) var lastAnsweredCall = 0

  /// Makes a run of actions with these labels, whose bodies are asked for by number.
  init(_ names: [String], _ holds: ControlledDependencies, body: @escaping (Int) -> Body) {
    self.names = names
    self.holds = holds
    self.body = body
  }

  var isQuiet: Bool { running.isEmpty }
  var actions: [ActionRun] { running.map { $0.run } }
  /// Whether no action waits for something else than an answer.
  var isStanding: Bool { running.allSatisfy { $0.progress.isStanding } }
  var calls: [WaitingCall] {
    holds.line.calls.compactMap { call in
      run(of: call.progress).map { WaitingCall(name: call.name, action: $0) }
    }
  }

  /// Whether the last step was the start of an action that returned at once and made no call.
  var lastStartReturnedAtOnce: Bool {
    guard events.count > 1, case .returned(let run) = events[events.count - 1] else { return false }
    return events[events.count - 2] == .started(run)
  }

  /// Every step that is possible now, in a fixed order.
  func choices(maximumRunning: Int) -> [Choice] {
    var choices: [Choice] = []
    if running.count < maximumRunning {
      for index in names.indices { choices.append(.start(action: index)) }
    }
    for (index, call) in holds.line.calls.enumerated() {
      for label in call.details.labels.indices { choices.append(.answer(call: index, label: label)) }
    }
    for index in running.indices where !running[index].run.isCancelled { choices.append(.cancel(run: index)) }
    return choices
  }

  /// A choice as a line of Swift; it must be asked before the choice is taken.
  func step(_ choice: Choice) -> Step {
    switch choice {
    case .start(let action): return .start(names[action])
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
    if isQuiet { events.removeAll(keepingCapacity: true) }
    StepExecutor.shared.takeStep { perform(choice) }
    await settle()
    note()
  }

  /// Lets every task of the schedule come to its end.
  func end() {
    StepExecutor.shared.takeStep {
      for action in running { action.task.cancel() }
      holds.end()
    }
  }

  private func perform(_ choice: Choice) {
    switch choice {
    case .start(let index):
      starts += 1
      let run = ActionRun(name: names[index], number: starts)
      let progress = ActionProgress(run.name)
      events.append(.started(run))
      running.append(Running(run: run, progress: progress, task: progress.startInStep(body(index))))
    case .answer(let index, let label):
      guard let call = try? holds.line.take(index) else { return }
      lastAnsweredCall = holds.line.calls[..<index].count { $0.progress === call.progress }
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
    for action in running where action.progress.hasReturned {
      events.append(.returned(action.run))
      if let call = action.progress.standing.first { holds.doubt(returned: action.run.name, before: call) }
    }
    running.removeAll { $0.progress.hasReturned }
  }

  /// An action that awaits a task of its Store comes back from it through the main actor's queue, several times.
  private static let patience = 8

  /// Waits until every action stands at a hold or has returned, which most do within their step.
  ///
  /// An action that does neither may be waiting for one that stands at a hold. It is taken for that when the main
  /// actor, which keeps its order, has run everything it had ``patience`` times and the action still does neither.
  private func settle() async {
    var turns = 0
    while let restless = running.first(where: { !$0.progress.isSettled }) {
      guard !restless.progress.isAnswered, running.contains(where: { $0.progress.isStanding }) else {
        await restless.progress.moves()
        continue
      }
      if turns == Self.patience { return }
      turns += 1
      await Task {}.value
    }
  }
}
