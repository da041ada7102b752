import Core
import Foundation
import Synchronization
import Testing

extension FakeBackend {
  /// Signs in and returns the token.
  func signIn(_ email: String = "taro@example.com", path: String = "/v1/login") async throws -> Secret {
    let request = APIRequest<UserResponse>(
      .post, path, body: LoginRequest(email: email, pass: "password123"), authorization: .anonymous)
    return try #require(try await FakeAPIClient(backend: self).send(request).session.accessToken)
  }

  /// Signs up and returns the token.
  func signUp(_ email: String) async throws -> Secret {
    try await signIn(email, path: "/v1/signup")
  }

  /// Sends a request as it looks on the wire.
  func call(
    _ method: HTTPMethod, _ path: String, query: [String: String] = [:], json: String = "",
    token: Secret? = nil, key: String? = nil
  ) async throws -> HTTPResponse {
    var request = HTTPRequest(method, path, body: Data(json.utf8))
    request.query = query.map { URLQueryItem(name: $0.key, value: $0.value) }
    request.headers["Authorization"] = token.map { "Bearer \($0.rawValue)" }
    request.headers["Idempotency-Key"] = key
    return try await answer(request)
  }

  /// Reads one page of a timeline.
  func page(
    _ list: String = "home", after maxID: String? = nil, limit: Int? = nil, token: Secret
  ) async throws -> TimelineResponse {
    var query = ["list": list]
    query["max_id"] = maxID
    query["limit"] = limit.map(String.init)
    return try await call(.get, "/v1/timeline", query: query, token: token).decoded(as: TimelineResponse.self)
  }

  /// Reads a timeline to its end.
  func pages(_ list: String = "home", limit: Int? = nil, token: Secret) async throws -> [TimelineResponse] {
    var pages = [try await page(list, limit: limit, token: token)]
    while let maxID = pages.last?.nextMaxID {
      pages.append(try await page(list, after: maxID, limit: limit, token: token))
      try #require(pages.count < 1_000, "The timeline does not end.")
    }
    return pages
  }
}

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The problem document without its sentences.
  var problem: ProblemDetails? {
    guard let problem = try? JSONCoding.decode(ProblemDetails.self, from: body) else { return nil }
    return ProblemDetails(status: problem.status, code: problem.code, field: problem.field)
  }
}

/// A clock that stands still until a test advances it.
final class ManualClock: Sendable {
  private let date: Mutex<Date>

  init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    self.date = Mutex(date)
  }

  var now: Date { date.withLock { $0 } }

  func advance(seconds: TimeInterval) {
    date.withLock { $0 += seconds }
  }
}
