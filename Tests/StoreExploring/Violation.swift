/// A violated invariant, with the schedule that leads to it.
public struct Violation: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the invariant.
  public let invariant: String
  /// The name of the initial state.
  public let firstState: String
  /// The name of the initial state of the new version, where two are compared.
  var firstNewState: String?
  /// Each step of the schedule and what followed from it.
  public internal(set) var trace: [TracedStep]
  /// The steps that can then be repeated without end, or none where no answer is left to come; `nil` where the state after
  /// the schedule violates the invariant.
  public internal(set) var loop: [TracedStep]?
  var reason: Reason?

  /// A sentence that says with which change of the schedule every invariant holds, and after which call the model went
  /// on, where they are found.
  public var why: String? { reason?.description }

  /// The schedule.
  public var steps: [Step] { trace.map(\.step) }

  /// The names of the states, in order.
  public var states: [String] { [firstState] + trace.flatMap(\.states) }

  /// The invariant, what decides, the schedule as lines of Swift that reproduce it in a test, and as a diagram in plain
  /// text.
  public var description: String {
    """
    \(heading).\(explanation)

    \(replay)

    \(SequenceDiagram(self).text)
    """
  }

  /// The same in Markdown, with a Mermaid diagram.
  package var markdown: String {
    """
    ## \(heading)
    \(why.map { "\n\($0)\n" } ?? "")
    ```mermaid
    \(mermaid)```

    ```swift
    \(replay)
    ```
    """
  }

  private var heading: String { "Violated after \(Exploration.count(steps.count, "step"))\(ending): \(invariant)" }

  private var replay: String {
    """
    #expect(try await explorer.replay([
    \(steps.map { "  \($0.swift),\n" }.joined())]\(repetition)) == nil)
    """
  }

  private var explanation: String { why.map { "\n\($0.replacing("; ", with: ";\n"))" } ?? "" }

  private var ending: String {
    guard let loop else { return "" }
    return loop.isEmpty
      ? ", with no answer left to come" : ", and then by \(Exploration.count(loop.count, "step")) without end"
  }

  private var repetition: String {
    guard let loop, !loop.isEmpty else { return "" }
    return ", loop: [\n\(loop.map { "  \($0.step.swift),\n" }.joined())]"
  }

  /// The schedule as a Mermaid sequence diagram.
  public var mermaid: String { SequenceDiagram(self).mermaid }
}

/// A step of a schedule and what followed from it.
public struct TracedStep: Equatable, Sendable {
  /// The step.
  public let step: Step
  /// The step itself as an event, and those that followed.
  public let events: [Event]
  /// The names of the states to which it led, in order; empty if the state did not change.
  public let states: [String]
  /// The same of the new version, where two are compared.
  var newStates: [String]?
}

/// A schedule with a lane for each run of an action.
struct SequenceDiagram {
  private let violation: Violation
  private let lanes: [ActionRun]

  init(_ violation: Violation) {
    self.violation = violation
    lanes = violation.trace.flatMap(\.events).compactMap(\.started)
  }

  // MARK: Plain text

  /// A table with a row for each step, and a column for each run of an action and for the states.
  var text: String {
    var running: Set<Int> = []
    let new = violation.firstNewState
    var rows = [
      ["step"] + lanes.map(title) + (new == nil ? ["state"] : ["old", "new"]),
      [""] + lanes.map { _ in "" } + [violation.firstState] + (new.map { [$0] } ?? []),
    ]
    for (index, traced) in (violation.trace + (violation.loop ?? [])).enumerated() {
      if index == violation.trace.count {
        let cells = lanes.map { running.contains($0.number) ? "│" : "" }
        rows.append(["then without end:"] + cells + Array(repeating: "", count: new == nil ? 1 : 2))
      }
      var cells = lanes.map { running.contains($0.number) ? "│" : "" }
      for (lane, run) in lanes.enumerated() {
        let events = traced.events.filter { $0.run == run }
        let words = events.compactMap(Self.word)
        if !events.isEmpty { cells[lane] = words.isEmpty ? "starts" : words.joined(separator: ", ") }
        if traced.events.contains(.killed(process: run.process)), running.contains(run.number) { cells[lane] = "✕" }
      }
      for event in traced.events { note(event, in: &running) }
      let states = [traced.states] + (traced.newStates.map { [$0] } ?? [])
      rows.append([traced.step.label] + cells + states.map { $0.joined(separator: " → ") })
    }
    return Self.table(rows)
  }

  /// The width of a table, unless its words are longer.
  private static var maximumWidth: Int { 100 }
  private static var gap: String { "   " }

