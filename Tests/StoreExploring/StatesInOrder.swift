/// Brings states into the order in which a search in breadth finds them, whichever process has explored them.
///
/// Actions and calls have in each state the order of the first of the shortest ways to it.
struct StatesInOrder {
  /// The order of a state on the way to it.
  private struct Place {
    /// The indices of the actions and calls in the state as it was explored.
    let runs: [Int]
    let calls: [Int]
    /// The new index of the action that was started last.
    let justStarted: Int?
  }

  private(set) var states: [ExploredState] = []
  private var places: [StateKey: Place] = [:]

  init(_ explored: [StateKey: ExploredState]) {
    guard let first = explored.values.first(where: { $0.length == 0 }) else { return }
    places[first.key] = Place(
      runs: Array(first.numbering.runs.indices), calls: Array(first.pending.indices),
      justStarted: first.numbering.justStarted)
    var open = [first]
    var next = 0
    while next < open.count {
      guard let place = places[open[next].key] else { continue }
      let state = Self.reordered(open[next], place)
      next += 1
      states.append(state)
      for step in state.steps {
        guard let end = step.end, let to = step.to, places[to] == nil, let found = explored[to] else { continue }
        let (runs, calls) = end.corresponding(found.order, found.numbering)
        places[to] = Place(
          runs: end.runs.indices.map { runs.firstIndex(of: $0) ?? $0 },
          calls: calls.map { calls in calls.indices.map { calls.firstIndex(of: $0) ?? $0 } }
            ?? Array(found.pending.indices),
          justStarted: step.events.first?.started.flatMap(end.runs.firstIndex))
        open.append(found)
      }
    }
  }

  private static func reordered(_ explored: ExploredState, _ place: Place) -> ExploredState {
    var state = explored
    let old = explored.numbering
    let (runs, calls) = (inverse(place.runs), inverse(place.calls))
    state.pending = place.calls.map { explored.pending[$0] }
    state.enabled = explored.enabled.reordered(place.runs, place.calls)
    state.numbering = ScheduleRun.Numbering(
      runs: place.runs.enumerated().map { old.runs[$1].numbered($0) }, killed: old.killed.map { runs[$0] }.sorted(),
      callers: place.calls.map { old.callers[$0].map { runs[$0] } }, awaited: place.calls.map { old.awaited[$0] },
      justStarted: place.justStarted)
    (state.order, state.alike) = reordered(explored.order, explored.alike, runs)
    state.steps = explored.steps.map { explored in
      var step = explored
      switch step.choice.kind {
      case .answer(let call, let label):
        step.choice = Choice(kind: .answer(call: calls[call], label: label), isLastFirst: step.choice.isLastFirst)
        let name = explored.callName ?? state.pending[calls[call]]
        step.step = step.step.numbered { _ in state.pending[..<calls[call]].count { $0 == name } }
      case .cancel(let run):
        step.choice = Choice(kind: .cancel(run: runs[run]), isLastFirst: step.choice.isLastFirst)
        step.step = step.step.numbered { _ in
          (0..<runs[run]).count {
            state.numbering.runs[$0].name == old.runs[run].name && !state.numbering.killed.contains($0)
          }
        }
      case .start, .kill, .killAfterWrites: break
      }
      step.events = step.events.map { $0.mapRun { renumbered($0, runs) } }
      step.end = step.end.map { reordered($0, runs, calls) }
      return step
    }
    state.steps.sort { $0.choice.rank.lexicographicallyPrecedes($1.choice.rank) }
    return state
  }

  /// The new index of an action that was there before.
  private static func index(of run: ActionRun, _ runs: [Int]) -> Int? {
    runs.indices.contains(run.number) ? runs[run.number] : nil
  }

  private static func renumbered(_ run: ActionRun, _ runs: [Int]) -> ActionRun {
    index(of: run, runs).map(run.numbered) ?? run
  }

  /// The end of a step in which those that were there before come first, in the order of the state before.
  private static func reordered(_ end: StepEnd, _ runs: [Int], _ calls: [Int]) -> StepEnd {
    func sorted(_ places: [Int?]) -> [Int] {
      places.indices.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
    }
    let runOrder = sorted(end.runs.map { index(of: $0, runs) })
    let callOrder = sorted(end.calls.map { $0.map { calls[$0] } })
    let runPlaces = inverse(runOrder)
    var reordered = end
    reordered.runs = runOrder.map { renumbered(end.runs[$0], runs) }
    reordered.callers = callOrder.map { end.callers[$0].map { runPlaces[$0] } }
    reordered.calls = callOrder.map { end.calls[$0].map { calls[$0] } }
    (reordered.order, reordered.alike) = Self.reordered(end.order, end.alike, runPlaces)
    reordered.enabled = end.enabled.reordered(runOrder, callOrder)
    return reordered
  }

  /// The order with the new places, in which those that go on alike are in the order of their places.
  private static func reordered(_ order: [Int], _ alike: [Int], _ places: [Int]) -> (order: [Int], alike: [Int]) {
    var newAlike = alike
    for index in alike.indices {
      newAlike[places[index]] = alike.indices.filter { alike[$0] == alike[index] }.map { places[$0] }.min() ?? 0
    }
    var classes: [Int] = []
    for index in order where !classes.contains(alike[index]) { classes.append(alike[index]) }
    return (
      classes.flatMap { like in alike.indices.filter { alike[$0] == like }.map { places[$0] }.sorted() }, newAlike
    )
  }

  private static func inverse(_ indices: [Int]) -> [Int] {
    var inverse = indices
    for (place, index) in indices.enumerated() { inverse[index] = place }
    return inverse
  }
}

extension ExploredStep {
  fileprivate var callName: String? {
    if case .answer(let name, _, _) = step.usual { name } else { nil }
  }
}

extension Choice {
  /// Its place among the choices of a state.
  fileprivate var rank: [Int] {
    let place =
      switch kind {
      case .start(let action): [0, action]
      case .answer(let call, let label): [1, call, label]
      case .cancel(let run): [2, run]
      case .kill(let process): [3, process]
      case .killAfterWrites(let count): [4, count]
      }
    return [isLastFirst ? 1 : 0] + place
  }
}
