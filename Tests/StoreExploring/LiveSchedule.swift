/// A schedule in the hands of its caller, who sees the subject, takes one step after the other, and goes back.
///
/// It is what the explorer does to find every schedule, as a tool for a person: hold each call, answer it by hand, and look
/// at the model meanwhile.
@MainActor
public final class LiveSchedule<Subject, State: Equatable & SendableMetatype> {
  /// A call that waits for its answer.
  public struct Call: Equatable, Sendable, Identifiable {
    /// Tells it from every other call, until a new subject is launched.
    public let id: Int
    /// The name, such as the method and path of a request.
    public let name: String
    /// Its number among the pending calls of that name, from 0, the oldest.
    public let number: Int
    /// The labels of the answers that it can get.
    public let answers: [String]
    /// How long the caller sleeps, where it waits for that.
    public let sleep: Duration?
    /// The action that made it; `nil` for what the launch or another process has set going.
    public let action: ActionRun?
  }

  /// The steps that were taken.
  public private(set) var steps: [Step] = []
  /// Called after something outside of the process, such as a response of a real server, has let the subject go on.
  public var onOutsideWork: @MainActor () -> Void = {}
  private let explorer: StoreExplorer<Subject, State>
  private var play: SchedulePlay<Subject, State>
  private let turn = StepTurn()
  private var remembersSteps = true

  /// Launches a subject.
  public init(_ explorer: StoreExplorer<Subject, State>) async {
    self.explorer = explorer
    play = await explorer.beginLive()
    explorer.sandbox?.outsideDependencies = { [weak self] in self?.play.run.dependencies }
    explorer.sandbox?.afterOutsideStep = { [weak self] in
      guard let self else { return }
      play.run.noteWorkOutsideOfSteps()
      onOutsideWork()
    }
  }

  isolated deinit {
    play.run.end()
  }

  /// The subject of the current launch.
  public var subject: Subject { play.subject }

  /// Its state after the last step.
  public var state: State { explorer.state(play.subject) }

  /// The first invariant that a step has violated, with the steps up to it.
  public var violation: Violation? { play.violation }

  /// The calls that can be answered now, the oldest first.
  public var calls: [Call] {
    play.run.answerableCalls.map { call in
      Call(
        id: call.id, name: call.name, number: call.number, answers: call.answers, sleep: call.sleep, action: call.run)
    }
  }

  /// The actions that have not returned, in the order of their starts.
  public var running: [ActionRun] { play.run.unreturned }

  /// The step that cancels an action, by the number of its start; `nil` where it does not run or is cancelled.
  public func cancellation(ofRun number: Int) -> Step? {
    play.run.cancellation(ofRun: number).map { play.run.step($0) }
  }

  /// What the last step has set going, in order.
  public var lastEvents: [Event] { Array(play.run.lastEvents) }

  /// Every step that is possible now, but for actions that the explorer does not list.
  public var possible: [Step] { play.run.enabled.choices(maximumRunning: .max).map(play.run.step) }

  /// Takes a step, and returns when everything that it sets going waits or has ended.
  ///
  /// - Throws: ``ImpossibleStep`` where the step is not possible now; nothing has happened then.
  public func take(_ step: Step) async throws(ImpossibleStep) {
    await turn.begin()
    defer { turn.end() }
    try await takeInTurn(step)
  }

  /// Launches a new subject, and takes the first steps again.
  ///
  /// - Throws: ``ImpossibleStep`` where the subject does not do the same again; it has taken the steps before, then.
  public func goBack(to count: Int) async throws(ImpossibleStep) {
    await turn.begin()
    defer { turn.end() }
    let again = steps.prefix(count)
    play.run.end()
    steps = []
    play = await explorer.beginLive()
    for step in again { try await takeInTurn(step) }
  }

  private func takeInTurn(_ step: Step) async throws(ImpossibleStep) {
    guard let choice = play.run.choice(of: step) else {
      throw ImpossibleStep(index: steps.count, step: step, possible: possible)
    }
    await play.take(choice, isTraced: remembersSteps)
    if remembersSteps { steps.append(step) }
  }

  /// Forgets the steps and remembers none from now on, so that a schedule without end takes no more memory.
  ///
  /// It cannot go back then.
  public func forgetSteps() {
    (remembersSteps, play.run.keepsPastLives, steps) = (false, false, [])
  }
}

extension StoreExplorer {
  /// A schedule that does not wait for what is outside of the process, where that can be told.
  fileprivate func beginLive() async -> SchedulePlay<Subject, State> {
    await begin(Inconclusive(), patience: sandbox == nil ? nil : 0)
  }
}

/// The turn to take a step: the next one waits until everything has come to rest.
@MainActor
private final class StepTurn {
  private var isTaken = false
  private var waiting: [UnsafeContinuation<Void, Never>] = []

  func begin() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withUnsafeContinuation { waiting.append($0) }
  }

  func end() {
    guard waiting.isEmpty else { return waiting.removeFirst().resume() }
    isTaken = false
  }
}
