/// A state of an exploration: the subject after a step of a schedule, whose properties can be read as its own.
@dynamicMemberLookup
public struct ExplorationState<Subject, State> {
  /// The explored object: the Store, or the test's wrapper of it.
  public let subject: Subject
  /// Every state of the last step; the first is the one before it.
  public var lastStates: [State] {
    judged.statesBefore = true
    return states
  }
  /// The actions that have not returned, the oldest first.
  public let running: [ActionRun]
  /// The calls that are not answered, the oldest first.
  public let calls: [PendingCall]
  /// The events of the last step; the first is the step itself.
  public let lastEvents: ArraySlice<Event>
  /// Whether the last two steps started the same action, and its first run goes on.
  public var isDoubleTap: Bool {
    judged.doubleTaps = true
    return isLastStepDoubleTap
  }
  /// Whether no action runs, but for those that only wait for an element of a stream.
  public let isIdle: Bool
  let comparedCalls: ComparedCalls
  let isLastStepDoubleTap: Bool
  let states: [State]
  let judged: JudgedSteps

  /// Reads a property of the subject.
  public subscript<Value>(dynamicMember property: KeyPath<Subject, Value>) -> Value { subject[keyPath: property] }

  /// The state now.
  public var state: State { states[states.count - 1] }

  /// The state before the last step.
  public var previousState: State { lastStates[0] }

  /// The label of the action that the last step started.
  public var started: String? { lastEvents.first?.started?.name }

  /// The call that the last step answered, and the label of the answer.
  public var answered: (call: String, answer: String)? {
    if case .answered(let call, with: let answer, by: _) = lastEvents.first { (call, answer) } else { nil }
  }

  /// Whether the last step killed the subject and launched it again.
  public var isRelaunched: Bool {
    if case .killed = lastEvents.first { true } else { false }
  }

  /// Whether the last step let a stale action change something.
  func isStaleChange(from last: StateIdentity, to identity: StateIdentity, _ uselessWhenStale: Set<String>) -> Bool {
    guard let run = lastEvents.first?.run, uselessWhenStale.contains(run.name), started == nil, !isServed,
      let trail = last.trails.first(where: { $0.run == run.number }), last.isStale(trail)
    else { return false }
    return identity.fingerprint != last.fingerprint || identity.identifiers != last.identifiers || makesCall
  }

  /// Whether the server has handled a request of a killed process in the last step.
  private var isServed: Bool {
    if case .served = lastEvents.first { true } else { false }
  }

  /// Whether the last step has led to a call.
  public var makesCall: Bool {
    lastEvents.contains { event in
      if case .called = event { true } else { false }
    }
  }
}

/// What an exploration has found out about what tells states apart, and begins anew with.
final class JudgedSteps {
  /// Whether an identifier that was replaced, and that a running action had seen, has come back into the state.
  var identifiersComeBack = false
  /// Whether an invariant asks for it; only then does it matter which action was started last.
  var doubleTaps = false
  /// Whether an invariant asks for it; only then does it matter from which state a step has led to another one.
  var statesBefore = false
  /// The properties that decide what follows the death of the process, though it changes them.
  var decisiveAfterDeath: Set<Int> = []

  var all: [AnyHashable] { [identifiersComeBack, doubleTaps, statesBefore, decisiveAfterDeath] }
}

/// A condition that must hold in whatever order actions start and calls are answered.
public struct Invariant<Subject, State> {
  /// Whether an invariant held in a state.
  enum Verdict {
    case held, violated, doesNotApply
  }

  /// The condition as a clause, such as “nothing is loading”.
  public let name: String
  let memory: AnyHashable
  /// Whether the memory says that something is due, which must come once only answers come.
  var isObligation = false
  let judge: @MainActor (inout AnyHashable, ExplorationState<Subject, State>) -> Verdict

  /// A condition that must hold after every step in which it applies.
  public static func always(
    _ name: String, when applies: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool = { _ in true },
    _ holds: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    Invariant(name: name, memory: false) { _, state in
      applies(state) ? holds(state) ? .held : .violated : .doesNotApply
    }
  }

