import ExampleApp
import StoreExploring
import Testing

@MainActor
struct PlantedAppMistakesTests {
  @Test(arguments: PlantedMistake.all)
  func `A mistake between the Stores is found by its shortest schedule, and the app without it is explored to the end`(
    _ planted: PlantedMistake
  ) async throws {
    let found = await planted.explorer(isPlanted: true).explore(maximumRunning: planted.maximumRunning)
    let violation = try #require(found.violation, "\(found)")
    #expect(violation.invariant == planted.invariant, "\(violation)")
    #expect(violation.steps.count == planted.length, "\(violation)")
    let app = await planted.explorer(isPlanted: false).explore(maximumRunning: planted.maximumRunning)
    #expect(app.isComplete && app.violation == nil, "\(app)")
    print("PLANTED", planted.length, found.schedules, app.graph.nodes.count, app.graph.schedules(ofLength: planted.length), app.schedules, planted.name)
  }

  @Test(arguments: PlantedMistake.all.filter { $0.length >= 8 })
  func `A search that does not know equal states again runs many times as many schedules to a deep mistake`(
    _ planted: PlantedMistake
  ) async {
    let app = await planted.explorer(isPlanted: false).explore(maximumRunning: planted.maximumRunning)
    print("WALKS", planted.name, (1...planted.length).map(app.graph.schedules))
  }
}

extension ExplorationGraph {
  /// The number of schedules of a length, each of which is run where no two states are known to be equal.
  fileprivate func schedules(ofLength length: Int) -> Int {
    var counts = [1] + Array(repeating: 0, count: nodes.count - 1)
    for _ in 0..<length {
      var next = Array(repeating: 0, count: nodes.count)
      for edge in edges { next[edge.to] += counts[edge.from] }
      counts = next
    }
    return counts.reduce(0, +)
  }
}
