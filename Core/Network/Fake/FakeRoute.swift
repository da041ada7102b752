import Foundation

/// One route of the fake backend: a verb, a path with placeholders, and what is done.
struct FakeRoute: Sendable {
  typealias Handler = @Sendable (inout FakeState, FakeCall) throws(FakeProblem) -> HTTPResponse

  let method: HTTPMethod
  /// The path, with placeholders in braces.
  let path: String
  let handler: Handler

  init(_ method: HTTPMethod, _ path: String, _ handler: @escaping Handler) {
    self.method = method
    self.path = path
    self.handler = handler
  }

  /// Every route there is.
  static let all: [FakeRoute] = authentication + feed + myPage

  static func respond(to request: HTTPRequest, in state: inout FakeState) -> HTTPResponse {
    let candidates = all.compactMap { route in route.placeholders(in: request.path).map { (route, $0) } }
    guard let (route, placeholders) = candidates.first(where: { $0.0.method == request.method }) else {
      return missing(request, allowed: candidates.map { $0.0.method.rawValue })
    }
    do throws(FakeProblem) {
      return try route.handler(&state, FakeCall(request: request, placeholders: placeholders))
    } catch {
      return error.response
    }
  }

  static func methods(at path: String) -> [HTTPMethod] {
    all.filter { $0.placeholders(in: path) != nil }.map(\.method)
  }

  private func placeholders(in requested: String) -> [String: String]? {
    let pattern = path.split(separator: "/", omittingEmptySubsequences: false)
    let segments = requested.split(separator: "/", omittingEmptySubsequences: false)
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

  private static func missing(_ request: HTTPRequest, allowed: [String]) -> HTTPResponse {
    guard allowed.isEmpty else {
      var response = FakeProblem(
        status: 405, code: "method_not_allowed",
        detail: "\(request.path) takes \(allowed.joined(separator: ", ")) and not \(request.method.rawValue)."
      ).response
      response.headers["Allow"] = allowed.joined(separator: ", ")
      return response
    }
    let known = all.map { "\($0.method.rawValue) \($0.path)" }.joined(separator: ", ")
    return FakeProblem(
      status: 404, code: "unknown_route",
      detail: "\(request.method.rawValue) \(request.path) is no route of this backend. It has \(known)."
    ).response
  }
}

/// A request that has found its route.
struct FakeCall: Sendable {
  let request: HTTPRequest
  let placeholders: [String: String]

  /// Reads the body.
  func body<Body: Decodable>(as type: Body.Type) throws(FakeProblem) -> Body {
    do {
      return try JSONCoding.decode(type, from: request.body)
    } catch {
      throw FakeProblem(status: 400, code: "malformed_body", detail: "The body does not fit this call.")
    }
  }

  /// The value of a name in the query; of two with the same name the first one counts.
  func query(_ name: String) -> String? {
    request.query.first { $0.name == name }.map { $0.value ?? "" }
  }

  /// The token that the request was sent with.
  var token: String? {
    guard let value = request.headers["Authorization"], value.hasPrefix("Bearer ") else { return nil }
    return String(value.dropFirst("Bearer ".count))
  }
}
