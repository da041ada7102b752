import Foundation

/// What an ``HTTPAPIClient`` puts up with before it gives up on a call.
public struct HTTPClientConfiguration: Sendable {
  /// How many times a call is sent at most, 1 or more.
  ///
  /// Only what may be repeated is sent more than once.
  public var maximumAttempts: Int
  /// How long a call takes at most, all attempts and the waits between them included.
  public var deadline: Duration
  /// How long the server may be silent.
  public var idleTimeout: Duration
  /// How large an answer may be, in bytes.
  public var maximumBodySize: Int
  /// How many redirects one attempt follows.
  public var maximumRedirects: Int
  /// The longest wait before the second attempt; it doubles with each further one.
  public var firstDelay: Duration
  /// The longest wait before any attempt, unless the server asks for a longer one.
  public var maximumDelay: Duration
  /// What measures the waits and the time-outs.
  public var clock: any Clock<Duration>
  /// The time of day, for a `Retry-After` that names a date.
  public var now: @Sendable () -> Date
  /// Chance, from 0 up to but without 1: waits are between the half and the whole of what they could be.
  public var jitter: @Sendable () -> Double

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - maximumAttempts: How many times a call is sent at most, 1 or more.
  ///   - deadline: How long a call takes at most.
  ///   - idleTimeout: How long the server may be silent.
  ///   - maximumBodySize: How large an answer may be, in bytes.
  ///   - maximumRedirects: How many redirects one attempt follows.
  ///   - firstDelay: The longest wait before the second attempt.
  ///   - maximumDelay: The longest wait before any attempt, unless the server asks for a longer one.
  ///   - clock: What measures the waits and the time-outs.
  ///   - now: The time of day.
  ///   - jitter: Chance, from 0 up to but without 1.
  public init(
    maximumAttempts: Int = 3, deadline: Duration = .seconds(60), idleTimeout: Duration = .seconds(15),
    maximumBodySize: Int = 16 * 1024 * 1024, maximumRedirects: Int = 5,
    firstDelay: Duration = .milliseconds(500), maximumDelay: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
    jitter: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
  ) {
    self.maximumAttempts = maximumAttempts
    self.deadline = deadline
    self.idleTimeout = idleTimeout
    self.maximumBodySize = maximumBodySize
    self.maximumRedirects = maximumRedirects
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.clock = clock
    self.now = now
    self.jitter = jitter
  }
}

extension HTTPClientConfiguration {
  /// How long to wait before the next attempt, or `nil` where there is to be none.
  func delay(
    after result: Result<HTTPResponse, HTTPTransportError>, to request: HTTPTransportRequest, attempt: Int,
    elapsed: Duration
  ) -> Duration? {
    guard attempt < maximumAttempts, request.isRepeatable, result.isTransient else { return nil }
    let longest = min(firstDelay * (1 << min(attempt - 1, 16)), maximumDelay)
    var delay = longest * (0.5 + jitter() / 2)
    if case .success(let answer) = result, let asked = answer.retryAfter(now: now()) { delay = max(delay, asked) }
    return elapsed + delay < deadline ? delay : nil
  }
}

extension Result<HTTPResponse, HTTPTransportError> {
  /// Whether it may go better the next time.
  fileprivate var isTransient: Bool {
    switch self {
    case .success(let answer): [429, 502, 503, 504].contains(answer.status)
    case .failure(.failed(.offline)), .failure(.failed(.refused)), .failure(.failed(.timedOut)),
      .failure(.failed(.connectionLost)):
      true
    case .failure(.failed(.insecure)), .failure(.failed(.unusableRequest)), .failure(.invalidAnswer),
      .failure(.cancelled):
      false
    }
  }
}
