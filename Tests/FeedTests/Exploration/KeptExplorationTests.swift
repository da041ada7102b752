import Core
import CoreTesting
import StoreExploring
import StoreTesting
import TestSupport
import Testing

@testable import Feed

/// The Store over what it keeps for the next launch, on a disk that can fail or lie.
struct KeptExplorationTests {
  /// With two actions at once it ends after eight seconds: `.ci/run --all` goes there.
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `What was shown last is shown until the server has answered, killed at any moment`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let explorer = StoreExplorer(
        state: \ExploredLaunch.store.state, actions: ExploredLaunch.actions, invariants: Invariant.ofLaunches,
        fingerprint: { $0.fingerprint },
        relaunch: { killed, dependencies in ExploredLaunch(dependencies, killed.disk) }
      ) { dependencies in
        ExploredLaunch(dependencies, ExploredDisk())
      }
      await expectComplete(explorer, maximumRunning: ProcessTurn.exploresMore ? 2 : 1)
    }
  }
}

/// A launch of a Store whose requests, and whose reads and writes of the disk, wait for the schedule.
@MainActor
private final class ExploredLaunch {
  static let actions: [StoreAction<ExploredLaunch>] = [
    StoreAction("load", canBeCancelled: true) { await $0.store.load() },
    StoreAction("choose a list") { await $0.store.select(timeline: .list("swift")) },
  ]

  let disk: ExploredDisk<KeptFeed>
  let store: FeedStore

  init(_ dependencies: ControlledDependencies, _ disk: ExploredDisk<KeptFeed>) {
    self.disk = disk
    let page = dependencies.useCase("page", whenCancelled: FeedError.cancelled) { (request: FeedPageRequest) in
      [.success("page", Self.page(of: request.timeline)), .failure("offline", .noNetwork)]
    }
    let storage = dependencies.storage("snapshot", on: disk, trouble: [.saysNothing, .full])
    store = FeedStore(
      useCase: FeedUseCase(
        repository: ExploredRepository(page: page), snapshots: ExploredSnapshots(storage: storage)),
      messages: .japanese)
  }

  nonisolated static func page(of timeline: Timeline.ID?) -> FeedPage {
    FeedPage(posts: [.sample(timeline == nil ? 1 : 2)], nextCursor: nil)
  }

  var fingerprint: StateFingerprint {
    StateFingerprint(store.memory.withoutGenerations, disk.content, identifiers: [store.memory.generation])
      .keptByActions(store.state.content == nil, store.timelines.chosen, identifiers: [store.memory.generation])
  }
}

/// A storage of the snapshots of one user.
private struct ExploredSnapshots: SnapshotStorage {
  let storage: ControlledStorage<KeptFeed>

  func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) async -> Snapshot<Content>? {
    let kept = try? await storage.read() as? Content
    return kept.map { Snapshot(content: $0, date: .sample) }
  }

  func keep<Content: SnapshotContent>(_ content: Content?, for userID: User.ID) async {
    try? await storage.write(content as? KeptFeed)
  }

  func change<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (inout Content) -> Void
  ) async {
    _ = try? await storage.write { kept in
      guard var content = kept as? Content else { return kept }
      change(&content)
      return content as? KeptFeed
    }
  }

  func removeAll(for userID: User.ID) {}
}

extension Invariant<ExploredLaunch, FeedState> {
  @MainActor fileprivate static var ofLaunches: [Self] {
    [
      .whenIdle("nothing is loading") { $0.state != .loading && $0.state.content?.reading ?? .idle == .idle },
      .following("what was kept is marked until the server has answered", from: false) { isAnswered, moment in
        if moment.isRelaunched { isAnswered = false }
        if moment.answered?.call == "page", moment.answered?.answer == "page" { isAnswered = true }
        guard let content = moment.state.content else { return true }
        return isAnswered || content.keptAt != nil
      },
      .always("the posts are those of the chosen timeline", when: { $0.state.content != nil }) { moment in
        let chosen = moment.subject.store.timelines.chosen
        return moment.state.content?.posts.map(\.id) == ExploredLaunch.page(of: chosen).posts.map(\.id)
      },
      .always("what is kept is a page of the server") { moment in
        moment.subject.disk.value.map { $0.page == ExploredLaunch.page(of: $0.timeline) } ?? true
      },
      .sometimes("a failure leaves what was kept, with the reason") { moment in
        moment.isIdle && moment.state.content?.keptAt != nil && moment.subject.store.notice != nil
      },
    ]
  }
}
