import ExampleApp
import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// The app’s root with its Stores, its storages and a server that outlive it.
@MainActor
struct WholeAppTests {
  @Test func `Two actions at once, the three Stores agree in every schedule`() async {
    let explorer = explorer([.signIn(), .signOut, .timeline, .refresh, .myPage])
    await expectComplete(explorer, maximumRunning: 2)
  }

  /// It takes six seconds: `.ci/run --all` does, as for the next one, a minute.
  @Test(.enabled(if: ProcessTurn.exploresMore))
  func `One action at a time, links, launches and ended sessions lead where they should in every schedule`() async {
    let explorer = explorer(
      [.signIn(), .signOut, .timeline, .myPage, .link, .resume, .endSession], isKilled: true)
    await expectComplete(explorer, maximumRunning: 1)
  }

  @Test(.enabled(if: ProcessTurn.exploresMore))
  func `One action at a time, nothing that is written in the whole app is lost in any schedule`() async {
    let explorer = explorer(
      [.signIn(), .signOut, .timeline, .myPage, .post, .retry, .like, .link, .resume, .endSession], isKilled: true)
    await expectComplete(explorer, maximumRunning: 1)
  }

  private func explorer(
    _ actions: [StoreAction<ExploredApp>], isKilled: Bool = false
  ) -> StoreExplorer<ExploredApp, AppState> {
    var explorer = StoreExplorer<ExploredApp, AppState>.ofTheApp(actions, isKilled: isKilled) { AppWorld() }
    explorer.statesBeforeAssumptions = 50
    return explorer
  }
}
