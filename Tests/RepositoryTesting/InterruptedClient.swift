import Core
import Foundation
import Synchronization

/// What happens while the answer to a request is on its way.
enum Interruption: CaseIterable, Sendable {
  case signOut, otherSignIn, sameSignIn, cancellation, timeOut, lostConnection, proxy, refusal

  /// What happens, as a step of a schedule.
  var step: String {
    switch self {
    case .signOut: "the user signs out"
    case .otherSignIn: "another user signs in"
    case .sameSignIn: "the user signs in again"
    case .cancellation: "the caller cancels"
    case .timeOut: "the server acts, and its answer is too late"
    case .lostConnection: "the server acts, and its answer is lost"
    case .proxy: "a proxy answers 403 with a web page"
    case .refusal: "the server refuses the token"
    }
  }
}

/// A client of a server in memory that lets something happen while one answer is on its way.
///
/// What happens, happens inside of the request, so that a schedule is the same every time and nothing waits.
final class InterruptedClient: APIClient {
  private struct State {
    var interruption: Interruption?
    /// The number of requests before the one that is interrupted.
    var remaining = 0
    var isInterrupted = false
    var expected: StoredSession?
    var steps: [String] = []
    var sent: [HTTPRequest] = []
  }

  private let server: any APIClient
  private let session: Session
  private let refusal: InvalidResponse
  private let state = Mutex(State())

  init(_ server: any APIClient, session: Session, refusal: InvalidResponse) {
    self.server = server
    self.session = session
    self.refusal = refusal
  }

  /// What has happened since the client was armed.
  var steps: [String] { state.withLock { $0.steps } }

  /// The requests since the client was armed.
  var sent: [HTTPRequest] { state.withLock { $0.sent } }

  /// Whether a request was interrupted.
  var isInterrupted: Bool { state.withLock { $0.isInterrupted } }

  /// The session that was open after the interruption.
  var expected: StoredSession? { state.withLock { $0.expected } }

  /// Begins a schedule in which a request is interrupted, numbered from 0; none with `nil`.
  func arm(_ interruption: Interruption?, at index: Int = 0) {
    state.withLock { $0 = State(interruption: interruption, remaining: index) }
  }

  func note(_ step: String) {
    state.withLock { $0.steps.append(step) }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let name = "\(request.method.rawValue) \(request.path)"
    note("it sends \(name)")
    let encoded = try request.encoded()
    let interruption = state.withLock { state in
      state.sent.append(encoded)
      return Self.next(&state)
    }
    guard let interruption else { return try await server.send(request) }
    let answer: Result<Response, APIError>
    switch interruption {
    case .proxy:
      answer = .failure(.invalidResponse(Self.proxyResponse))
    case .refusal:
      answer = .failure(.invalidResponse(refusal))
    case .timeOut, .lostConnection:
      _ = try? await server.send(request)
      answer = .failure(.requestFailed(interruption == .timeOut ? .timedOut : .connectionLost))
    case .cancellation:
      withUnsafeCurrentTask { $0?.cancel() }
      answer = .failure(.cancelled)
    case .signOut, .otherSignIn, .sameSignIn:
      answer = await result(of: request)
    }
    await interrupt(interruption)
    note(interruption.step)
    if case .success = answer { note("the answer to \(name) arrives") }
    state.withLock { [current = session.current] in $0.expected = current }
    return try answer.get()
  }

  private static func next(_ state: inout State) -> Interruption? {
    guard let interruption = state.interruption else { return nil }
    guard state.remaining == 0 else {
      state.remaining -= 1
      return nil
    }
    state.isInterrupted = true
    // A token that was refused is refused to the end, also in exchange for others.
    if interruption != .refusal { state.interruption = nil }
    return interruption
  }

  private func result<Response: Decodable & Sendable>(
    of request: APIRequest<Response>
  ) async -> Result<Response, APIError> {
    do throws(APIError) {
      return .success(try await server.send(request))
    } catch {
      return .failure(error)
    }
  }

  private func interrupt(_ interruption: Interruption) async {
    let other = User(id: "another user", name: "another user", email: "another@example.com")
    switch interruption {
    case .signOut: _ = await session.close()
    case .otherSignIn: await session.begin(StoredSession(user: other, accessToken: Secret("of another user")))
    case .sameSignIn:
      let user = session.current?.user ?? other
      await session.begin(StoredSession(user: user, accessToken: Secret("of the next session")))
    case .cancellation, .timeOut, .lostConnection, .proxy, .refusal: break
    }
  }

  private static let proxyResponse = InvalidResponse(
    statusCode: 403, body: Data("<html>Forbidden</html>".utf8), headers: ["Content-Type": "text/html"])
}
