import Foundation
import Synchronization

/// Sends requests to a server over an ``HTTPTransport``, within the limits of an ``HTTPClientConfiguration``.
///
/// Follows redirects to the same origin only. A request is repeated after a connection failure and after 429, 502, 503
/// and 504, if it is a `GET` or carries an `Idempotency-Key`; the delay is at least the server's `Retry-After`.
///
/// The last ten responses with an `ETag`, or a few more, are kept in memory, up to 256 KiB each, unless `Cache-Control` is
/// `no-store`: the same request with the same token asks with `If-None-Match` whether they have changed. They stay until
/// newer ones come, also after a sign-out.
public struct HTTPAPIClient: APIClient {
  private let base: String?
  private let transport: any HTTPTransport
  private let configuration: HTTPClientConfiguration
  private let onEvent: @Sendable (HTTPLogEvent) -> Void
  private let known = KnownResponses()

  /// Creates a client for the server at `baseURL`, which paths are appended to.
  ///
  /// Requests fail with ``RequestFailure/unusableRequest(reason:)`` unless it is an `http` or `https` URL without user,
  /// query and fragment.
  public init(
    baseURL: URL, transport: any HTTPTransport, configuration: HTTPClientConfiguration = HTTPClientConfiguration(),
    onEvent: @escaping @Sendable (HTTPLogEvent) -> Void = { _ in }
  ) {
    base = baseURL.base
    self.transport = transport
    self.configuration = configuration
    self.onEvent = onEvent
  }

  /// Sends a request and decodes its response.
  public func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let request = try request.encoded()
    let url = try request.url(at: base)
    let response = try await known.response(to: request) { request throws(APIError) in
      try await call(request, url, clock: configuration.clock)
    }
    do throws(APIError) {
      return try await response.decoded(now: configuration.now())
    } catch {
      if case .decodingFailed = error { known.forget(request) }
      throw error
    }
  }

  private func call(
    _ request: HTTPRequest, _ url: URL, clock: some Clock<Duration>
  ) async throws(APIError) -> HTTPResponse {
    try await HTTPCall(
      request: request, url: url, transport: transport, configuration: configuration, onEvent: onEvent, clock: clock,
      start: clock.now
    ).response()
  }
}

/// One call of ``HTTPAPIClient``, with all its attempts.
private struct HTTPCall<C: Clock>: Sendable where C.Duration == Duration {
  typealias Ending = Result<HTTPResponse, APIError>

  let request: HTTPRequest
  let url: URL
  let transport: any HTTPTransport
  let configuration: HTTPClientConfiguration
  let onEvent: @Sendable (HTTPLogEvent) -> Void
  let clock: C
  let start: C.Instant

  func response() async throws(APIError) -> HTTPResponse {
    var attempt = 1
    while true {
      let ending = await ending(ofAttempt: attempt)
      guard let delay = configuration.delay(after: ending, to: request, attempt: attempt, elapsed: elapsed) else {
        return try response(of: ending)
      }
      log(.retrying(after: delay), attempt)
      do {
        try await clock.sleep(for: delay)
      } catch {
        throw .cancelled
      }
      attempt += 1
    }
  }

  private func response(of ending: Ending) throws(APIError) -> HTTPResponse {
    switch ending {
    case .success(let response): return response
    case .failure(.cancelled) where !Task.isCancelled:
      // A transport that gives up by itself has lost its connection; the caller has cancelled nothing.
      throw .requestFailed(.connectionLost)
    case .failure(let error): throw error
    }
  }

  /// Sends the request and follows its redirects.
  private func ending(ofAttempt attempt: Int) async -> Ending {
    var (request, url) = (request, url)
    var redirects = 0
    log(.sending, attempt)
    while true {
      let ending = await transfer(request, to: url)
      switch ending {
      case .failure(let error):
        log(.failed(error), attempt)
      case .success(let response):
        if redirects < configuration.maximumRedirects, let redirected = request.redirected(from: url, by: response) {
          log(.redirected, attempt)
          (request, url) = redirected
          redirects += 1
          continue
        }
        log(.received(status: response.status, bodySize: response.body.count), attempt)
      }
      return ending
    }
  }

