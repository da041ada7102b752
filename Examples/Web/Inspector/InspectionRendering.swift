#if Network
  import Core
  import Driver
  import ExampleApp
  import Foundation
  import StoreExploring

  extension WebSession {
    /// Renders what every page says while an earlier step is looked at.
    func past(_ inspection: Inspection, _ templates: Templates, at path: String) -> Page.Part {
      let app = inspection.app
      var values: Templates.Values = [
        "token": formToken.text, "at": path, "isShown": app.isLookingBack, "position": "\(app.position)",
        "count": "\(app.steps.count)", "title": app.steps[app.position - 1].title,
      ]
      let moves = [("Back", app.position - 1), ("Forward", app.position + 1), ("To the last step", app.steps.count)]
      values["moves"] = moves.filter { $0.1 > 0 }.map { ["label": $0.0, "step": "\($0.1)"] as Templates.Values }
      return Page.Part(id: "past", html: templates.render("past", values))
    }

    /// Renders the pane for developers.
    func inspector(_ inspection: Inspection, _ templates: Templates, _ machines: [StateMachineDrawing]) -> Page {
      let writer = InspectorWriter(
        session: self, inspection: inspection, templates: templates, machines: machines)
      return Page(
        path: Inspection.path, title: "Inspector – FOCAL",
        frame: [
          writer.past(),
          writer.part("header", ["side": ["path": "/", "label": "Back to the app"] as Templates.Values]),
          writer.part("notices", ["noticesLabel": WebMessages(language: root.environment.language).notices]),
        ],
        content: [writer.controls(), writer.calls(), writer.exploration(), writer.stateMachines(), writer.steps()],
        isLoading: false)
    }
  }

  // A tool for developers, in English.
  @MainActor
  private struct InspectorWriter {
    let session: WebSession
    let inspection: Inspection
    let templates: Templates
    let machines: [StateMachineDrawing]

    func part(_ template: String, _ values: Templates.Values) -> Page.Part {
      let fields: Templates.Values = ["token": session.formToken.text, "at": Inspection.path]
      return Page.Part(id: template, html: templates.render(template, fields.merging(values) { $1 }))
    }

    func past() -> Page.Part { session.past(inspection, templates, at: Inspection.path) }

    func controls() -> Page.Part {
      let app = inspection.app
      var values: Templates.Values = [
        "conditions": BackendCondition.allCases.map { condition -> Templates.Values in
          [
            "condition": condition.rawValue, "label": condition.rawValue.capitalized,
            "isChosen": condition == inspection.condition,
          ]
        },
        "explanation": inspection.condition.explanation, "playPath": InspectorAction.playPath,
        "canPlay": app.backend != nil,
      ]
      values["isHasty"] = inspection.isHasty
      if let message = inspection.message { values["message"] = message }
      if let backend = app.backend {
        values["faults"] =
          [
            "routes": backend.routes.names.filter { !$0.contains("{") },
            "kinds": ["503", "401", "offline", "timeout", "malformed"],
          ] as Templates.Values
      }
      return part("inspector", values)
    }

    func calls() -> Page.Part {
      let app = inspection.app
      let calls = app.calls.map { call -> Templates.Values in
        [
          "id": "\(call.id)", "name": call.name, "action": call.action.map { app.title(of: $0) } ?? "the launch",
          "isNever": app.neverAnswered.contains(call.id), "answers": app.isLookingBack ? [] : call.answers,
        ]
      }
      let running =
        app.isLookingBack
        ? []
        : app.cancellable.map { run -> Templates.Values in
          ["title": app.title(of: run), "run": "\(run.number)"]
        }
      return part(
        "calls",
        [
          "calls": calls, "hasNoCalls": calls.isEmpty, "isHeld": inspection.condition == .held, "running": running,
        ])
    }

    func stateMachines() -> Page.Part {
      part(
        "machines",
        [
          "machines": machines.map { machine -> Templates.Values in
            let current = StateGraph.stateName(of: machine.store, in: session.root)
            let leaving = machine.edges.filter { $0.from == current }
            let next = Set(leaving.map(\.to))
            let taken = inspection.app.lastTransition(of: machine.store)
            let edge = machine.edges.first { $0.from == taken?.from && $0.to == taken?.to }
            return [
              "store": machine.store.rawValue, "type": machine.type, "current": current,
              "width": "\(machine.size.width)", "height": "\(machine.size.height)",
              "edges": machine.edges.filter { $0.from != current }.map(\.path), "leaving": leaving.map(\.path),
              "step": taken.map { "\($0.step)" } ?? "", "isTaken": taken != nil, "since": taken?.title ?? "",
              "taken": edge.map { ["path": $0.path, "x": "\($0.middle.x)", "y": "\($0.middle.y)"] as Templates.Values }
                ?? [:], "hasTaken": edge != nil,
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
      let (app, filter) = (inspection.app, inspection.filter)
      let lanes = StepLanes(app.steps, title: app.title)
      let (places, leavesOut) = filter.places(in: app.steps)
      return part(
        "steps",
        [
          "isComplete": app.isComplete, "exports": exports, "text": filter.text, "isPaused": filter.paused != nil,
          "leavesOut": leavesOut || filter.cleared > 0,
          "stores": options(StoreName.allCases.map(\.rawValue), chosen: filter.store?.rawValue),
          "kinds": options(StepFilter.Kind.allCases.map(\.rawValue), chosen: filter.kind.rawValue),
          "lanes": StoreName.allCases.map(\.rawValue),
          "steps": places.map { values(of: app.steps[$0], at: $0, lanes.rows[$0], in: app) },
        ])
    }

    func exploration() -> Page.Part {
      var values: Templates.Values = [
        "canExplore": inspection.app.canGoBack, "depth": "\(ScheduledApp.explorationDepth)",
        "isLookingBack": inspection.app.isLookingBack,
      ]
      switch inspection.exploration {
      case .none: break
      case .running(let schedules, let states):
        values["running"] = ["schedules": "\(schedules)", "states": "\(states)"] as Templates.Values
      case .found(let violation, _):
        values["found"] = ["text": violation.description, "invariant": violation.invariant] as Templates.Values
      case .nothingFound(let text):
        values["nothing"] = text
      }
      return part("exploration", values)
    }

    private func options(_ values: [String], chosen: String?) -> [Templates.Values] {
      values.map { ["value": $0, "isChosen": $0 == chosen] }
    }

    private var exports: [Templates.Values] {
      Inspection.Export.allCases.map { ["path": $0.path, "label": $0.label, "name": $0.label.lowercased()] }
    }

    private func values(
      of step: ScheduledStep, at index: Int, _ row: StepLanes.Row, in app: ScheduledApp
    ) -> Templates.Values {
      var values: Templates.Values = [
        "marks": (row.stores + row.actions).map(\.rawValue), "notes": row.notes,
        "number": "\(index + 1)", "index": "\(index)", "title": step.title, "time": step.time,
        "isLookedAt": index + 1 == app.position, "isFuture": index + 1 > app.position, "canLook": app.canGoBack,
        "isWrong": step.isWrong, "canBeWrong": index > 0,
        "entries": step.entries.compactMap(\.shown),
        "changes": step.changes.sorted { $0.key < $1.key }.map { path, value -> Templates.Values in
          ["path": path, "value": value ?? "", "isGone": value == nil]
        },
        "count": step.changes.count == 1 ? "1 change" : "\(step.changes.count) changes",
        "hasChanges": !step.changes.isEmpty,
      ]
      if let failure = step.failure { values["failure"] = failure }
      return values
    }
  }

  extension ScheduledApp {
    /// The last step that has changed the state of a Store, as its state machine has it.
    fileprivate func lastTransition(of store: StoreName) -> (step: Int, title: String, from: String, to: String)? {
      guard let store = StoreName.allCases.firstIndex(of: store) else { return nil }
      let taken = steps.prefix(position)
      guard
        let index = taken.indices.dropFirst().last(where: { taken[$0].stores[store] != taken[$0 - 1].stores[store] })
      else { return nil }
      return (index + 1, taken[index].title, taken[index - 1].stores[store], taken[index].stores[store])
    }
  }

  extension ScheduledStep {
    /// When it was taken, in minutes and seconds since the launch.
    fileprivate var time: String {
      let hundredths = Int((seconds * 100).rounded(.down))
      let parts = [hundredths / 6_000, hundredths / 100 % 60, hundredths % 100]
      return "\(parts[0]):\(parts[1] < 10 ? "0" : "")\(parts[1]).\(parts[2] < 10 ? "0" : "")\(parts[2])"
    }
  }

  extension TranscriptEntry {
    fileprivate var shown: Templates.Values? {
      let kind: String? =
        switch self {
        case .transition: isFailure ? "failure" : "transition"
        case .notice: "notice"
        case .screen: "screen"
        case .heading, .line, .content: nil
        }
      return kind.map { ["kind": $0, "text": text().trimmingWhitespace] }
    }
  }

  extension Inspection.Export {
    fileprivate var label: String {
      switch self {
      case .script: "Script"
      case .test: "Test"
      case .recording: "Recording"
      }
    }
  }

  extension BackendCondition {
    fileprivate var explanation: String {
      switch self {
      case .normal: "Each request gets its response."
      case .held: "Each request waits for the answer that you choose below."
      case .slow: "Each response takes two seconds."
      case .offline: "No request reaches the backend."
      case .failing: "Each response is 503, Service Unavailable."
      case .wrong: "Each response is cut in the middle of its JSON."
      }
    }
  }
#endif
