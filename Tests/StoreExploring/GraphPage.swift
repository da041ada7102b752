import Foundation

extension Exploration {
  /// A page of HTML, which needs nothing else: the schedule of a violation as a diagram, and a walk through the explored
  /// states step by step, with what is covered of them, where that is passed.
  public func page(title: String, coverage: ScheduleCoverage? = nil) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = (try? encoder.encode(GraphPage(self, coverage))) ?? Data()
    // A “</script>” in a label would end the data.
    let json = String(decoding: data, as: UTF8.self).replacing("<", with: "\\u003c")
    return GraphPage.body.replacing("STYLE", with: GraphPage.style).replacing("SCRIPT", with: GraphPage.script)
      .replacing("TITLE", with: GraphPage.escaped(title)).replacing("SUMMARY", with: GraphPage.escaped(pageSummary))
      .replacing("DATA", with: json)
  }

  private var pageSummary: String {
    let found = "\(Self.count(graph.nodes.count, "state")) and \(Self.count(graph.edges.count, "step"))."
    switch outcome {
    case .violated: return "\(found) The exploration stopped at the violation."
    case .inconclusive(let reason): return "\(found) The exploration is inconclusive: \(reason)."
    case .clean, .neverApplied, .notJudged: return "\(found) \(extent)"
    }
  }
}

/// An exploration as the page reads it; what repeats is a number.
struct GraphPage: Encodable {
  struct Node: Encodable {
    let state: String
    let running: [String]
    let calls: [String]
    /// The pending calls, where those of a killed process are among them.
    let pending: [String]?
  }

  struct Step: Encodable {
    let label: String
    /// The Swift source: the parts around a number, what stands before the number, and the number itself.
    let swift: [String]
    let number: Int
  }

  struct Violation: Encodable {
    /// A step with its events, and the states that followed from it: one column of them for each compared version.
    struct Row: Encodable {
      let step: Int
      let events: [[Int]]
      let states: [[String]]
    }

    let invariant: String
    let why: String?
    let firstStates: [String]
    let trace: [Row]
    let loop: [Row]?
  }

  /// What schedules have seen, with schedules of what is missing, by the numbers of their steps.
  struct Coverage: Encodable {
    let states: [Int]
    let steps: [Int]
    let counts: [[String]]
    let missing: [[Int]]
  }

  /// How many schedules of what is missing are shown.
  private static var maximumMissing: Int { 20 }

  let nodes: [Node]
  let steps: [Step]
  let texts: [String]
  /// The number of the state before, of the step and of the state after; the runs that have other numbers in the state
  /// after; its calls by number among those before; and the events.
  let edges: [[[Int]]]
  let violation: Violation?
  let coverage: Coverage?

  init(_ exploration: Exploration, _ coverage: ScheduleCoverage? = nil) {
    var steps = DistinctValues<StoreExploring.Step>()
    var texts = DistinctValues<String>()
    nodes = exploration.graph.nodes.map { node in
      Node(
        state: node.state, running: node.running, calls: node.calls,
        pending: node.pending == node.calls ? nil : node.pending)
    }
    edges = exploration.graph.edges.map { edge in
      [
        [edge.from, Int(steps.number(of: edge.step)), edge.to], edge.renumbered.flatMap { [$0.number, $0.before] },
        edge.calls.map { $0 ?? -1 },
      ] + edge.events.map { Self.numbers($0, &texts) }
    }
    if let violation = exploration.violation {
      func rows(_ trace: [TracedStep]) -> [Violation.Row] {
        trace.map { traced in
          Violation.Row(
            step: Int(steps.number(of: traced.step)), events: traced.events.map { Self.numbers($0, &texts) },
            states: [traced.states] + (traced.newStates.map { [$0] } ?? []))
        }
      }
      self.violation = Violation(
        invariant: violation.invariant, why: violation.why,
        firstStates: [violation.firstState] + (violation.firstNewState.map { [$0] } ?? []),
        trace: rows(violation.trace), loop: violation.loop.map(rows))
    } else {
      violation = nil
    }
    self.coverage = coverage.map { coverage in
      Coverage(
        states: coverage.seenStates.sorted(), steps: coverage.seenSteps.sorted(),
        counts: [
          ["States", "\(coverage.states)"], ["Steps", "\(coverage.steps)"], ["Answers", "\(coverage.answers)"],
          ["Pairs of overlapping actions", "\(coverage.overlaps)"],
        ],
        missing: coverage.missing(atMost: Self.maximumMissing).map { $0.map { Int(steps.number(of: $0)) } })
    }
    self.steps = steps.all.map { step in
      let source = step.source
      return Step(label: step.label, swift: [source.before, source.label, source.after], number: source.number)
    }
    self.texts = Array(texts.all)
  }

  /// The kind of the event, the number of the run, and the numbers of its texts: the name of the run and its process, or
  /// a call and its answer.
  private static func numbers(_ event: Event, _ texts: inout DistinctValues<String>) -> [Int] {
    switch event {
    case .started(let run): [0, run.number, Int(texts.number(of: run.name)), Int(texts.number(of: run.process ?? ""))]
    case .called(let call, by: let run): [1, run.number, Int(texts.number(of: call))]
    case .answered(let call, with: let answer, by: let run):
      [2, run.number, Int(texts.number(of: call)), Int(texts.number(of: answer))]
    case .cancelled(let run): [3, run.number]
    case .returned(let run): [4, run.number]
    case .killed(let process): [5, 0, Int(texts.number(of: process ?? ""))]
    case .served(let call, with: let answer, by: let run):
      [6, run.number, Int(texts.number(of: call)), Int(texts.number(of: answer))]
    }
  }

  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
