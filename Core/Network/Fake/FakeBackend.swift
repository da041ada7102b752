import Foundation
import Synchronization

/// An in-memory server that speaks the built-in contract in the same bytes as a real one.
///
/// ``FakeAPIClient`` asks it without a network; it can be served over a socket as well. Its content comes from a seed
/// and its time from a clock, so that the same questions always get the same answers.
public final class FakeBackend: Sendable {
  /// Decides about one request before it is answered, and may take its time: it is where latency, failures and
  /// holds come from.
  public typealias Hook = @Sendable (HTTPRequest) async -> FakeOutcome

  private let state: Mutex<FakeState>
  private let hook: Hook

  /// Makes a backend.
  ///
  /// - Parameters:
  ///   - configuration: What it knows at the start.
  ///   - hook: Decides about each request before it is answered; by default each is answered at once.
  public init(_ configuration: FakeConfiguration = FakeConfiguration(), hook: @escaping Hook = { _ in .answer }) {
    state = Mutex(FakeState(configuration))
    self.hook = hook
  }

  /// What was asked, the oldest first.
  ///
  /// At least the last ``FakeConfiguration/recordedRequests`` are there. They print no secret.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Records a request, asks for faults and the hook, and answers.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer, an error with its problem document included.
  /// - Throws: ``APIError/requestFailed(_:)`` where a fault or the hook says so; ``APIError/cancelled`` where the task
  ///   was cancelled before the request took effect.
  public func answer(_ request: HTTPRequest) async throws(APIError) -> HTTPResponse {
    let fault = state.withLock { state in
      state.record(request)
      return state.takeFault(for: request)
    }
    var outcome = await hook(request)
    if let fault, outcome == .answer { outcome = fault }
    guard !Task.isCancelled else { throw .cancelled }
    switch outcome {
    case .answer:
      return respond(to: request)
    case .respond(let response):
      return response
    case .fail(let failure):
      throw .requestFailed(failure)
    case .answerThenFail(let failure):
      _ = respond(to: request)
      throw .requestFailed(failure)
    }
  }

  /// Makes the next requests to a route fail.
  ///
  /// - Parameters:
  ///   - method: The verb of the route.
  ///   - path: The path of the requests, without a query.
  ///   - outcome: What happens instead of an answer.
  ///   - times: How many requests it happens to, 1 or more.
  public func fail(_ method: HTTPMethod, _ path: String, with outcome: FakeOutcome, times: Int = 1) {
    state.withLock { $0.faults.append(FakeFault(method: method, path: path, outcome: outcome, remaining: times)) }
  }

  /// Ends every session on the server's side: the next request with a token gets a 401.
  public func endSessions() {
    state.withLock { $0.endSessions() }
  }

  /// Every route: its verb, and its path with placeholders in braces.
  package static var routes: [(method: HTTPMethod, path: String)] {
    FakeRoute.all.map { ($0.method, $0.path) }
  }

  /// The verbs that a path takes.
  ///
  /// - Parameter path: The path of a request, percent-encoded, without a query.
  /// - Returns: The verbs, none where the path is no route.
  public func methods(at path: String) -> [HTTPMethod] {
    FakeRoute.methods(at: path)
  }

  private func respond(to request: HTTPRequest) -> HTTPResponse {
    state.withLock { FakeRoute.respond(to: request, in: &$0) }
  }
}