  /// Sends one request; when it returns, nothing of the transfer is left running.
  private func transfer(_ request: HTTPRequest, to url: URL) async -> Ending {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    guard elapsed < configuration.deadline else { return .failure(.requestFailed(.timedOut)) }
    let progress = TransferProgress(at: clock.now, maximumBodySize: configuration.maximumBodySize)
    let ending = await withTaskGroup(of: Ending.self) { group in
      defer { group.cancelAll() }
      group.addTask { await send(request, to: url, progress) }
      group.addTask { await timeout(of: progress) }
      return await group.next() ?? .failure(.cancelled)
    }
    guard case .success(let response) = ending, response.body.count > configuration.maximumBodySize else {
      return ending
    }
    return .failure(progress.overflow)
  }

  private func send(_ request: HTTPRequest, to url: URL, _ progress: TransferProgress<C.Instant>) async -> Ending {
    do throws(APIError) {
      return .success(
        try await transport.send(request, to: url) { count throws(APIError) in
          try progress.receive(count, at: clock.now)
        })
    } catch {
      return .failure(error)
    }
  }

  /// Returns when the server has been silent for too long, or the deadline has passed.
  private func timeout(of progress: TransferProgress<C.Instant>) async -> Ending {
    let deadline = start.advanced(by: configuration.deadline)
    while true {
      let end = min(progress.lastActivity.advanced(by: configuration.idleTimeout), deadline)
      guard clock.now < end else { return .failure(.requestFailed(.timedOut)) }
      do {
        try await clock.sleep(until: end, tolerance: nil)
      } catch {
        return .failure(.cancelled)
      }
    }
  }

  private var elapsed: Duration { start.duration(to: clock.now) }

  private func log(_ kind: HTTPLogEvent.Kind, _ attempt: Int) {
    onEvent(HTTPLogEvent(method: request.method, path: request.path, attempt: attempt, elapsed: elapsed, kind: kind))
  }
}

/// What has arrived of one response.
private final class TransferProgress<Instant: InstantProtocol>: Sendable {
  private let state: Mutex<(lastActivity: Instant, bodySize: Int)>
  private let maximumBodySize: Int

  init(at start: Instant, maximumBodySize: Int) {
    state = Mutex((start, 0))
    self.maximumBodySize = maximumBodySize
  }

  var lastActivity: Instant { state.withLock { $0.lastActivity } }

  /// The error of a response that is too large.
  var overflow: APIError {
    .decodingFailed(reason: "The response is larger than \(maximumBodySize) bytes.")
  }

  func receive(_ count: Int, at now: Instant) throws(APIError) {
    let size = state.withLock { state in
      state.lastActivity = now
      state.bodySize += count
      return state.bodySize
    }
    if size > maximumBodySize { throw overflow }
  }
}

/// A step of one call of an ``HTTPAPIClient``, for a log.
///
/// Contains the method and the path, but never the query, header fields or bodies: they may hold secrets.
public struct HTTPLogEvent: Sendable, Equatable, CustomStringConvertible {
  /// What happened in a step.
  public enum Kind: Sendable, Equatable {
    /// An attempt begins.
    case sending
    /// The server redirected the attempt to another path of the same origin.
    case redirected
    /// A response arrived, whatever its status; the size is in bytes.
    case received(status: Int, bodySize: Int)
    /// An attempt ended without a response.
    case failed(APIError)
    /// The next attempt starts after a delay.
    case retrying(after: Duration)
  }

  /// The method of the request.
  public let method: HTTPMethod
  /// The path of the request.
  public let path: String
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// The time since the call began.
  public let elapsed: Duration
  /// What happened.
  public let kind: Kind

  /// One line for a log.
  public var description: String {
    "\(method.rawValue) \(path), attempt \(attempt), \(elapsed): \(kind)"
  }
}
