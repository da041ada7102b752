import Foundation

/// Routes of a ``FakeBackend`` and the state that they share.
///
/// A feature of your own adds one with ``FakeConfiguration/services``:
///
/// ```swift
/// struct Bookmarks: FakeService {
///   static let routes: [FakeRoute<Bookmarks>] = [
///     FakeRoute(.get, "/v1/bookmarks") { bookmarks, call throws(FakeProblem) in
///       HTTPResponse(json: bookmarks.posts[try call.account.id] ?? [])
///     },
///     FakeRoute(.put, "/v1/bookmarks/{id}") { bookmarks, call throws(FakeProblem) in
///       bookmarks.posts[try call.account.id, default: []].append(call.placeholders["id"] ?? "")
///       return HTTPResponse(status: 204)
///     },
///   ]
///   private var posts: [String: [Post.ID]] = [:]
///
///   mutating func remove(_ account: FakeAccount) { posts[account.id] = nil }
/// }
///
/// let backend = FakeBackend(FakeConfiguration(services: [Bookmarks()]))
/// ```
public protocol FakeService: Sendable {
  /// The routes, always the same ones.
  static var routes: [FakeRoute<Self>] { get }

  /// Removes what belongs to an account that has been deleted.
  mutating func remove(_ account: FakeAccount)
}

extension FakeService {
  /// The methods and paths of the routes.
  static var endpoints: [(method: HTTPMethod, path: String)] { routes.map { ($0.method, $0.path) } }

  mutating func respond(to call: FakeCall, at index: Int) throws(FakeProblem) -> HTTPResponse {
    try Self.routes[index].handler(&self, call)
  }
}

/// A service whose content decides what it says next.
protocol FakeContent {
  var content: AnyHashable { get }
}

/// A route of a ``FakeService`` and its handler.
public struct FakeRoute<Service>: Sendable {
  /// Handles a call in the service and returns the response.
  public typealias Handler = @Sendable (inout Service, FakeCall) throws(FakeProblem) -> HTTPResponse

  let method: HTTPMethod
  let path: String
  let handler: Handler

  /// Creates a route; a segment of the path in braces, such as `{id}`, is a placeholder.
  public init(_ method: HTTPMethod, _ path: String, _ handler: @escaping Handler) {
    self.method = method
    self.path = path
    self.handler = handler
  }
}

