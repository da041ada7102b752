import Synchronization

/// Ends the transfers of a client that take too long, all of them with one timer.
///
/// A timer for each would be most of what a small call costs, and Linux keeps a cancelled one until it goes off. This
/// one is left to go off after the last transfer: the next one ends later than it does, so that it need not be set.
final class TransferWatch: Sendable {
  private struct State {
    var transfers: [ObjectIdentifier: WatchedTransfer] = [:]
    var timer: (end: Duration, task: Task<Void, Never>)?
  }

  private let clock: any Clock<Duration>
  private let stopwatch: Stopwatch
  private let state = Mutex(State())

  init(_ clock: any Clock<Duration>) {
    self.clock = clock
    stopwatch = Stopwatch(clock)
  }

  /// The time since the watch was made, by which all its transfers go.
  var elapsed: Duration { stopwatch.elapsed() }

  func add(_ transfer: WatchedTransfer) {
    state.withLock { state in
      state.transfers[ObjectIdentifier(transfer)] = transfer
      let end = transfer.end
      if let timer = state.timer, timer.end <= end { return }
      state.timer?.task.cancel()
      state.timer = (end, Task { await wait(until: end) })
    }
  }

  func remove(_ transfer: WatchedTransfer) {
    state.withLock { $0.transfers[ObjectIdentifier(transfer)] = nil }
  }

  private func wait(until end: Duration) async {
    var next: Duration? = end
    while let end = next {
      do {
        try await clock.sleep(for: end - elapsed)
      } catch {
        return
      }
      next = endWhatIsOver()
    }
  }

  /// Answers when the timer is to go off again; `nil` where nothing is left, or another timer has been set.
  private func endWhatIsOver() -> Duration? {
    let now = elapsed
    let (over, next) = state.withLock { state -> ([WatchedTransfer], Duration?) in
      guard !Task.isCancelled else { return ([], nil) }
      let over = state.transfers.values.filter { $0.end <= now }
      for transfer in over { state.transfers[ObjectIdentifier(transfer)] = nil }
      let next = state.transfers.values.map(\.end).min()
      if let next { state.timer?.end = next } else { state.timer = nil }
      return (over, next)
    }
    for transfer in over { transfer.timeOut() }
    return next
  }
}
