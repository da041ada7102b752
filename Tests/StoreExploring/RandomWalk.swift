/// The result of random schedules, each longer than what can be explored.
public struct RandomWalk: Equatable, Sendable, CustomStringConvertible {
  /// The violation that was found, shrunk, or `nil`.
  public internal(set) var violation: Violation?
  /// Why the explorer cannot follow the work of the Store, or `nil`.
  public internal(set) var inconclusiveReason: String?
  /// The number of schedules that were run.
  public internal(set) var walks = 0
  /// The seed of the last one; with it, one walk takes the same steps again.
  public internal(set) var seed: UInt64
  /// The maximum length of a schedule.
  public let steps: Int
  /// The schedules that were run, each up to a violation.
  public internal(set) var schedules: [[Step]] = []
  /// The length of the violating schedule before it was shrunk.
  var foundAfter = 0
  /// Whether every shorter schedule of the same actions was run.
  var isShortest = false

  /// The outcome, and the seed with which to repeat it.
  public var description: String {
    if let inconclusiveReason { return "Inconclusive with seed \(seed): \(inconclusiveReason)." }
    guard let violation else {
      return "Every invariant held in \(walks) random schedules of \(steps) steps, up to seed \(seed)."
    }
    let shortest = isShortest ? "; no shorter schedule of these actions violates it" : ""
    return """
      \(violation)

      Found with seed \(seed) after \(foundAfter) random steps, and shrunk to \(violation.steps.count)\(shortest).
      """
  }
}

extension StoreExplorer {
  /// Runs random schedules until one violates an invariant, and shrinks that one.
  ///
  /// The seed of the first schedule is `seed`, and one more for each next one.
  public func walk(
    steps: Int = 100, walks: Int = 100, maximumRunning: Int = 3, seed: UInt64 = .random(in: 0...UInt64(UInt32.max))
  ) async -> RandomWalk {
    var result = RandomWalk(seed: seed, steps: steps)
    for number in 0..<walks {
      result.seed = seed &+ UInt64(number)
      result.walks += 1
      let findings = Inconclusive()
      let (schedule, found) = await run(randomSteps: steps, maximumRunning, seed: result.seed, findings)
      result.schedules.append(schedule)
      result.inconclusiveReason = findings.reason
      guard findings.reason == nil else { return result }
      guard let found else { continue }
      result.foundAfter = found.steps.count
      let shrunk = await shrink(found)
      let (shortest, isShortest) = await shorten(shrunk, maximumRunning)
      (result.violation, result.isShortest) = (await explained(shortest), isShortest)
      return result
    }
    return result
  }

  private func run(
    randomSteps count: Int, _ maximumRunning: Int, seed: UInt64, _ findings: Inconclusive
  ) async -> ([Step], Violation?) {
    var generator = RandomSteps(seed: seed)
    let play = await begin(findings)
    defer { play.run.end() }
    var schedule: [Step] = []
    for _ in 0..<count where play.violation == nil {
      let choices = play.run.enabled.choices(maximumRunning: maximumRunning)
      guard let choice = choices.randomElement(using: &generator) else { break }
      schedule.append(await play.take(choice))
    }
    return (schedule, play.violation)
  }

  /// Leaves out steps, half of them first and single ones last, as long as the invariant is still violated.
  private func shrink(_ violation: Violation) async -> Violation {
    var shortest = violation
    var count = max(violation.steps.count / 2, 1)
    while true {
      var start = 0
      var isShorter = false
      while start < shortest.steps.count {
        var steps = shortest.steps
        steps.removeSubrange(start..<min(start + count, steps.count))
        if let shorter = await self.violation(of: shortest.invariant, in: steps) {
          shortest = shorter
          isShorter = true
        } else {
          start += count
        }
      }
      if count == 1, !isShorter { return shortest }
      count = max(count / 2, 1)
    }
  }

  /// Takes those of the steps that are possible.
  private func violation(of invariant: String, in steps: [Step]) async -> Violation? {
    let play = await begin(Inconclusive())
    defer { play.run.end() }
    for step in steps where play.violation == nil {
      if let choice = play.run.choice(of: step) { await play.take(choice) }
    }
    return play.violation?.invariant == invariant ? play.violation : nil
  }

  /// Searches all shorter schedules of the same actions.
  private func shorten(_ violation: Violation, _ maximumRunning: Int) async -> (Violation, isShortest: Bool) {
    let started = violation.steps.compactMap { step in
      if case .start(let action) = step { action } else { nil }
    }
    let exploration = await limited(to: Set(started), invariant: violation.invariant).explore(
      depth: violation.steps.count - 1, maximumRunning: maximumRunning,
      maximumSchedules: maximumShrinkingSchedules)
    if let shorter = exploration.violation { return (shorter, true) }
    return (violation, exploration.hasFoundEveryState)
  }
}

/// The generator SplitMix64: a seed gives the same steps again, on every platform.
struct RandomSteps: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
