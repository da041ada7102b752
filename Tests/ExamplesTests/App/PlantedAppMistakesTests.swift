import ExampleApp
import StoreExploring
import TestSupport
import Testing

@MainActor
struct PlantedAppMistakesTests {
  @Test(arguments: PlantedMistake.all)
  func `A mistake between the Stores is found by its shortest schedule`(
    _ planted: PlantedMistake
  ) async throws {
    let found = await planted.explorer(isPlanted: true).explore(maximumRunning: planted.maximumRunning)
    let violation = try #require(found.violation, "\(found)")
    #expect(violation.invariant == planted.invariant, "\(violation)")
    #expect(violation.steps.count == planted.length, "\(violation)")
  }

  @Test(.enabled(if: ProcessTurn.exploresMore), arguments: PlantedMistake.all)
  func `Without a mistake between the Stores, the app is explored to the end`(_ planted: PlantedMistake) async {
    let app = await planted.explorer(isPlanted: false).explore(maximumRunning: planted.maximumRunning)
    #expect(app.isComplete && app.violation == nil, "\(app)")
  }

  /// The schedules of up to that length are 35,000 for the cached profile (9 steps), 174,000 for the removed drafts (10),
  /// and 4.1, 59 and 858 million for the old token (13, 15 and 17), with one action at a time and failures of three
  /// requests only.
  @Test(.enabled(if: ProcessTurn.exploresMore), arguments: PlantedMistake.all.filter { $0.length >= 8 })
  func `A deep mistake is found among all actions in a small part of the schedules that there are`(
    _ planted: PlantedMistake
  ) async throws {
    var planted = planted
    let others: [StoreAction<ExploredApp>] = [.timeline, .refresh, .myPage, .like, .link, .resume].filter { other in
      !planted.actions().contains { $0.name == other.name }
    }
    planted.actions = { [actions = planted.actions] in actions() + others }
    planted.offline += ["GET /v1/timeline", "GET /v1/profile", "GET /v1/me"]
    let found = await planted.explorer(isPlanted: true).explore(depth: planted.length, maximumRunning: 1)
    let violation = try #require(found.violation, "\(found)")
    #expect(violation.invariant == planted.invariant, "\(violation)")
    #expect(violation.steps.count == planted.length, "\(violation)")
    let all = found.graph.schedules(ofLengthUpTo: planted.length)
    #expect(all > (planted.length > 10 ? 1_000_000 : 20 * found.schedules))
  }
}

extension ExplorationGraph {
  /// The number of schedules, each of which is run where no two states are known to be equal.
  fileprivate func schedules(ofLengthUpTo length: Int) -> Int {
    var counts = [1] + Array(repeating: 0, count: nodes.count - 1)
    return (0..<length).reduce(0) { sum, _ in
      var next = Array(repeating: 0, count: nodes.count)
      for edge in edges { next[edge.to] += counts[edge.from] }
      counts = next
      return sum + counts.reduce(0, +)
    }
  }
}
