import Synchronization

/// A clock that advances only when a test advances it, except that sleeps of up to `instantSleeps` return at once.
final class TestClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var instantSleeps: [Duration] = []
    var nextID = 0
    var sleepers: [Int: (end: Instant, wake: AsyncStream<Never>.Continuation)] = [:]
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())
  private let longestInstantSleep: Duration

  init(instantSleeps: Duration = .zero) {
    longestInstantSleep = instantSleeps
  }

  let minimumResolution: Duration = .nanoseconds(1)
  var now: Instant { state.withLock { $0.now } }

  /// The sleeps that returned at once, in order.
  var instantSleeps: [Duration] { state.withLock { $0.instantSleeps } }

  func sleep(until end: Instant, tolerance: Duration?) async throws {
    // A stream that ends when it is finished, or when the task is cancelled.
    let (sleep, wake) = AsyncStream.makeStream(of: Never.self)
    let (id, waiting) = state.withLock { state -> (Int, CheckedContinuation<Void, Never>?) in
      let duration = state.now.duration(to: end)
      state.nextID += 1
      guard duration > longestInstantSleep else {
        state.instantSleeps.append(duration)
        state.now = max(state.now, end)
        wake.finish()
        return (state.nextID, nil)
      }
      state.sleepers[state.nextID] = (end, wake)
      return (state.nextID, state.waiting.take())
    }
    waiting?.resume()
    for await _ in sleep {}
    state.withLock { $0.sleepers[id] = nil }
    try Task.checkCancellation()
  }

  /// Returns when a task sleeps.
  func untilSleeping() async {
    await withCheckedContinuation { continuation in
      let isSleeping = state.withLock { state in
        if state.sleepers.isEmpty { state.waiting = continuation }
        return !state.sleepers.isEmpty
      }
      if isSleeping { continuation.resume() }
    }
  }

  /// Advances the clock and wakes the tasks whose time has come.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.value.end <= state.now }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken
    }
    for sleeper in woken.values { sleeper.wake.finish() }
  }
}