  /// A condition that must hold whenever no action runs.
  public static func whenIdle(
    _ name: String, _ holds: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    always(name, when: { $0.isIdle }, holds)
  }

  /// A condition that must hold in at least one state.
  public static func sometimes(
    _ name: String, _ holds: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    Invariant(name: name, memory: false) { _, state in
      holds(state) ? .held : .doesNotApply
    }
  }

  /// A condition that must be followed by another one, once the user does nothing more and calls are answered.
  ///
  /// It is judged when no state is left to explore, and thus neither within a depth nor by random schedules. It is
  /// violated by a schedule after which no answer is left to come, and by answers that repeat without end, unless they
  /// are unfair: each pending call is answered at last, and an answer that is possible again and again comes again and
  /// again. That a call fails each time is unfair where it can succeed. Elements of a stream need not come.
  public static func leadsTo(
    _ name: String, from start: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool,
    to end: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    Invariant(name: name, memory: false, isObligation: true) { isDue, state in
      let starts = start(state)
      isDue = AnyHashable((starts || isDue == AnyHashable(true)) && !end(state))
      return starts ? .held : .doesNotApply
    }
  }

  /// A condition that must hold in the end, or again and again, whenever the user does nothing more and calls are
  /// answered, as with ``leadsTo(_:from:to:)``.
  public static func eventually(
    _ name: String, _ holds: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    leadsTo(name, from: { _ in true }, to: holds)
  }

  /// Whatever runs ends, or waits for elements of a stream only, once the user does nothing more and calls are answered,
  /// as with ``leadsTo(_:from:to:)``.
  public static var settles: Invariant {
    leadsTo("the work ends", from: { !$0.isIdle }, to: \.isIdle)
  }

  /// A condition about what happened before, which the closure keeps in its memory.
  ///
  /// The closure is called after every step of a schedule, first with `memory` and the initial state. States that differ
  /// in the memory are different states: keep little in it.
  public static func following<Memory: Hashable>(
    _ name: String, from memory: Memory,
    _ holds: @escaping @MainActor (inout Memory, ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    Invariant(name: name, memory: AnyHashable(memory)) { memory, state in
      guard var value = memory.base as? Memory else { return .doesNotApply }
      let isHeld = holds(&value, state)
      memory = AnyHashable(value)
      return isHeld ? .held : .violated
    }
  }
}

/// One run of an action.
public struct ActionRun: Codable, Hashable, Sendable {
  /// The label of the action.
  public let name: String
  /// The process that takes it, or `nil` where there is one only.
  public let process: String?
  /// The number of the start among all starts of the schedule, from 1.
  public let number: Int
  /// Whether its task was cancelled, as long as its process lives.
  public internal(set) var isCancelled = false

  /// The same with another number.
  func numbered(_ number: Int) -> ActionRun {
    ActionRun(name: name, process: process, number: number, isCancelled: isCancelled)
  }

  /// Whether both are the same start of the same action, cancelled or not.
  public static func == (left: ActionRun, right: ActionRun) -> Bool {
    left.number == right.number && left.name == right.name && left.process == right.process
  }

  /// Feeds what tells starts apart into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(name)
    hasher.combine(process)
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
public enum Event: Codable, Hashable, Sendable {
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
  /// The death of a process with its running actions, and its next launch; `nil` where there is one only.
  case killed(process: String?)
  /// The server’s handling of a request whose process was killed, by the label of the answer that never arrives.
  case served(String, with: String, by: ActionRun)

  /// The run that it is the start of.
  var started: ActionRun? { if case .started(let run) = self { run } else { nil } }

  /// The action to which it happened.
  public var run: ActionRun? {
    switch self {
    case .started(let run), .called(_, by: let run), .answered(_, with: _, by: let run), .cancelled(let run),
      .returned(let run), .served(_, with: _, by: let run):
      run
    case .killed:
      nil
    }
  }
}
