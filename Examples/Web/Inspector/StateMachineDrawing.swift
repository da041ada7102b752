#if Network
  import Driver
  import StoreExploring

  /// The state machine of a Store, laid out for a picture: a column for each number of steps from the first state.
  struct StateMachineDrawing: Sendable {
    /// A state: a rectangle with one or two lines of text.
    struct Node: Sendable, Equatable {
      let state: String
      let x: Int
      let y: Int
    }

    /// A place in the picture.
    struct Point: Sendable, Equatable {
      let x: Int
      let y: Int
    }

    /// A transition: a curve from one rectangle to another.
    struct Edge: Sendable, Equatable {
      let from: String
      let to: String
      let path: String
      /// The middle of the curve.
      let middle: Point
      /// The actions, and the calls whose answers lead there.
      let causes: [String]
    }

    static let nodeSize = (width: 116, height: 40)
    private static let gap = (x: 40, y: 16)
    private static let margin = 6

    let store: StoreName
    let type: String
    let nodes: [Node]
    let edges: [Edge]
    let size: (width: Int, height: Int)

    /// Explores every Store.
    @MainActor
    static func all() async -> [StateMachineDrawing] {
      var drawings: [StateMachineDrawing] = []
      for store in StoreName.allCases { drawings.append(await StateMachineDrawing(store)) }
      return drawings
    }

    /// Explores a Store.
    @MainActor
    init(_ store: StoreName) async {
      let graph = await StateGraph(of: store)
      self.init(store, graph.type, graph.machine)
    }

    init(_ store: StoreName, _ type: String, _ machine: StateMachine) {
      (self.store, self.type) = (store, type)
      let transitions = machine.transitions.filter { $0.from != $0.to }
      let columns = Self.ordered(Self.columns(machine.states, transitions), transitions)
      let rows = columns.map(\.count).max() ?? 0
      let step = (x: Self.nodeSize.width + Self.gap.x, y: Self.nodeSize.height + Self.gap.y)
      var nodes: [Node] = []
      for (column, states) in columns.enumerated() {
        for (row, state) in states.enumerated() {
          nodes.append(
            Node(
              state: state, x: Self.margin + column * step.x,
              y: Self.margin + (rows - states.count) * step.y / 2 + row * step.y))
        }
      }
      self.nodes = nodes
      size = (
        width: 2 * Self.margin + columns.count * step.x - Self.gap.x + (columns.count > 1 ? Self.gap.x / 2 : 0),
        height: 2 * Self.margin + rows * step.y - Self.gap.y
      )
      var edges: [Edge] = []
      for transition in transitions
      where !edges.contains(where: { ($0.from, $0.to) == (transition.from, transition.to) }) {
        guard let from = nodes.first(where: { $0.state == transition.from }),
          let to = nodes.first(where: { $0.state == transition.to })
        else { continue }
        let causes = transitions.filter { ($0.from, $0.to) == (transition.from, transition.to) }.map(\.cause)
        let (path, middle) = Self.curve(from, to)
        edges.append(
          Edge(from: from.state, to: to.state, path: path, middle: middle, causes: Self.names(causes)))
      }
      self.edges = edges
    }

    /// The states by the number of transitions that they are away from the first one.
    private static func columns(_ states: [String], _ transitions: [StateMachine.Transition]) -> [[String]] {
      var columns: [[String]] = []
      var known: Set<String> = []
      var next = Array(states.prefix(1))
      while !next.isEmpty {
        columns.append(next)
        known.formUnion(next)
        let reached = Set(transitions.filter { next.contains($0.from) && !known.contains($0.to) }.map(\.to))
        next = states.filter(reached.contains)
      }
      return columns
    }

    /// The columns, with each state at the mean height of those of the column before that lead to it.
    private static func ordered(
      _ columns: [[String]], _ transitions: [StateMachine.Transition]
    ) -> [[String]] {
      var ordered: [[String]] = []
      for column in columns {
        let before = ordered.last ?? []
        func height(_ state: String) -> Double {
          let rows = before.indices.filter { row in
            transitions.contains { $0.from == before[row] && $0.to == state }
          }
          return rows.isEmpty ? 0 : Double(rows.reduce(0, +)) / Double(rows.count)
        }
        ordered.append(
          column.enumerated().sorted { (height($0.element), $0.offset) < (height($1.element), $1.offset) }
            .map(\.element))
      }
      return ordered
    }

    /// A curve between two sides; those to the right run above those to the left.
    private static func curve(_ from: Node, _ to: Node) -> (path: String, middle: Point) {
      let (width, middle, bend) = (nodeSize.width, nodeSize.height / 2, gap.x)
      switch (from.x, to.x) {
      case (let start, let end) where start < end:
        let (x1, y1, x2, y2) = (start + width, from.y + middle - 6, end - 3, to.y + middle - 6)
        return (
          "M\(x1) \(y1)C\(x1 + bend / 2) \(y1) \(x2 - bend / 2) \(y2) \(x2) \(y2)",
          Point(x: (x1 + x2) / 2, y: (y1 + y2) / 2)
        )
      case (let start, let end) where start > end:
        let (x1, y1, x2, y2) = (start, from.y + middle + 6, end + width + 3, to.y + middle + 6)
        return (
          "M\(x1) \(y1)C\(x1 - bend / 2) \(y1) \(x2 + bend / 2) \(y2) \(x2) \(y2)",
          Point(x: (x1 + x2) / 2, y: (y1 + y2) / 2)
        )
      default:
        let isDown = from.y < to.y
        let (x, y1, y2) = (from.x + width, from.y + middle + (isDown ? 12 : -12), to.y + middle + (isDown ? -12 : 12))
        return (
          "M\(x) \(y1)C\(x + bend / 2) \(y1) \(x + bend / 2) \(y2) \(x + 3) \(y2)",
          Point(x: x + bend * 3 / 8, y: (y1 + y2) / 2)
        )
      }
    }

    private static func names(_ causes: [StateMachine.Cause]) -> [String] {
      var names: [String] = []
      for cause in causes {
        let name: String? =
          switch cause {
          case .start(let action): action
          case .answer(let call, _): "answer of \(call)"
          case .cancellation: "cancelled"
          case .kill: nil
          }
        if let name, !names.contains(name) { names.append(name) }
      }
      return names
    }
  }
#endif
