/// What can be known between two steps of a schedule.
///
/// History begins at the last moment at which all was quiet: what went before is what the Store remembers.
public struct ExplorationState<Subject, State> {
  /// What is explored: the Store, or what the test wraps around it.
  public let subject: Subject
  /// Every state since all was last quiet, in order; the first is the one it was quiet in.
  public let states: [State]
  /// Every state of the last step; the first is the one before it.
  public let lastStates: [State]
  /// The actions that have not returned, the oldest first.
  public let running: [ActionRun]
  /// The calls that wait for an answer, the oldest first.
  public let calls: [WaitingCall]
  /// What has happened since all was last quiet.
  public let events: [Event]

  /// The moment before the first step.
  static func first(of subject: Subject, _ states: [State]) -> ExplorationState {
    ExplorationState(subject: subject, states: states, lastStates: states, running: [], calls: [], events: [])
  }

  /// The state now.
  public var state: State { states[states.count - 1] }

  /// The state before the last step.
  public var previousState: State { lastStates[0] }

  /// What has happened in the last step; the first is what was done.
  public var lastEvents: ArraySlice<Event> {
    events[(events.lastIndex { $0.isStep } ?? events.endIndex)...]
  }

  /// Whether no action runs.
  public var isQuiet: Bool { running.isEmpty }

  /// Whether the last step starts once more the action that was started last, and that runs and was not cancelled.
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

/// One run of an action.
public struct ActionRun: Equatable, Sendable {
  /// The label of the action.
  public let name: String
  /// How many actions had been started when this one was, itself included.
  public let number: Int
  /// Whether its task was cancelled.
  public internal(set) var isCancelled = false

  /// Two runs are the same when they are the same start of the same action.
  public static func == (left: ActionRun, right: ActionRun) -> Bool {
    left.number == right.number && left.name == right.name
  }
}

/// A call that waits for an answer.
public struct WaitingCall: Equatable, Sendable {
  /// The name of the hold.
  public let name: String
  /// The action that made it.
  public let action: ActionRun
}

/// Something that happened in a schedule.
public enum Event: Equatable, Sendable {
  /// An action was started.
  case started(ActionRun)
  /// An action made a call, which now waits.
  case called(String, by: ActionRun)
  /// A call was answered, with the answer of this label.
  case answered(String, with: String, by: ActionRun)
  /// The task of an action was cancelled.
  case cancelled(ActionRun)
  /// An action returned.
  case returned(ActionRun)

  /// The action that it happened to.
  public var run: ActionRun {
    switch self {
    case .started(let run), .called(_, by: let run), .answered(_, with: _, by: let run), .cancelled(let run),
      .returned(let run):
      run
    }
  }

  /// Whether a schedule did it, not an action.
  var isStep: Bool {
    switch self {
    case .started, .answered, .cancelled: true
    case .called, .returned: false
    }
  }
}
