#if Network
  import Core
  import Synchronization

  /// Delays requests and fails some of them at random, the same ones for the same seed.
  public struct FaultInjector: Sendable {
    private let latency: ClosedRange<Duration>
    private let failureRate: Double
    private let seed: UInt64
    private let clock: any Clock<Duration>

    /// Creates an injector that delays each request by a random `latency` and answers a share of them, 0 to 1, with 503.
    public init(
      latency: ClosedRange<Duration> = .zero ... .zero, failureRate: Double = 0, seed: UInt64 = 2026,
      clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.latency = latency
      self.failureRate = failureRate
      self.seed = seed
      self.clock = clock
    }

    /// A hook for a `FakeBackend`, which starts the random sequence anew.
    public var hook: FakeBackend.Hook {
      let random = Random(seed: seed)
      return { _ in
        let (position, fate) = random.next()
        let delay = latency.lowerBound + (latency.upperBound - latency.lowerBound) * position
        if delay > .zero { try? await clock.sleep(for: delay) }
        return fate < failureRate ? .status(503) : .answer
      }
    }

    // A Mutex cannot be captured by itself.
    private final class Random: Sendable {
      private let generator: Mutex<SeededGenerator>

      init(seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
      }

      func next() -> (Double, Double) {
        generator.withLock { (Double.random(in: 0..<1, using: &$0), Double.random(in: 0..<1, using: &$0)) }
      }
    }
  }
#endif
