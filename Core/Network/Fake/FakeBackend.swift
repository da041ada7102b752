import Foundation
import Synchronization

/// A client that calls a ``FakeBackend`` in the same process, in the bytes that a network would carry.
public struct FakeAPIClient: APIClient {
  /// The server behind the client.
  public let backend: FakeBackend

  /// Creates a client.
  public init(backend: FakeBackend = FakeBackend()) {
    self.backend = backend
  }

  /// Sends a request to the backend.
  public func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    try await backend.answer(try request.encoded()).decoded()
  }
}

/// An in-memory server that speaks the built-in HTTP contract.
///
/// Its content comes from a seed and its time from a clock, so that the same requests always get the same responses.
public final class FakeBackend: Sendable {
  /// Runs before each request; may delay, fail or replace the response.
  public typealias Hook = @Sendable (HTTPRequest) async -> FakeOutcome

  private static let maximumFaults = 1_000

  /// The routes of all services.
  package let routes: FakeRoutes
  private let state: Mutex<FakeState>
  private let hook: Hook

  /// Creates a backend.
  public init(_ configuration: FakeConfiguration = FakeConfiguration(), hook: @escaping Hook = { _ in .answer }) {
    let state = FakeState(configuration)
    routes = FakeRoutes(state.services)
    self.state = Mutex(state)
    self.hook = hook
  }

  /// The last requests, oldest first: at least ``FakeConfiguration/recordedRequests`` of them.
  public var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// Records a request, applies faults and the hook, and responds; errors of the contract are responses too.
  ///
  /// Where the hook does anything but answer, it wins over a fault.
  ///
  /// - Throws: ``APIError/requestFailed(_:)`` for a fault or a hook that says so, and ``APIError/cancelled`` where the
  ///   task was cancelled before the request took effect.
  public func answer(_ request: HTTPRequest) async throws(APIError) -> HTTPResponse {
    let fault = state.withLock { state in
      state.requests.append(request, keeping: state.configuration.recordedRequests)
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

  /// What decides what the backend says next, but for open sessions, failed logins, sign-ups that are repeated, and services
  /// of others.
  package var content: [AnyHashable] {
    state.withLock { state in
      ([state.accounts] + state.services).compactMap { ($0 as? any FakeContent)?.content }
        + state.faults.map { [$0.method.rawValue, $0.path, "\($0.outcome)", "\($0.remaining)"] }
    }
  }

  /// Injects a fault into the next `times` requests to a route, after the faults that it already has.
  ///
  /// The path is percent-encoded and has no query; `times` is 1 to 1,000,000.
  public func fail(
    _ method: HTTPMethod, _ path: String, with outcome: FakeOutcome, times: Int = 1
  ) throws(FakeFaultError) {
    guard routes.methods(at: path).contains(method) else {
      throw .unknownRoute("\(method.rawValue) \(path)", available: routes.names)
    }
    guard (1...1_000_000).contains(times) else { throw .invalidTimes(times) }
    try state.withLock { state throws(FakeFaultError) in
      guard state.faults.count < Self.maximumFaults else { throw .tooManyFaults }
      state.faults.append(FakeFault(method: method, path: path, outcome: outcome, remaining: times))
    }
  }

  /// Removes every fault that has not happened yet.
  public func removeFaults() {
    state.withLock { $0.faults = [] }
  }

  /// Ends every session on the server: the next request with an old token gets a 401.
  public func endSessions() {
    state.withLock { $0.accounts.endSessions() }
  }

  /// Accepts the tokens of a session that another backend has opened, such as that of another process.
  package func keepOpen(_ session: StoredSession) {
    state.withLock { $0.accounts.keepOpen(session) }
  }

  private func respond(to request: HTTPRequest) -> HTTPResponse {
    do throws(FakeProblem) {
      let (route, placeholders) = try routes.route(for: request)
      let response = try state.withLock { state throws(FakeProblem) in
        try state.respond(to: request, placeholders, at: route)
      }
      return request.method == .get ? response.tagged(for: request) : response
    } catch {
      return error.response
    }
  }
}

/// What a ``FakeBackend`` does with a request.
public enum FakeOutcome: Sendable, Equatable {
  /// Handles the request and responds.
  case answer
  /// Responds with this instead, and does nothing.
  case respond(HTTPResponse)
  /// Does nothing and does not respond.
  case fail(RequestFailure)
  /// Handles the request, and the response is lost.
  case answerThenFail(RequestFailure)

  /// Responds with a body that is not JSON.
  public static let malformed = FakeOutcome.respond(
    HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data("{\"cut".utf8)))

  /// Responds with a status, 100 to 599, and a problem document.
  public static func status(_ code: Int) -> FakeOutcome {
    .respond(FakeProblem(status: code, code: "fault", detail: "The backend was told to fail.").response)
  }

  /// Creates the outcome that scripts and the control route call `offline`, `timeout`, `lost`, `malformed`, or
  /// 200 to 599; with `lost`, the request is handled and its response is not sent.
  package init?(kind: String) {
    switch kind {
    case "offline": self = .fail(.offline)
    case "timeout": self = .fail(.timedOut)
    case "lost": self = .answerThenFail(.connectionLost)
    case "malformed": self = .malformed
    default:
      guard let code = Int(kind), (200...599).contains(code) else { return nil }
      self = .status(code)
    }
  }
}

/// A fault that ``FakeBackend/fail(_:_:with:times:)`` refuses.
public enum FakeFaultError: Error, Hashable, CustomStringConvertible {
  /// The backend has only the available routes, so that the fault would never happen.
  case unknownRoute(String, available: [String])
  /// The kind is not `offline`, `timeout`, `lost`, `malformed` or a status from 200 to 599.
  case unknownKind(String)
  /// The number of requests is not 1 to 1,000,000.
  case invalidTimes(Int)
  /// A thousand faults are waiting already.
  case tooManyFaults

