/// The states of a Store that were seen, and how it got from one to the other.
public struct StateMachine: Equatable, Sendable {
  /// A step from one state to the next.
  public struct Transition: Equatable, Hashable, Sendable {
    /// The name of the state before.
    public let from: String
    /// The name of the state after.
    public let to: String
    /// What brought it about.
    public let cause: Cause
  }

  /// What brings a transition about.
  public enum Cause: Equatable, Hashable, Sendable {
    /// The start of the action of this label.
    case start(String)
    /// The answer of this label to a call of this name.
    case answer(String, with: String)
    /// The cancellation of a task.
    case cancellation
  }

  /// The names of the states, in the order in which they were first seen.
  public private(set) var states: [String] = []
  /// The labels of the actions.
  public let actions: [String]
  /// The transitions, in the order in which they were first seen.
  public private(set) var transitions: [Transition] = []

  private var known: Set<Transition> = []
  private var cells: [Cell: [String]] = [:]

  private struct Cell: Equatable, Hashable {
    let state: String
    let action: String
  }

  init(actions: [String]) {
    self.actions = actions
  }

  /// What starting an action in a state leads to at once.
  ///
  /// - Parameters:
  ///   - action: The label of the action.
  ///   - state: The name of the state.
  /// - Returns: The names of the states that follow, `unchanged` where the action returned at once and left the state,
  ///   `unchanged, running` where it left the state and went on; empty where it was never started in that state.
  public func outcomes(of action: String, in state: String) -> [String] {
    cells[Cell(state: state, action: action)] ?? []
  }

  mutating func begin(_ state: String) {
    if !states.contains(state) { states.append(state) }
  }

  /// Adds one step and the states that it passed through, the one before it first.
  mutating func add(_ step: Step, _ path: [String], returnedAtOnce: Bool) {
    for (from, to) in zip(path, path.dropFirst()) {
      begin(to)
      let transition = Transition(from: from, to: to, cause: Cause(step))
      if known.insert(transition).inserted { transitions.append(transition) }
    }
    guard case .start(let action) = step, let first = path.first else { return }
    let outcome =
      path.count > 1 ? path.dropFirst().joined(separator: " → ") : returnedAtOnce ? "unchanged" : "unchanged, running"
    let cell = Cell(state: first, action: action)
    if cells[cell]?.contains(outcome) != true { cells[cell, default: []].append(outcome) }
  }
}

extension StateMachine.Cause {
  fileprivate init(_ step: Step) {
    switch step {
    case .start(let action): self = .start(action)
    case .answer(let call, _, let label): self = .answer(call, with: label)
    case .cancel: self = .cancellation
    }
  }
}
