#if Network
  import Core
  import Synchronization

  /// A network that is slow and fails by chance, the same way for the same seed.
  public struct Turbulence: Sendable {
    private let latency: ClosedRange<Duration>
    private let failureRate: Double
    private let seed: UInt64
    private let clock: any Clock<Duration>

    /// Makes a network.
    ///
    /// - Parameters:
    ///   - latency: How long each answer takes, by chance within these bounds.
    ///   - failureRate: Which part of all requests is answered with 503, from 0 to 1.
    ///   - seed: What chance is made from.
    ///   - clock: What measures the latency.
    public init(
      latency: ClosedRange<Duration> = .zero ... .zero, failureRate: Double = 0, seed: UInt64 = 2026,
      clock: any Clock<Duration> = ContinuousClock()
    ) {
      self.latency = latency
      self.failureRate = failureRate
      self.seed = seed
      self.clock = clock
    }

    /// The hook of a `FakeBackend` that lives in this network.
    public var hook: FakeBackend.Hook {
      let dice = Dice(seed: seed)
      return { _ in
        let (position, fate) = dice.roll()
        let delay = latency.lowerBound + (latency.upperBound - latency.lowerBound) * position
        if delay > .zero { try? await clock.sleep(for: delay) }
        return fate < failureRate ? .status(503) : .answer
      }
    }

    private final class Dice: Sendable {
      private let generator: Mutex<SplitMix64>

      init(seed: UInt64) {
        generator = Mutex(SplitMix64(seed: seed))
      }

      /// Two numbers from 0 up to but without 1.
      func roll() -> (Double, Double) {
        generator.withLock { (Double.random(in: 0..<1, using: &$0), Double.random(in: 0..<1, using: &$0)) }
      }
    }
  }
#endif