  /// The reason, in a sentence.
  public var description: String {
    switch self {
    case .unknownRoute(let route, let available):
      "\(route) is not a route. Available: \(available.joined(separator: ", "))."
    case .unknownKind(let kind): "\(kind) is not offline, timeout, lost, malformed or a status from 200 to 599."
    case .invalidTimes(let times): "A fault happens 1 to 1000000 times, not \(times)."
    case .tooManyFaults: "Too many faults are waiting."
    }
  }
}

struct FakeFault: Sendable {
  let method: HTTPMethod
  let path: String
  let outcome: FakeOutcome
  var remaining: Int
}

/// Everything that a ``FakeBackend`` remembers.
struct FakeState: Sendable {
  let configuration: FakeConfiguration
  var requests: [HTTPRequest] = []
  var faults: [FakeFault] = []
  var accounts: FakeAccounts
  /// The services beside the accounts.
  var services: [any FakeService]

  init(_ configuration: FakeConfiguration) {
    self.configuration = configuration
    accounts = FakeAccounts(configuration)
    services = [FakeTimelines(configuration), FakeProfiles(configuration)] + configuration.services
  }

  mutating func respond(
    to request: HTTPRequest, _ placeholders: [String: String], at route: FakeRoutes.Route
  ) throws(FakeProblem) -> HTTPResponse {
    var call = FakeCall(request: request, placeholders: placeholders)
    if let service = route.service {
      call.authorization = Result { () throws(FakeProblem) in try accounts.account(token: call.token) }
      return try services[service].respond(to: call, at: route.index)
    }
    let response = try accounts.respond(to: call, at: route.index)
    if let account = accounts.deleted {
      accounts.remove(account)
      for index in services.indices { services[index].remove(account) }
    }
    return response
  }

  mutating func takeFault(for request: HTTPRequest) -> FakeOutcome? {
    guard let index = faults.firstIndex(where: { $0.method == request.method && $0.path == request.path }) else {
      return nil
    }
    faults[index].remaining -= 1
    defer { if faults[index].remaining == 0 { faults.remove(at: index) } }
    return faults[index].outcome
  }
}

extension Array {
  /// Appends an element and keeps at least the last `limit`, fewer than twice as many, in amortized constant time.
  mutating func append(_ element: Element, keeping limit: Int) {
    append(element)
    if count / 2 >= limit { removeFirst(count - Swift.max(0, limit)) }
  }
}
