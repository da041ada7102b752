import Foundation

/// The retry, timeout, size and redirect limits of an ``HTTPAPIClient``.
public struct HTTPClientConfiguration: Sendable {
  /// How many times a repeatable request is sent at most, 1 or more.
  public var maximumAttempts: Int
  /// The longest duration of a call, including all attempts and the delays between them.
  public var deadline: Duration
  /// The longest time without any byte from the server.
  ///
  /// On Linux, the timer of a transfer stays in memory for as long, even if the transfer ends sooner.
  public var idleTimeout: Duration
  /// The largest response body, in bytes.
  public var maximumBodySize: Int
  /// How many redirects one attempt follows.
  public var maximumRedirects: Int
  /// The longest delay before the second attempt; it doubles with each further one.
  public var firstDelay: Duration
  /// The longest delay before any attempt, unless `Retry-After` is longer.
  public var maximumDelay: Duration
  /// The clock for delays and timeouts.
  public var clock: any Clock<Duration>
  /// The current date, for a `Retry-After` with a date.
  public var now: @Sendable () -> Date
  /// A random number in `0..<1`: delays are between half and all of their longest value.
  public var jitter: @Sendable () -> Double

  /// Creates a configuration.
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

  /// The delay before the next attempt, or `nil` if there is none.
  func delay(
    after result: Result<HTTPResponse, APIError>, to request: HTTPRequest, attempt: Int,
    elapsed: Duration
  ) -> Duration? {
    guard attempt < maximumAttempts, request.isRepeatable, result.isTransient else { return nil }
    let longest = min(firstDelay * (1 << min(attempt - 1, 16)), maximumDelay)
    var delay = longest * (0.5 + jitter() / 2)
    if case .success(let response) = result, let retryAfter = response.retryAfter(now: now()) {
      delay = max(delay, retryAfter)
    }
    return elapsed + delay < deadline ? delay : nil
  }
}

extension HTTPRequest {
  /// Whether sending the request twice has the effect of sending it once.
  fileprivate var isRepeatable: Bool {
    switch method {
    case .get, .head: true
    case .post, .put, .patch, .delete: headers["Idempotency-Key"] != nil
    }
  }
}

extension Result<HTTPResponse, APIError> {
  /// Whether the same request may succeed later.
  fileprivate var isTransient: Bool {
    switch self {
    case .success(let response): [429, 502, 503, 504].contains(response.status)
    case .failure(.requestFailed(let failure)):
      switch failure {
      case .offline, .refused, .timedOut, .connectionLost: true
      case .insecure, .unusableRequest: false
      }
    case .failure(.invalidResponse), .failure(.decodingFailed), .failure(.cancelled): false
    }
  }
}