/// The routes of all services of a ``FakeBackend``.
package struct FakeRoutes: Sendable {
  struct Route: Sendable {
    let method: HTTPMethod
    let path: String
    /// The segments of a path with placeholders.
    let pattern: [Substring]?
    /// The index of the service beside the accounts; `nil` for the accounts.
    let service: Int?
    let index: Int
  }

  private var all: [Route] = []

  init(_ services: [any FakeService]) {
    add(FakeAccounts.endpoints, of: nil)
    for (index, service) in services.enumerated() { add(type(of: service).endpoints, of: index) }
  }

  private mutating func add(_ endpoints: [(method: HTTPMethod, path: String)], of service: Int?) {
    for (index, (method, path)) in endpoints.enumerated() {
      let pattern = path.contains("{") ? Self.segments(of: path) : nil
      let new = Route(method: method, path: path, pattern: pattern, service: service, index: index)
      // A service may replace a route of another one.
      if let old = all.firstIndex(where: { $0.method == new.method && $0.path == new.path }) {
        all[old] = new
      } else {
        all.append(new)
      }
    }
  }

  /// The method and the path of each, with placeholders in braces.
  package var names: [String] { all.map { "\($0.method.rawValue) \($0.path)" } }

  /// The methods that the backend takes at a percent-encoded path without a query; none where it has no such route.
  package func methods(at path: String) -> [HTTPMethod] { candidates(for: path).map(\.route.method) }

  func route(for request: HTTPRequest) throws(FakeProblem) -> (route: Route, placeholders: [String: String]) {
    let candidates = candidates(for: request.path)
    guard let match = candidates.first(where: { $0.route.method == request.method }) else {
      throw unroutable(request.method.rawValue, request.path, allowed: candidates.map { $0.route.method.rawValue })
    }
    return match
  }

  /// The error of a request whose path takes only the allowed methods, or none.
  package func unroutable(_ method: String, _ path: String, allowed: [String]) -> FakeProblem {
    let taken = allowed.joined(separator: ", ")
    return allowed.isEmpty
      ? FakeProblem(
        status: 404, code: "unknown_route",
        detail: "\(method) \(path) is not a route of this backend. Available: \(names.joined(separator: ", ")).")
      : FakeProblem(
        status: 405, code: "method_not_allowed", detail: "\(path) takes \(taken), not \(method).",
        headers: ["Allow": taken])
  }

  /// The routes of a path, one for each method, with the values of their placeholders; one without placeholders comes
  /// before one with them.
  private func candidates(for path: String) -> [(route: Route, placeholders: [String: String])] {
    let segments = Self.segments(of: path)
    let matches = all.compactMap { route in Self.placeholders(of: route, in: path, segments).map { (route, $0) } }
    let exact = matches.filter { $0.0.pattern == nil }
    return exact + matches.filter { match in !exact.contains { $0.0.method == match.0.method } }
  }

  private static func segments(of path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  private static func placeholders(of route: Route, in path: String, _ segments: [Substring]) -> [String: String]? {
    guard let pattern = route.pattern else { return path == route.path ? [:] : nil }
    guard pattern.count == segments.count else { return nil }
    var placeholders: [String: String] = [:]
    for (expected, segment) in zip(pattern, segments) {
      if expected.hasPrefix("{") {
        placeholders[String(expected.dropFirst().dropLast())] = segment.removingPercentEncoding
      } else if expected != segment {
        return nil
      }
    }
    return placeholders
  }
}

/// A request that a ``FakeRoute`` handles.
public struct FakeCall: Sendable {
  /// The request.
  public let request: HTTPRequest
  /// The values of the placeholders in the path, decoded, by name.
  public let placeholders: [String: String]
  /// The account of the token, looked up for every service but the accounts.
  var authorization = Result<FakeAccount, FakeProblem>.failure(.unauthorized("This call needs an access token."))

  /// The account whose session the request belongs to; throws a problem with status 401 where there is none.
  public var account: FakeAccount {
    get throws(FakeProblem) { try authorization.get() }
  }

  /// Decodes the JSON in the body; throws a problem with status 400 where it does not match.
  public func body<Body: Decodable>(as type: Body.Type) throws(FakeProblem) -> Body {
    do {
      return try JSONCoding.decode(type, from: request.body)
    } catch {
      throw FakeProblem(status: 400, code: "malformed_body", detail: "The body does not fit this call.")
    }
  }

  /// The value of the first query item with a name.
  func query(_ name: String) -> String? {
    request.query.first { $0.name == name }.map { $0.value ?? "" }
  }

  /// The number in the query item with a name, written without a sign or leading zeros.
  func number(_ name: String, in range: ClosedRange<Int>) throws(FakeProblem) -> Int? {
    guard let text = query(name) else { return nil }
    guard let number = Int(text), range.contains(number), String(number) == text else {
      throw .invalid(name, "It is a number from \(range.lowerBound) to \(range.upperBound).", status: 400)
    }
    return number
  }

  func idempotencyKey() throws(FakeProblem) -> String? {
    let key = request.headers["Idempotency-Key"]
    guard (1...255).contains(key?.utf8.count ?? 1) else {
      throw FakeProblem(status: 400, code: "invalid_idempotency_key", detail: "A key has 1 to 255 bytes.")
    }
    return key
  }

  /// The bearer token, whose scheme is not case-sensitive.
  var token: Secret? {
    guard let value = request.headers["Authorization"], value.lowercased().hasPrefix("bearer ") else { return nil }
    return Secret(String(value.dropFirst("bearer ".count)))
  }
}

/// An error response of a ``FakeBackend``: a problem document of RFC 9457.
public struct FakeProblem: Error, Sendable, Equatable {
  private let status: Int
  private let code: String
  private let detail: String
  private let field: String?
  private let headers: HTTPHeaders

  /// Creates a response with a status and the members of the document.
  public init(status: Int, code: String, detail: String, field: String? = nil, headers: HTTPHeaders = [:]) {
    self.status = status
    self.code = code
    self.detail = detail
    self.field = field
    self.headers = headers
  }

  static func invalid(_ field: String, _ detail: String, status: Int = 422) -> FakeProblem {
    FakeProblem(status: status, code: "invalid_\(field)", detail: detail, field: field)
  }

  package var response: HTTPResponse {
    let problem = ProblemDetails(title: code, status: status, detail: detail, code: code, field: field)
    var response = HTTPResponse(status: status, json: problem)
    for (name, value) in headers.fields { response.headers[name] = value }
    response.headers["Content-Type"] = "application/problem+json"
    if status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
    return response
  }
}

extension HTTPResponse {
  /// Creates a response with a value in JSON; its status is 500 where the value has no JSON.
  public init(status: Int = 200, json value: some Encodable) {
    self.init(status: 500)
    guard let body = try? JSONCoding.encode(value) else { return }
    self.init(status: status, headers: ["Content-Type": "application/json"], body: body)
  }

  /// The response with an `ETag`, or 304 without a body where the request has it.
  func tagged(for request: HTTPRequest) -> HTTPResponse {
    guard status == 200 else { return self }
    var hasher = Hasher()
    body.withUnsafeBytes { hasher.combine(bytes: $0) }
    let tag = "\"\(hasher.finalize())\""
    var response = request.headers["If-None-Match"] == tag ? HTTPResponse(status: 304) : self
    response.headers["ETag"] = tag
    return response
  }
}
