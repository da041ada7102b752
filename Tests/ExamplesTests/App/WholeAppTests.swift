import Feed
import MyPage
import CoreTesting
import ExampleApp
import Foundation
import StoreExploring
import StoreTesting
import Testing

struct WholeAppTests {
  @Test @MainActor func `measure`() async {
    let names = ProcessInfo.processInfo.environment["ACTIONS"]?.split(separator: ",").map(String.init)
    let kills = ProcessInfo.processInfo.environment["KILL"] != nil
    let running = Int(ProcessInfo.processInfo.environment["RUNNING"] ?? "1") ?? 1
    let maximum = Int(ProcessInfo.processInfo.environment["MAXIMUM"] ?? "50000") ?? 1
    let actions = ExploredApp.actions.filter { names?.contains($0.name) ?? true }
    let relaunch: @MainActor (ExploredApp, ControlledDependencies) async -> ExploredApp = { killed, dependencies in
      ExploredApp.launched(dependencies, killed.world)
    }
    var explorer = StoreExplorer(
      state: \ExploredApp.root.state, actions: actions,
      invariants: [
        .whenIdle("a signed-out user sees no data") { moment in
          if case .home = moment.state.screen { true } else { moment.state.feed.content == nil && moment.state.myPage.content == nil }
        }
      ],
      stateName: { "\($0.screen) \(StateName.ofCase($0.auth)) \(StateName.ofCase($0.feed)) \(StateName.ofCase($0.outbox)) \(StateName.ofCase($0.myPage))" },
      fingerprint: { $0.fingerprint },
      relaunch: kills ? relaunch : nil
    ) { dependencies in ExploredApp.launched(dependencies, AppWorld()) }
    if let n = ProcessInfo.processInfo.environment["ASSUME"].flatMap(Int.init) { explorer.statesBeforeAssumptions = n }
    let began = ContinuousClock.now
    let exploration = await explorer.explore(maximumRunning: running, maximumSchedules: maximum)
    print(exploration)
    if ProcessInfo.processInfo.environment["DUMP"] != nil {
      for node in exploration.graph.nodes { print("NODE", node.state, node.running, node.calls) }
    }
    print("LEFT", exploration.leftOut)
    print("STATES", "machine", exploration.machine.states.count, exploration.machine.transitions.count, "nodes", exploration.graph.nodes.count, "SCHEDULES", exploration.schedules, exploration.schedulesByDepth.count, ContinuousClock.now - began)
  }
}
