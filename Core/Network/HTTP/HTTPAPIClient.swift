import Foundation

/// Sends calls to a real server, over whichever transport the platform has.
///
/// It repeats what may be repeated when the network or the server is in trouble, waits as long as the server asks, gives
/// up in time, follows redirects to the same origin and to no other, and tells a log what happened without a secret.
public struct HTTPAPIClient: APIClient {
  private let base: BaseURL?
  private let transport: any HTTPTransport
  private let policy: HTTPClientConfiguration
  private let report: @Sendable (HTTPLogEvent) -> Void
  private let watch: TransferWatch

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - baseURL: The address that paths are put behind: `http` or `https`, without user, query and fragment.
  ///   - transport: What carries the bytes.
  ///   - policy: What to put up with before giving up on a call.
  ///   - report: Is told what happens to each call, for a log.
  public init(
    baseURL: URL, transport: any HTTPTransport, policy: HTTPClientConfiguration = HTTPClientConfiguration(),
    report: @escaping @Sendable (HTTPLogEvent) -> Void = { _ in }
  ) {
    base = BaseURL(baseURL)
    self.transport = transport
    self.policy = policy
    self.report = report
    watch = TransferWatch(policy.clock)
  }

  /// Sends a call and reads its answer.
  ///
  /// A call is repeated where the connection fails and on 429, 502, 503 and 504, if it is a `GET` or carries an
  /// `Idempotency-Key`.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer.
  /// - Throws: ``APIError``, which says what happened to the last attempt.
  public func send<Response: Decodable & Sendable>(
    _ request: APIRequest<Response>
  ) async throws(APIError) -> Response {
    let encoded = try request.encoded()
    let call = Call(request: try HTTPTransportRequest(encoded, to: base), path: encoded.path, began: watch.elapsed)
    return try await answer(to: call).decoded(as: Response.self, now: policy.now())
  }

  private func answer(to call: Call) async throws(APIError) -> HTTPResponse {
    var attempt = 1
    while true {
      let result = await result(of: attempt, at: call)
      let elapsed = watch.elapsed - call.began
      guard let delay = policy.delay(after: result, to: call.request, attempt: attempt, elapsed: elapsed) else {
        return try Self.answer(of: result)
      }
      tell(.retrying(after: delay), of: call, attempt)
      do {
        try await policy.clock.sleep(for: delay)
      } catch {
        throw .cancelled
      }
      attempt += 1
    }
  }

  private func result(of attempt: Int, at call: Call) async -> Result<HTTPResponse, HTTPTransportError> {
    var request = call.request
    var redirects = 0
    tell(.sending, of: call, attempt)
    while true {
      let result = await WatchedTransfer(watch, policy, began: call.began).send(request, over: transport)
      switch result {
      case .failure(let error):
        tell(.failed(error), of: call, attempt)
      case .success(let answer):
        if redirects < policy.maximumRedirects, let redirected = request.redirected(by: answer) {
          tell(.redirected, of: call, attempt)
          request = redirected
          redirects += 1
          continue
        }
        tell(.answered(status: answer.status, bodySize: answer.body.count), of: call, attempt)
      }
      return result
    }
  }

  private static func answer(of result: Result<HTTPResponse, HTTPTransportError>) throws(APIError) -> HTTPResponse {
    switch result {
    case .success(let answer): return answer
    case .failure(.failed(let failure)): throw .requestFailed(failure)
    case .failure(.invalidAnswer(let reason)): throw .decodingFailed(reason: reason)
    case .failure(.cancelled):
      // A transport that gives up by itself is a connection lost, not a wish of the caller.
      throw Task.isCancelled ? .cancelled : .requestFailed(.connectionLost)
    }
  }

  private func tell(_ kind: HTTPLogEvent.Kind, of call: Call, _ attempt: Int) {
    report(
      HTTPLogEvent(call.request.method, call.path, attempt: attempt, elapsed: watch.elapsed - call.began, kind: kind))
  }
}

/// One call on its way.
private struct Call {
  let request: HTTPTransportRequest
  let path: String
  /// When it began, by the client's watch.
  let began: Duration
}
