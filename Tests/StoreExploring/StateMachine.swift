/// The states of a Store that an exploration found, and the transitions between them.
public struct StateMachine: Equatable, Sendable {
  /// A change from one state to the next.
  public struct Transition: Equatable, Hashable, Sendable {
    /// The name of the state before.
    public let from: String
    /// The name of the state after.
    public let to: String
    /// Its cause.
    public let cause: Cause
  }

  /// The cause of a transition.
  public enum Cause: Equatable, Hashable, Sendable {
    /// The start of the action of this label.
    case start(String)
    /// The answer of this label to a call of this name.
    case answer(String, with: String)
    /// The cancellation of a task.
    case cancellation
    /// The death of a process.
    case kill
  }

  /// A state and an action.
  public struct Cell: Equatable, Hashable, Sendable {
    /// The name of the state.
    public let state: String
    /// The label of the action.
    public let action: String

    /// Creates a cell.
    public init(state: String, action: String) {
      self.state = state
      self.action = action
    }
  }

  /// The names of the states, in the order in which they were first seen.
  public private(set) var states: [String] = []
  /// The labels of the actions.
  public let actions: [String]
  /// The transitions, in the order in which they were first seen.
  public private(set) var transitions: [Transition] = []

  private var knownStates: Set<String> = []
  private var known: Set<Transition> = []
  private var cells: [Cell: [String]] = [:]

  init(actions: [String]) {
    self.actions = actions
  }

  /// The outcomes of starting an action in a state, until it is suspended.
  ///
  /// An outcome is the names of the states that follow, `unchanged` if the action returned at once, or `unchanged,
  /// running`. There is none if the action was never started in that state.
  public func outcomes(of action: String, in state: String) -> [String] {
    cells[Cell(state: state, action: action)] ?? []
  }

  /// The states in which an action was never started.
  public var unreached: [Cell] {
    actions.flatMap { action in states.map { Cell(state: $0, action: action) } }.filter { cells[$0] == nil }
  }

  /// Returns the transitions that recordings have not seen, such as that of `states.values.map(StateName.ofCase)` of a
  /// ``Recorded`` property.
  public func transitions(notIn recordings: [[String]]) -> [Transition] {
    let seen = recordings.flatMap { zip($0, $0.dropFirst()).map { [$0, $1] } }
    return transitions.filter { !seen.contains([$0.from, $0.to]) }
  }

  mutating func begin(_ state: String) {
    if knownStates.insert(state).inserted { states.append(state) }
  }

  /// Adds one step and the states that it led through, the one before it first.
  mutating func add(_ step: Step, _ path: [String], returnedAtOnce: Bool) {
    for (from, to) in zip(path, path.dropFirst()) {
      begin(to)
      let transition = Transition(from: from, to: to, cause: Cause(step))
      if known.insert(transition).inserted { transitions.append(transition) }
    }
    guard case .start(let action) = step.usual, let first = path.first else { return }
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
    case .kill, .killProcess, .killAfterWrites: self = .kill
    case .lastFirst(let step): self.init(step)
    }
  }
}

extension StateMachine {
  /// The machine as a Mermaid state diagram.
  public var mermaid: String {
    var lines = ["stateDiagram-v2"]
    lines += states.enumerated().map { "  state \(Self.quoted($1)) as s\($0)" }
    lines += states.isEmpty ? [] : ["  [*] --> s0"]
    var edges: [(from: String, to: String, causes: [Cause])] = []
    for transition in transitions {
      if let index = edges.firstIndex(where: { $0.from == transition.from && $0.to == transition.to }) {
        edges[index].causes.append(transition.cause)
      } else {
        edges.append((transition.from, transition.to, [transition.cause]))
      }
    }
    lines += edges.map { edge in
      "  \(identifier(edge.from)) --> \(identifier(edge.to)): \(Self.label(edge.causes))"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The outcomes of each action in each state, as a Markdown table; cells that were never reached say so.
  public var table: String {
    var lines = [
      "| action | \(states.map(Self.cell).joined(separator: " | ")) |",
      "|\(String(repeating: "---|", count: states.count + 1))",
    ]
    for action in actions {
      let cells = states.map { state in
        let outcomes = outcomes(of: action, in: state)
        return outcomes.isEmpty ? "never reached" : Self.cell(outcomes.joined(separator: "; "))
      }
      lines.append("| `\(Self.cell(action))` | \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func identifier(_ state: String) -> String {
    "s\(states.firstIndex(of: state) ?? 0)"
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\"", with: "'").replacing("\n", with: " "))\""
  }

  /// The started actions, then the answers, grouped by call, then the cancellations.
  private static func label(_ causes: [Cause]) -> String {
    var starts: [String] = []
    var answers: [(call: String, labels: [String])] = []
    for cause in causes {
      switch cause {
      case .start(let action):
        starts.append(action)
      case .answer(let call, let label):
        if let index = answers.firstIndex(where: { $0.call == call }) {
          answers[index].labels.append(label)
        } else {
          answers.append((call, [label]))
        }
      case .cancellation, .kill:
        break
      }
    }
    let ends = (causes.contains(.cancellation) ? ["cancelled"] : []) + (causes.contains(.kill) ? ["killed"] : [])
    let labels = starts + answers.map { "\($0.call) answers \($0.labels.joined(separator: " or "))" } + ends
    // Colons and semicolons end a label in Mermaid.
    return labels.joined(separator: ", ").replacing(";", with: "#semi;").replacing(":", with: "#colon;")
      .replacing("\n", with: " ")
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }
}
