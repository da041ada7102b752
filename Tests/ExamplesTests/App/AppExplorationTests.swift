import ExampleApp
import StoreExploring
import StoreTesting
import TestSupport
import Testing

/// Explorations of the whole app, the real `AppRoot` on a world that outlives its process.
///
/// Its state space is a product, so that each part bounds what would multiply the others: one user writes one post, the
/// first timeline is empty, the saved flag is that of the server, the server has one session for a user, and the disk is
/// full for a while in one part only.
struct AppExplorationTests {
  /// Those of `.ci/run --all` take half a minute each, the next ones some minutes, and the last one some hours.
  @Test(
    .enabled(if: ProcessTurn.isForExplorations), .ownProcess,
    arguments: [(AppPart.stores, 2), (.accounts, 2), (.launches, 1), (.firstUnlock, 2)]
      + (ProcessTurn.exploresMore
        ? [(.stores, 3), (.endedSessions, 3), (.snapshots, 1), (.posts, 1), (.fullDisk, 1), (.launches, 2)] : [])
      + (ProcessTurn.exploresForMinutes
        ? [(.posts, 2), (.snapshots, 2), (.fullDisk, 2), (.likes, 2), (.everything, 1)] : [])
      + (ProcessTurn.exploresForHours ? [(.everything, 2)] : []))
  func `The app keeps what it promises, whatever is killed, lost or ended`(_ part: AppPart, atOnce: Int) async {
    await #expect(processExitsWith: .success) { [part, atOnce] in await part.expectComplete(maximumRunning: atOnce) }
  }
}

/// A part of the app whose state space is explored to its end.
enum AppPart: String, Codable, CustomTestStringConvertible {
  case stores = "Authentication, Feed and MyPage without a network"
  case endedSessions = "Authentication, Feed and MyPage, whose session the server can end"
  case launches = "links and launches"
  case firstUnlock = "links and launches before the device is first unlocked"
  case posts
  case likes
  case snapshots = "what is kept for the next launch"
  case accounts = "links and the deletion of accounts"
  case fullDisk = "sessions on a full disk"
  case everything

  var testDescription: String { rawValue }

  @MainActor
  private var actions: [StoreAction<ExploredApp>] {
    let stores: [StoreAction<ExploredApp>] = [.signIn(), .signOut, .timeline]
    return switch self {
    case .stores: stores + [.refresh, .myPage]
    case .endedSessions: stores + [.refresh, .myPage, .endSession]
    case .firstUnlock: [.timeline, .link, .resume, .unlock]
    case .launches: stores + [.cancelSignIn, .myPage, .link, .resume, .endSession]
    case .posts: stores + [.post, .retry, .discard, .endSession]
    case .likes: stores + [.refresh, .like, .endSession]
    case .snapshots: stores + [.signIn(.hana), .myPage, .link, .resume]
    case .accounts: stores + [.signIn(.hana), .link, .deleteAccount]
    case .fullDisk: stores + [.link, .resume, .fillDisk, .emptyDisk, .endSession]
    case .everything:
      stores + [.cancelSignIn, .myPage, .link, .resume, .post, .retry, .discard, .likeOnce, .endSession]
    }
  }

  private var isKilled: Bool {
    switch self {
    case .stores, .endedSessions, .accounts: false
    case .launches, .firstUnlock, .posts, .likes, .snapshots, .fullDisk, .everything: true
    }
  }

  private var world: AppWorld {
    switch self {
    case .endedSessions, .accounts: AppWorld(isOffline: { _ in false })
    case .stores, .launches, .fullDisk: AppWorld()
    case .firstUnlock: AppWorld(signedIn: .taro, isLocked: true)
    // A post whose answer is lost is one that may have arrived; the schedule says at which of two steps.
    case .posts: AppWorld(isOffline: { $0 != "POST /v1/posts" })
    // A like waits where the process is killed, or the session ends, before it is answered.
    case .everything: AppWorld(isOffline: { $0 != "POST /v1/posts" && !$0.hasSuffix("/like") })
    case .snapshots: AppWorld(hasPost: true, keepsSnapshots: true)
    case .likes: AppWorld(hasPost: true, isOffline: { $0.hasSuffix("/like") })
    }
  }

  @MainActor
  func expectComplete(maximumRunning: Int) async {
    let exploration = await StoreTesting.expectComplete(
      StoreExplorer.ofTheApp(actions, isKilled: isKilled) { world }, maximumRunning: maximumRunning,
      maximumSchedules: self == .everything ? 20_000_000 : 1_000_000)
    // What a kill leads to depends on what is left, and nothing has contradicted that.
    #expect(!isKilled || maximumRunning > 1 || exploration.deducedSteps > 0, "\(exploration)")
  }
}
