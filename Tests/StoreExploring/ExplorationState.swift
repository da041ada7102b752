/// A state of an exploration: the subject after a step of a schedule, and the steps that led there.
///
/// The history begins at the last idle state: what went before is what the subject itself keeps.
public struct ExplorationState<Subject, State> {
  /// The explored object: the Store, or the test's wrapper of it.
  public let subject: Subject
  /// Every state of the last step; the first is the one before it.
  public let lastStates: [State]
  /// The actions that have not returned, the oldest first.
  public let running: [ActionRun]
  /// The calls that are not answered, the oldest first.
  public let calls: [PendingCall]
  /// The events of the last step; the first is the step itself.
  public let lastEvents: ArraySlice<Event>
  let history: History<State>

  /// The state now.
  public var state: State { lastStates[lastStates.count - 1] }

  /// The state before the last step.
  public var previousState: State { lastStates[0] }

  /// Every state since the subject was last idle, in order; the first is the idle one.
  ///
  /// An invariant that reads it tells apart states by their history, so that the explorer takes none for equal in which
  /// actions run. `previousState` and `lastStates` do not.
  public var states: [State] {
    history.access.isRead = true
    return history.states(with: lastStates)
  }

  /// The events since the subject was last idle.
  ///
  /// An invariant that reads them tells apart states by their history, so that the explorer takes none for equal in
  /// which actions run. `lastEvents` does not.
  public var events: [Event] {
    history.access.isRead = true
    return history.events
  }

  /// Whether no action runs.
  public var isIdle: Bool { running.isEmpty }

  /// Whether the last step starts again the action that was started last, which runs and was not cancelled.
  public var isDoubleTap: Bool {
    guard case .started(let run) = lastEvents.first else { return false }
    return running.contains { $0.number == run.number - 1 && $0.name == run.name && !$0.isCancelled }
  }

  /// Whether the last step has led to a call.
  public var makesCall: Bool {
    lastEvents.contains { event in
      if case .called = event { true } else { false }
    }
  }
}

/// The steps since the subject was last idle.
struct History<State> {
  /// The states before the last step, since the subject was last idle; empty if it was idle before the step.
  let earlierStates: [State]
  let events: [Event]
  let access: HistoryAccess

  func states(with lastStates: [State]) -> [State] {
    earlierStates.isEmpty ? lastStates : earlierStates + lastStates.dropFirst()
  }
}

/// Whether an invariant judges by more than the subject and the last step.
final class HistoryAccess {
  var isRead = false
}

/// A condition that must hold in whatever order actions start and calls are answered.
public struct Invariant<Subject, State> {
  /// The condition as a clause, such as “nothing is loading”.
  public let name: String
  let appliesOnlyWhenIdle: Bool
  let holds: @MainActor (ExplorationState<Subject, State>) -> Bool

  /// A condition that must hold after every step.
  public static func always(
    _ name: String, _ holds: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    Invariant(name: name, appliesOnlyWhenIdle: false, holds: holds)
  }

  /// A condition that must hold whenever no action runs.
  public static func whenIdle(
    _ name: String, _ holds: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    Invariant(name: name, appliesOnlyWhenIdle: true, holds: holds)
  }

  @MainActor
  func isViolated(in state: ExplorationState<Subject, State>) -> Bool {
    (state.isIdle || !appliesOnlyWhenIdle) && !holds(state)
  }
}

/// One run of an action.
public struct ActionRun: Equatable, Sendable {
  /// The label of the action.
  public let name: String
  /// The number of the start among all starts of the schedule, from 1.
  public let number: Int
  /// Whether its task was cancelled.
  public internal(set) var isCancelled = false

  /// Whether both are the same start of the same action, cancelled or not.
  public static func == (left: ActionRun, right: ActionRun) -> Bool {
    left.number == right.number && left.name == right.name
  }
}

/// A call that is not answered yet.
public struct PendingCall: Equatable, Sendable {
  /// The name of the use case, or the method and path of the request.
  public let name: String
  /// The action that made it.
  public let action: ActionRun
}

/// An event of a schedule.
public enum Event: Equatable, Sendable {
  /// The start of an action.
  case started(ActionRun)
  /// A call, which is pending from then on.
  case called(String, by: ActionRun)
  /// The answer to a call, by its label.
  case answered(String, with: String, by: ActionRun)
  /// The cancellation of an action's task.
  case cancelled(ActionRun)
  /// The return of an action.
  case returned(ActionRun)

  /// The action to which it happened.
  public var run: ActionRun {
    switch self {
    case .started(let run), .called(_, by: let run), .answered(_, with: _, by: let run), .cancelled(let run),
      .returned(let run):
      run
    }
  }
}
