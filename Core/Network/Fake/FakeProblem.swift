import Foundation

/// An error of the fake backend, as RFC 9457 writes it.
struct FakeProblem: Error, Sendable {
  let status: Int
  let code: String
  let detail: String
  var field: String?
  var retryAfterSeconds: Int?

  /// The answer that carries the problem.
  var response: HTTPResponse {
    let problem = ProblemDetails(title: code, status: status, detail: detail, code: code, field: field)
    var response = HTTPResponse.json(problem, status: status)
    response.headers["Content-Type"] = "application/problem+json"
    response.headers["Retry-After"] = retryAfterSeconds.map(String.init)
    if status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
    return response
  }
}

extension HTTPResponse {
  /// The answer of the fake backend with a value in JSON.
  static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    guard let body = try? JSONCoding.encode(value) else {
      return HTTPResponse(status: 500)
    }
    return HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: body)
  }
}
