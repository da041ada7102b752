#if Network
  import Driver
  import Foundation
  import StoreExploring

  /// The steps in lanes, in the direction of time: a lane for each Store, and one for each action while it runs.
  struct StepLanes {
    /// What a lane shows at a step.
    enum Mark: String {
      /// Nothing.
      case empty
      /// That something goes on.
      case line
      /// That something has happened.
      case dot
    }

    /// A step.
    struct Row {
      /// In the order of the Stores.
      var stores: [Mark] = []
      /// In the order in which the lanes were taken; an action that has returned leaves its lane to another.
      var actions: [Mark] = []
      /// What the actions have called and which have returned, after how long.
      var notes: [String] = []
    }

    let rows: [Row]

    /// Reads the steps; `title` is that of an action.
    init(_ steps: [ScheduledStep], title: (ActionRun) -> String) {
      var (rows, lanes, starts): ([Row], [ActionRun?], [Int: Double]) = ([], [], [:])
      for step in steps {
        var row = Row()
        let changed = Set(step.entries.compactMap(\.store))
        row.stores = StoreName.allCases.map { changed.contains($0) ? .dot : .line }
        var touched: Set<Int> = []
        for event in step.events {
          guard let run = event.run else {
            lanes = lanes.map { _ in nil }
            continue
          }
          touched.insert(run.number)
          if !lanes.contains(run) {
            if let free = lanes.firstIndex(of: nil) { lanes[free] = run } else { lanes.append(run) }
            if case .started = event { starts[run.number] = step.seconds }
          }
          switch event {
          case .called(let call, _):
            row.notes.append("\(title(run)) calls \(call)")
          case .returned:
            // What returns in the step that has started it is nothing to tell.
            guard step.events.first != .started(run) else { continue }
            let after = starts[run.number].map { " after \((step.seconds - $0).inSeconds)" } ?? ""
            row.notes.append("\(title(run)) returns\(after)")
          case .started, .answered, .cancelled, .killed, .served: break
          }
        }
        row.actions = lanes.map { run in
          run.map { touched.contains($0.number) ? .dot : .line } ?? .empty
        }
        rows.append(row)
        for case .returned(let run) in step.events { lanes = lanes.map { $0 == run ? nil : $0 } }
        while lanes.last == .some(nil) { lanes.removeLast() }
      }
      self.rows = rows
    }
  }

  /// Which steps of a session are shown.
  struct StepFilter: Equatable {
    /// The kind of a step.
    enum Kind: String, CaseIterable {
      case all, actions, answers, failures, notices
    }

    /// What their texts contain.
    var text = ""
    /// The Store that they change; `nil` for any.
    var store: StoreName?
    var kind = Kind.all
    /// The number of steps that were cleared, and are shown no more.
    var cleared = 0
    /// The number of steps after which no further ones are shown; `nil` where each is.
    var paused: Int?
    /// Whether more than the last ``shownSteps`` are shown.
    var showsAll = false

    private static let shownSteps = 100

    /// The places of the steps to show, and whether earlier ones are left out.
    func places(in steps: [ScheduledStep]) -> (shown: ArraySlice<Int>, leavesOut: Bool) {
      let cleared = cleared > steps.count ? 0 : cleared
      let matching = steps.indices.dropFirst(cleared).prefix(max(0, (paused ?? steps.count) - cleared))
        .filter { matches(steps[$0]) }
      return (
        showsAll ? matching[...] : matching.suffix(Self.shownSteps), !showsAll && matching.count > Self.shownSteps
      )
    }

    /// Forgets what is said of steps that are gone.
    mutating func limit(to count: Int) {
      (cleared, paused) = (min(cleared, count), paused.map { min($0, count) })
    }

    private func matches(_ step: ScheduledStep) -> Bool {
      let isOfKind =
        switch kind {
        case .all: true
        case .actions: if case .start? = step.step { true } else { false }
        case .answers: if case .answer? = step.step { true } else { false }
        case .failures: step.failure != nil || step.entries.contains(where: \.isFailure)
        case .notices: step.entries.contains { if case .notice = $0 { true } else { false } }
        }
      guard isOfKind, store == nil || step.entries.contains(where: { $0.store == store }) else { return false }
      return text.isEmpty
        || ([step.title] + step.entries.map { $0.text() }).contains { $0.localizedCaseInsensitiveContains(text) }
    }
  }

  extension TranscriptEntry {
    /// The Store that it is about.
    fileprivate var store: StoreName? {
      switch self {
      case .transition(let store, _, _, _, _), .notice(_, let store, _): StoreName(rawValue: store)
      case .heading, .line, .screen, .content: nil
      }
    }
  }

  extension Double {
    /// A duration in seconds with two places.
    fileprivate var inSeconds: String {
      let hundredths = Int((self * 100).rounded())
      return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }
  }
#endif
