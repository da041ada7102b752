#if Network
  import Synchronization

  /// A clock for a client that talks to a real socket: it stands still until it is told that patience is over.
  ///
  /// Waits between attempts move it by themselves and return at once.
  public final class FaultClock: Clock {
    /// A moment on the clock.
    public struct Instant: InstantProtocol {
      fileprivate var offset: Duration

      /// The moment a while later.
      public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      /// The while between two moments.
      public func duration(to other: Instant) -> Duration { other.offset - offset }
      /// Whether a moment is earlier than another.
      public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
      var now = Instant(offset: .zero)
      var expiries = 0
      var nextID = 0
      var sleepers: [(id: Int, end: Instant, continuation: CheckedContinuation<Void, any Error>)] = []
      var cancelled: Set<Int> = []

      /// Begins a sleep, and answers at once where it is over before it has begun.
      mutating func beginSleep(
        _ id: Int, until end: Instant, _ longestWait: Duration, _ continuation: CheckedContinuation<Void, any Error>
      ) -> Result<Void, any Error>? {
        guard cancelled.remove(id) == nil else { return .failure(CancellationError()) }
        if now.duration(to: end) > longestWait {
          guard expiries > 0 else {
            sleepers.append((id, end, continuation))
            return nil
          }
          expiries -= 1
        }
        now = max(now, end)
        return .success(())
      }

      /// Takes a sleeper out, whose time has come with that.
      mutating func wake(at index: Int) -> CheckedContinuation<Void, any Error> {
        let sleeper = sleepers.remove(at: index)
        now = max(now, sleeper.end)
        return sleeper.continuation
      }
    }

    private let state = Mutex(State())
    private let longestWait: Duration
    private let patience: Duration?

    /// Makes a clock.
    ///
    /// - Parameters:
    ///   - longestWait: The longest sleep that returns at once.
    ///   - patience: How long any other sleep takes at most, in real time.
    public init(longestWait: Duration, patience: Duration? = nil) {
      self.longestWait = longestWait
      self.patience = patience
    }

    /// The shortest time it tells apart.
    public let minimumResolution: Duration = .nanoseconds(1)
    /// The time on the clock.
    public var now: Instant { state.withLock { $0.now } }

    /// Ends one long sleep, the one that goes on or the next one.
    public func expire() {
      let sleeper = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard !state.sleepers.isEmpty else {
          state.expiries += 1
          return nil
        }
        return state.wake(at: 0)
      }
      sleeper?.resume()
    }

    /// Sleeps until the time has come, the patience is over or the task is cancelled.
    ///
    /// - Parameters:
    ///   - end: When to wake.
    ///   - tolerance: Is of no account.
    /// - Throws: `CancellationError` where the task is cancelled.
    public func sleep(until end: Instant, tolerance: Duration?) async throws {
      let id = state.withLock { state in
        state.nextID += 1
        return state.nextID
      }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          // In one go, so that no expiry comes between the look at those there are and the sleep.
          let awakening = state.withLock { $0.beginSleep(id, until: end, longestWait, continuation) }
          if let awakening { continuation.resume(with: awakening) } else { limit(id) }
        }
      } onCancel: {
        let sleeper = state.withLock { state -> CheckedContinuation<Void, any Error>? in
          guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
            state.cancelled.insert(id)
            return nil
          }
          return state.sleepers.remove(at: index).continuation
        }
        sleeper?.resume(throwing: CancellationError())
      }
    }

    /// Ends a sleep when the real patience is over.
    private func limit(_ id: Int) {
      guard let patience else { return }
      Task {
        try await ContinuousClock().sleep(for: patience)
        let sleeper = state.withLock { state -> CheckedContinuation<Void, any Error>? in
          state.sleepers.firstIndex { $0.id == id }.map { state.wake(at: $0) }
        }
        sleeper?.resume()
      }
    }
  }
#endif
