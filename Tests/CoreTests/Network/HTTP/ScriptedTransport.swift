import Core
import Foundation
import Synchronization
import Testing

/// A transport that follows a script, one step for each request, and records the requests.
final class ScriptedTransport: HTTPTransport {
  typealias Ending = Result<HTTPResponse, APIError>
  /// Reports the progress of a transfer through its second argument, which returns whether the client wants more.
  typealias Step = @Sendable (HTTPRequest, @Sendable (Int) -> Bool) async -> Ending

  private let state: Mutex<(steps: [Step], requests: [HTTPRequest], urls: [URL])>

  init(_ steps: [Step]) {
    state = Mutex((steps, [], []))
  }

  convenience init(_ endings: [Ending]) {
    self.init(endings.map { ending in { @Sendable _, _ in ending } })
  }

  convenience init(_ endings: Ending...) {
    self.init(endings)
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var urls: [URL] { state.withLock { $0.urls } }

  func send(
    _ request: HTTPRequest, to url: URL, progress: @escaping @Sendable (Int) throws(APIError) -> Void
  ) async throws(APIError) -> HTTPResponse {
    let step = state.withLock { state in
      state.requests.append(request)
      state.urls.append(url)
      return state.steps.isEmpty ? nil : state.steps.removeFirst()
    }
    guard let step else {
      Issue.record("One request more than expected: \(request)")
      throw .decodingFailed(reason: "The script is over.")
    }
    let refusal = Mutex<APIError?>(nil)
    let ending = await step(request) { count in
      do throws(APIError) {
        try progress(count)
        return true
      } catch {
        refusal.withLock { $0 = error }
        return false
      }
    }
    if let error = refusal.withLock({ $0 }) { throw error }
    return try ending.get()
  }

  /// A step that lasts until it is cancelled.
  static let silence: Step = { _, _ in
    await untilCancelled()
    return .failure(.cancelled)
  }

  static func untilCancelled() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
  }
}

extension Result<HTTPResponse, APIError> {
  static func status(_ status: Int, _ headers: HTTPHeaders = [:], body: String = "") -> Self {
    .success(HTTPResponse(status: status, headers: headers, body: Data(body.utf8)))
  }

  static let done = status(200, body: #"{"text":"done"}"#)
}

/// The response of the calls in these tests.
struct Echo: Codable, Equatable, Sendable {
  var text = "done"
}

extension APIRequest<Echo> {
  static func echo(
    _ method: HTTPMethod = .get, _ path: String = "/v1/echo", headers: HTTPHeaders = [:], body: Echo? = nil
  ) -> APIRequest {
    APIRequest(method, path, headers: headers, body: body, authorization: .anonymous)
  }
}

/// Creates a client for `http://api.example.com/base/` that does not repeat requests by default.
func scriptedClient(
  _ transport: ScriptedTransport, clock: TestClock = TestClock(),
  onEvent: @escaping @Sendable (HTTPLogEvent) -> Void = { _ in },
  configure: (inout HTTPClientConfiguration) -> Void = { _ in }
) throws -> HTTPAPIClient {
  var configuration = HTTPClientConfiguration(maximumAttempts: 1, clock: clock, jitter: { 0 })
  configure(&configuration)
  return HTTPAPIClient(
    baseURL: try #require(URL(string: "http://api.example.com/base/")), transport: transport,
    configuration: configuration, onEvent: onEvent)
}
