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
}
