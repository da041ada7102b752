import StoreExploring

extension Exploration {
  /// What it has found otherwise than another exploration of the same Store, whatever the order; empty where both agree.
  ///
  /// What is found before a violation depends on the order, so that of a violation only the invariant and the length of
  /// the schedule count.
  package func differences(from other: Exploration) -> [String] {
    let (own, other) = (Findings(self), Findings(other))
    guard own.violation == nil, other.violation == nil else {
      return Self.difference("violation", [own.violation ?? "none"], [other.violation ?? "none"])
    }
    return Self.difference("outcome", [own.outcome], [other.outcome])
      + Self.difference("states of the Store", own.states, other.states)
      + Self.difference("transitions", own.transitions, other.transitions)
      + Self.difference("outcomes of actions", own.outcomesOfActions, other.outcomesOfActions)
      + Self.difference("states with what runs in them", own.nodes, other.nodes)
      + Self.difference("steps", own.steps, other.steps)
  }

  private static func difference(_ noun: String, _ own: [String], _ other: [String]) -> [String] {
    var counts: [String: Int] = [:]
    for value in own { counts[value, default: 0] += 1 }
    for value in other { counts[value, default: 0] -= 1 }
    return counts.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { value, count in
      "\(noun): \(count < 0 ? "\(-count) fewer" : "\(count) more") of \(value)"
    }
  }
}

/// What an exploration has found, as text in which neither the order of schedules nor random identifiers are.
private struct Findings {
  let violation: String?
  let outcome: String
  let states: [String]
  let transitions: [String]
  let outcomesOfActions: [String]
  let nodes: [String]
  let steps: [String]

  init(_ exploration: Exploration) {
    let (machine, graph) = (exploration.machine, exploration.graph)
    violation = exploration.violation.map { violation in
      "\(violation.invariant), after \(violation.steps.count) steps\(violation.loop == nil ? "" : " and a loop")"
    }
    outcome = "\(exploration.outcome), complete: \(exploration.isComplete), open: \(exploration.openStates)"
    let names = Dictionary(uniqueKeysWithValues: machine.states.map { ($0, Self.withoutIdentifiers($0)) })
    func name(_ state: String) -> String { names[state] ?? Self.withoutIdentifiers(state) }
    states = Self.unique(machine.states.map(name))
    transitions = Self.unique(machine.transitions.map { "\(name($0.from)), \($0.cause): \(name($0.to))" })
    outcomesOfActions = Self.unique(
      machine.actions.flatMap { action in
        machine.states.flatMap { state in
          machine.outcomes(of: action, in: state).map { "\(action) in \(name(state)): \(name($0))" }
        }
      })
    let nodes = graph.nodes.map { node in
      "\(name(node.state)), running: \(node.running.sorted()), calls: \(node.calls.sorted())"
    }
    self.nodes = nodes
    steps = Self.unique(graph.edges.map { "\(nodes[$0.from]), \($0.step.withoutNumber.swift): \(nodes[$0.to])" })
  }

  private static func unique(_ values: [String]) -> [String] { Array(Set(values)) }

  /// The name of a state, with numbers instead of its UUIDs.
  private static func withoutIdentifiers(_ name: String) -> String {
    guard name.utf8.count > 13 else { return name }
    var identifiers: [Substring] = []
    let words = name.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      let dashes = word.utf8.enumerated().filter { $0.element == UInt8(ascii: "-") }.map(\.offset)
      guard dashes.starts(with: [8, 13]) else { return String(word) }
      let identifier = word.prefix { $0 != "," }
      if !identifiers.contains(identifier) { identifiers.append(identifier) }
      return "#\(identifiers.firstIndex(of: identifier) ?? 0)\(word.dropFirst(identifier.count))"
    }
    return words.joined(separator: " ")
  }
}

extension Step {
  /// The step without the number of its call or run, which depends on the schedule that found the state before it.
  fileprivate var withoutNumber: Step {
    switch self {
    case .answer(let call, _, let label): .answer(call, with: label)
    case .cancel(let action, _): .cancel(action)
    case .lastFirst(let step): .lastFirst(step.withoutNumber)
    case .start, .kill, .killProcess, .killAfterWrites: self
    }
  }
}
