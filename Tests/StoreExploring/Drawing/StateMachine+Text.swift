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

  /// What each action does in each state, as a Markdown table; cells that were never reached say so.
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

  /// The actions that were started, then the answers, each call's together, then the cancellations.
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
      case .cancellation:
        break
      }
    }
    let cancellations = causes.contains(.cancellation) ? ["cancelled"] : []
    let texts = starts + answers.map { "\($0.call) answers \($0.labels.joined(separator: " or "))" } + cancellations
    // Colons and semicolons end a label in Mermaid.
    return texts.joined(separator: ", ").replacing(";", with: "#semi;").replacing(":", with: "#colon;")
      .replacing("\n", with: " ")
  }

  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("\n", with: " ")
  }
}
