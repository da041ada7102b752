#if Network
  import Core
  import Synchronization

  /// The body of `POST /control/faults`: a fault in the next requests to a route.
  public struct FaultRequest: Codable, Sendable, Equatable {
    /// The method of the requests that fail, in upper or lower case.
    public let method: String
    /// The path of the requests that fail, without a query.
    public let path: String
    /// How they fail: `offline`, `timeout`, `lost`, `malformed`, or a status from 200 to 599.
    public let kind: String
    /// The number of requests that fail; `nil` is one.
    public let times: Int?

    /// Creates a body.
    public init(method: String, path: String, kind: String, times: Int? = nil) {
      self.method = method
      self.path = path
      self.kind = kind
      self.times = times
    }

    /// Injects the fault into a backend.
    public func apply(to backend: FakeBackend) throws(FakeFaultError) {
      guard let method = HTTPMethod(rawValue: method.uppercased()) else {
        throw .unknownRoute("\(method) \(path)", available: backend.routes.names)
      }
      guard let outcome = FakeOutcome(kind: kind) else { throw .unknownKind(kind) }
      try backend.fail(method, path, with: outcome, times: times ?? 1)
    }
  }

  /// Delays requests and fails some of them at random, the same ones for the same seed.
  public final class FaultInjector: Sendable {
    private let latency: ClosedRange<Duration>
    private let failureRate: Double
    private let generator: Mutex<SeededGenerator>

    /// Creates an injector that delays each request by a random `latency` and answers a share of them, 0 to 1, with 503.
    public init(latency: ClosedRange<Duration> = .zero ... .zero, failureRate: Double = 0, seed: UInt64 = 2026) {
      self.latency = latency
      self.failureRate = failureRate
      generator = Mutex(SeededGenerator(seed: seed))
    }

    /// The hook for a `FakeBackend`.
    public var hook: FakeBackend.Hook {
      { _ in
        let (delay, outcome) = self.next()
        if delay > .zero { try? await Task.sleep(for: delay) }
        return outcome
      }
    }

    func next() -> (delay: Duration, outcome: FakeOutcome) {
      generator.withLock { generator in
        let delay =
          latency.lowerBound + (latency.upperBound - latency.lowerBound) * Double.random(in: 0..<1, using: &generator)
        return (delay, Double.random(in: 0..<1, using: &generator) < failureRate ? .status(503) : .answer)
      }
    }
  }
#endif