  /// Columns of cells, the widest of which are wrapped: after a comma where that is enough, or else between words.
  private static func table(_ rows: [[String]]) -> String {
    let words = rows.map { row in row.map { $0.split(separator: " ").map(\.count).max() ?? 0 } }
    let shortest = rows[0].indices.map { column in words.map { $0[column] }.max() ?? 0 }
    var widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    while widths.reduce(gap.count * (widths.count - 1), +) > maximumWidth,
      let widest = widths.indices.filter({ widths[$0] > shortest[$0] }).max(by: { widths[$0] < widths[$1] })
    {
      widths[widest] -= 1
    }
    return rows.flatMap { row -> [String] in
      let cells = zip(row, widths).map(wrapped)
      return (0..<max(cells.map(\.count).max() ?? 0, 1)).map { line in
        let parts = zip(cells, widths).map { cell, width in
          let text = line < cell.count ? cell[line] : ""
          return text + String(repeating: " ", count: width - text.count)
        }
        return String(parts.joined(separator: gap).reversed().drop { $0 == " " }.reversed())
      }
    }
    .joined(separator: "\n")
  }

  private static func wrapped(_ cell: String, _ width: Int) -> [String] {
    let clauses = cell.replacing(", ", with: ",\n").split(separator: "\n")
    let parts = clauses.flatMap { $0.count > width ? $0.split(separator: " ") : [$0] }
    return parts.reduce(into: []) { lines, part in
      if let last = lines.last, last.count + 1 + part.count <= width {
        lines[lines.count - 1] = "\(last) \(part)"
      } else {
        lines.append(String(part))
      }
    }
  }

  private func title(_ run: ActionRun) -> String {
    lanes.contains { $0.name == run.name && $0 != run } ? "\(run.name) #\(run.number)" : run.name
  }

  private static func word(_ event: Event) -> String? {
    switch event {
    case .started, .killed: nil
    case .called(let call, by: _): "calls \(call)"
    case .answered(_, with: let answer, by: _): "gets \(answer)"
    case .cancelled: "cancelled"
    case .returned: "returns"
    case .served(_, with: let answer, by: _): "is served \(answer)"
    }
  }

  private func note(_ event: Event, in running: inout Set<Int>) {
    switch event {
    case .started(let run): running.insert(run.number)
    case .returned(let run): running.remove(run.number)
    case .killed(let process): running.subtract(lanes.filter { $0.process == process }.map(\.number))
    case .called, .answered, .cancelled, .served: break
    }
  }

  // MARK: Mermaid

  var mermaid: String {
    var lines = ["sequenceDiagram", "  actor user as User"]
    lines += lanes.map { "  participant a\($0.number) as \(Self.escaped(title($0)))" }
    lines += ["  participant outside as Calls", "  participant store as State"]
    lines.append("  Note over store: \(Self.escaped(violation.firstState))")
    lines += violation.trace.flatMap(Self.lines)
    if let loop = violation.loop, !loop.isEmpty {
      lines += ["  loop without end"] + loop.flatMap(Self.lines) + ["  end"]
    }
    lines.append("  Note over user,store: Violated#colon; \(Self.escaped(violation.invariant))")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ traced: TracedStep) -> [String] {
    let states = traced.states.isEmpty ? nil : escaped(traced.states.joined(separator: " → "))
    return traced.events.map(line) + (states.map { ["  Note over store: \($0)"] } ?? [])
  }

  private static func line(_ event: Event) -> String {
    switch event {
    case .started(let run): "  user->>+a\(run.number): \(escaped(run.name))"
    case .called(let call, by: let run): "  a\(run.number)->>outside: \(escaped(call))"
    case .answered(let call, with: let answer, by: let run):
      "  outside-->>a\(run.number): \(escaped("\(call): \(answer)"))"
    case .cancelled(let run): "  user-xa\(run.number): cancel"
    case .returned(let run): "  deactivate a\(run.number)"
    case .killed(let process):
      "  Note over user,store: \(process.map { "\(escaped($0)) is " } ?? "")killed and launched again"
    case .served(let call, with: let answer, by: let run):
      "  Note over outside: \(escaped("\(call) of \(run.name), which was killed: \(answer)"))"
    }
  }

  /// Colons and semicolons end a label in Mermaid.
  private static func escaped(_ text: String) -> String {
    text.replacing("#", with: "#35;").replacing(";", with: "#semi;").replacing("#35#semi;", with: "#35;")
      .replacing(":", with: "#colon;").replacing("\n", with: " ")
  }
}
