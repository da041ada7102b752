import CoreTesting
import ExampleApp
import Foundation
import StoreExploring
import StoreTesting
import Testing

struct WholeAppTests {
  @Test @MainActor func `measure`() async {
    let env = ProcessInfo.processInfo.environment
    let names = env["ACTIONS"]?.split(separator: ",").map(String.init)
    let all: [StoreAction<ExploredApp>] = [
      .signIn(), .signIn(.hana), .cancelSignIn, .signOut, .deleteAccount, .timeline, .refresh, .myPage, .post, .retry,
      .discard, .like, .link, .resume, .fillDisk, .emptyDisk, .endSession,
    ]
    let world: @Sendable () -> AppWorld = {
      AppWorld(signedIn: env["IN"] != nil ? .taro : nil, hasPost: env["POST"] != nil, writesDraftsInSteps: env["STEPS"] != nil, isOffline: { ProcessInfo.processInfo.environment["ONLINE"] == nil && $0 != "POST /v1/posts" })
    }
    let actions = all.filter { names?.contains($0.name) ?? true }
    let relaunch: @MainActor (ExploredApp, ControlledDependencies) async -> ExploredApp = { killed, dependencies in
      ExploredApp.launched(dependencies, killed.world)
    }
    var explorer = StoreExplorer(
      state: \ExploredApp.root.state, actions: actions, invariants: Invariant.ofTheApp(isKilled: env["KILL"] != nil),
      stateName: \.name, fingerprint: { $0.fingerprint }, relaunch: env["KILL"] != nil ? relaunch : nil
    ) { dependencies in ExploredApp.launched(dependencies, world()) }
    explorer.statesBeforeAssumptions = Int(env["ASSUME"] ?? "50") ?? 50
    let began = ContinuousClock.now
    let exploration = await explorer.explore(
      maximumRunning: Int(env["RUNNING"] ?? "1") ?? 1, maximumSchedules: Int(env["MAXIMUM"] ?? "50000") ?? 1)
    print(exploration)
    print("LEFT", exploration.leftOut)
    print("NODES", exploration.graph.nodes.count, "SCHEDULES", exploration.schedules, exploration.schedulesByDepth.count, ContinuousClock.now - began)
  }
}
