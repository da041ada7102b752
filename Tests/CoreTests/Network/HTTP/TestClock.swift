import Synchronization

/// A clock that stands still until a test moves it.
///
/// Short sleeps, such as waits between attempts, move it by themselves and return at once.
final class TestClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: Int
    let end: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var nextID = 0
    var passed: [Duration] = []
    var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
  }

  private let state = Mutex(State())
  private let passesUpTo: Duration

  init(passesUpTo: Duration = .zero) {
    self.passesUpTo = passesUpTo
  }

  let minimumResolution: Duration = .nanoseconds(1)
  var now: Instant { state.withLock { $0.now } }

  /// The sleeps that returned at once, in their order.
  var passed: [Duration] { state.withLock { $0.passed } }

  func sleep(until end: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state -> Int? in
      let duration = state.now.duration(to: end)
      guard duration > passesUpTo else {
        state.passed.append(duration)
        state.now = max(state.now, end)
        return nil
      }
      state.nextID += 1
      return state.nextID
    }
    guard let id else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, waiting) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
          guard state.cancelled.remove(id) == nil else { return (true, nil) }
          state.sleepers.append(Sleeper(id: id, end: end, continuation: continuation))
          guard let waiting = state.waiting, state.sleepers.count >= waiting.count else { return (false, nil) }
          state.waiting = nil
          return (false, waiting.continuation)
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        waiting?.resume()
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Returns when so many sleep.
  func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.waiting = (count, continuation)
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  /// Moves the clock and wakes whom it is time for.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.end <= state.now }
      state.sleepers.removeAll { $0.end <= state.now }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
