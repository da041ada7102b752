/// Tells moments in which actions run from each other.
///
/// What a running action does next is decided by what the Store remembers and by what the action has seen: what was
/// remembered whenever it went on, and what it was answered. That is its trail.
@MainActor
final class RunningMoments {
  struct Moment {
    let memory: AnyHashable
    /// The trail of each running action, as a number, by the number of its run.
    var trails: [Int: Int] = [:]
  }

  private var numbers: [AnyHashable: Int] = [:]
  private var moments: Set<[Int]> = []

  /// The moment after a step.
  func next<Subject, State>(
    _ last: Moment, _ step: Step?, answeredCall: Int, _ moment: StoreExploring.ExplorationState<Subject, State>,
    memory: AnyHashable
  ) -> Moment {
    var next = Moment(memory: memory, trails: last.trails)
    let seen = number(of: [number(of: last.memory), number(of: step?.label), answeredCall])
    for run in Set(moment.lastEvents.map(\.run.number)) {
      next.trails[run] = number(of: [last.trails[run] ?? 0, seen])
    }
    next.trails = next.trails.filter { trail in moment.running.contains { $0.number == trail.key } }
    return next
  }

  /// Whether a moment is there for the first time.
  func insert(_ moment: Moment) -> Bool {
    moments.insert([number(of: moment.memory)] + moment.trails.values.sorted()).inserted
  }

  /// The same number for what is the same.
  private func number(of value: some Hashable) -> Int {
    let key = AnyHashable(value)
    if let number = numbers[key] { return number }
    numbers[key] = numbers.count + 1
    return numbers.count
  }
}
