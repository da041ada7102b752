#if Network
  import Core
  import Driver
  import ExampleApp
  import Foundation

  extension WebSession {
    /// Renders the pane for developers.
    func inspector(_ inspection: Inspection, _ templates: Templates, _ machines: [StateMachineDrawing]) -> Page {
      let writer = InspectorWriter(
        session: self, inspection: inspection, templates: templates, machines: machines)
      return Page(
        path: Inspection.path, title: "Inspector – FOCAL",
        frame: [
          writer.part("header", ["side": ["path": "/", "label": "Back to the app"] as Templates.Values]),
          writer.part("notices", ["noticesLabel": WebMessages(language: root.environment.language).notices]),
        ],
        content: [writer.controls(), writer.stateMachines(), writer.steps()],
        isLoading: false)
    }
  }

  // A tool for developers, in English.
  @MainActor
  private struct InspectorWriter {
    private static let shownSteps = 100

    let session: WebSession
    let inspection: Inspection
    let templates: Templates
    let machines: [StateMachineDrawing]

    func part(_ template: String, _ values: Templates.Values) -> Page.Part {
      let fields: Templates.Values = ["token": session.formToken.text, "at": Inspection.path]
      return Page.Part(id: template, html: templates.render(template, fields.merging(values) { $1 }))
    }

    func controls() -> Page.Part {
      var values: Templates.Values = [:]
      if let conditions = inspection.conditions {
        let current = conditions.current
        values["backend"] =
          [
            "conditions": BackendCondition.allCases.map { condition -> Templates.Values in
              [
                "condition": condition.rawValue, "label": condition.rawValue.capitalized,
                "isChosen": condition == current,
              ]
            },
            "explanation": current.explanation,
            "routes": (conditions.backend ?? FakeBackend()).routes.names.filter { !$0.contains("{") },
            "kinds": ["503", "401", "offline", "timeout", "malformed"],
          ] as Templates.Values
      }
      return part("inspector", values)
    }

    func stateMachines() -> Page.Part {
      part(
        "machines",
        [
          "machines": machines.map { machine -> Templates.Values in
            let current = StateGraph.stateName(of: machine.store, in: session.root)
            let leaving = machine.edges.filter { $0.from == current }
            let next = Set(leaving.map(\.to))
            return [
              "store": machine.store.rawValue, "type": machine.type, "current": current,
              "width": "\(machine.size.width)", "height": "\(machine.size.height)",
              "edges": machine.edges.filter { $0.from != current }.map(\.path), "leaving": leaving.map(\.path),
              "nodes": machine.nodes.map { node in
                values(of: node, isCurrent: node.state == current, isNext: next.contains(node.state))
              },
              "next": leaving.map { edge -> Templates.Values in
                ["to": edge.to, "causes": edge.causes.joined(separator: ", ")]
              },
            ]
          }
        ])
    }

    private func values(of node: StateMachineDrawing.Node, isCurrent: Bool, isNext: Bool) -> Templates.Values {
      let lines = node.state.split(separator: ", ", maxSplits: 1).map(String.init)
      let size = StateMachineDrawing.nodeSize
      return [
        "x": "\(node.x)", "y": "\(node.y)", "width": "\(size.width)", "height": "\(size.height)",
        "state": node.state, "isCurrent": isCurrent, "isNext": isNext, "textX": "\(node.x + size.width / 2)",
        "lines": lines.enumerated().map { index, text -> Templates.Values in
          [
            "text": text, "isDetail": index > 0,
            "textY": "\(node.y + (lines.count == 1 ? 25 : 18 + 14 * index))",
          ]
        },
      ]
    }

    func steps() -> Page.Part {
      let calls = inspection.openCalls
      return part(
        "steps",
        [
          "calls": calls, "hasNoCalls": calls.isEmpty, "isComplete": inspection.isComplete,
          "steps": inspection.steps.suffix(Self.shownSteps).reversed().map { step -> Templates.Values in
            [
              "number": "\(step.number)", "title": step.title,
              "entries": step.entries.map { entry -> Templates.Values in
                ["kind": entry.kind.rawValue, "text": entry.text]
              },
            ]
          },
        ])
    }
  }

  extension BackendCondition {
    fileprivate var explanation: String {
      switch self {
      case .normal: "Each request gets its response."
      case .slow: "Each response takes two seconds."
      case .offline: "No request reaches the backend."
      case .failing: "Each response is 503, Service Unavailable."
      case .wrong: "Each response is cut in the middle of its JSON."
      }
    }
  }
#endif
