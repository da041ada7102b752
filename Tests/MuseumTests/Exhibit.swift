import StoreExploring
import Testing

/// A bug that an app has shipped, in a small model, and the same model with the mended lines.
struct Exhibit: CustomTestStringConvertible {
  let title: String
  let invariant: String
  /// The shortest schedule that violates the invariant.
  let schedule: [Step]
  /// The answers that then repeat without end; none if no answer is left to come, and `nil` where that is not the bug.
  let loop: [Step]?
  /// The number of states of the mended model.
  let states: Int
  /// The awaited call on which the mended lines bear.
  let guarded: String
  let racy: @MainActor @Sendable (_ isReduced: Bool) async -> Exploration
  let mended: @MainActor @Sendable (_ isReduced: Bool) async -> Exploration
  /// Both versions under the same schedules, without the invariant.
  let compared: @MainActor @Sendable () async -> Exploration
  /// What the ready-made checks find in both, without the invariant.
  let checked: @MainActor @Sendable () async -> (racy: CheckReport, mended: CheckReport)

  init<Racy, Mended, State: Equatable & SendableMetatype>(
    _ title: String, violates invariant: String, after schedule: [Step], loop: [Step]? = nil, states: Int,
    guarded: String, racy: @escaping @MainActor @Sendable () -> StoreExplorer<Racy, State>,
    mended: @escaping @MainActor @Sendable () -> StoreExplorer<Mended, State>
  ) {
    (self.title, self.invariant, self.schedule, self.loop) = (title, invariant, schedule, loop)
    (self.states, self.guarded) = (states, guarded)
    self.racy = { await racy().explore(isReduced: $0) }
    self.mended = { await mended().explore(isReduced: $0) }
    compared = { await StoreExplorer(comparing: racy(), with: mended()).explore(maximumSchedules: 5_000) }
    checked = {
      (await racy().check(maximumSchedules: 1_000), await mended().check(maximumSchedules: 1_000))
    }
  }

  var testDescription: String { title }

  static let all = [
    LateRefresh.exhibit, StaleTab.exhibit, KilledWhileRenewing.exhibit, ParallelRefreshes.exhibit, DoubleTap.exhibit,
    CopiesOfAPost.exhibit, ForceQuit.exhibit, ForgottenDraft.exhibit, RefreshWhilePaging.exhibit,
    OtherAccount.exhibit, CancelledRefresh.exhibit, AddressTaken.exhibit, FailedLike.exhibit, SignedOutAccount.exhibit,
    MissingMiddle.exhibit, LaunchWithoutUser.exhibit, RetryingForEver.exhibit, EndlessFooter.exhibit,
    EmptyPages.exhibit, StuckSendQueue.exhibit,
  ]
}
