import Foundation

/// A route of a ``FakeBackend`` and its handler.
struct FakeRoute: Sendable {
  typealias Handler = @Sendable (inout FakeState, FakeCall) throws(FakeProblem) -> HTTPResponse

  let method: HTTPMethod
  /// The path, with placeholders in braces.
  let path: String
  /// The segments of a path with placeholders.
  private let pattern: [Substring]?
  private let handler: Handler

  private init(_ method: HTTPMethod, _ path: String, _ handler: @escaping Handler) {
    self.method = method
    self.path = path
    pattern = path.contains("{") ? Self.segments(of: path) : nil
    self.handler = handler
  }

  static let all = authentication + feed + myPage

  static var names: String { all.map { "\($0.method.rawValue) \($0.path)" }.joined(separator: ", ") }

  static func respond(to request: HTTPRequest, in state: inout FakeState) -> HTTPResponse {
    let candidates = candidates(for: request.path)
    do throws(FakeProblem) {
      guard let (route, placeholders) = candidates.first(where: { $0.route.method == request.method }) else {
        throw .unroutable(request.method.rawValue, request.path, allowed: candidates.map { $0.route.method.rawValue })
      }
      return try route.handler(&state, FakeCall(request: request, placeholders: placeholders))
    } catch {
      return error.response
    }
  }

  /// The routes of a path, one for each method, with the values of their placeholders.
  static func candidates(for path: String) -> [(route: FakeRoute, placeholders: [String: String])] {
    let segments = segments(of: path)
    return all.compactMap { route in route.placeholders(in: path, segments).map { (route, $0) } }
  }

  private static func segments(of path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: false)
  }

  private func placeholders(in path: String, _ segments: [Substring]) -> [String: String]? {
    guard let pattern else { return path == self.path ? [:] : nil }
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

extension FakeRoute {
  private static let authentication = [
    FakeRoute(.post, "/v1/login") { state, call throws(FakeProblem) in
      let account = try state.accounts.account(for: try call.body(as: LoginRequest.self))
      return .json(state.accounts.openSession(for: account))
    },
    FakeRoute(.post, "/v1/login/{provider}") { state, call throws(FakeProblem) in
      let token = try call.body(as: IdentityTokenRequest.self).token
      let account = try state.accounts.account(of: call.placeholders["provider"], token: token)
      return .json(state.accounts.openSession(for: account))
    },
    FakeRoute(.post, "/v1/signup") { state, call throws(FakeProblem) in
      let key = try call.idempotencyKey()
      let account = try state.accounts.signUp(try call.body(as: LoginRequest.self), key: key)
      return .json(state.accounts.openSession(for: account), status: 201)
    },
    FakeRoute(.post, "/v1/refresh") { state, call throws(FakeProblem) in
      let token = try call.body(as: RefreshRequest.self).refreshToken
      return .json(TokenResponse(try state.accounts.refresh(token)))
    },
    FakeRoute(.post, "/v1/logout") { state, call throws(FakeProblem) in
      try state.accounts.endSession(token: call.token)
      return HTTPResponse(status: 204)
    },
    FakeRoute(.get, "/v1/me") { state, call throws(FakeProblem) in
      let account = try state.accounts.account(token: call.token)
      return .json(UserResponse(state.accounts.user(account)))
    },
    FakeRoute(.delete, "/v1/me") { state, call throws(FakeProblem) in
      let pass = try call.body(as: DeleteAccountRequest.self).pass
      do throws(FakeProblem) {
        let account = try state.accounts.deleteAccount(token: call.token, pass: pass)
        state.profiles[account.id] = nil
      } catch {
        // The response to an earlier request was lost.
        guard error == .accountDeleted else { throw error }
      }
      return HTTPResponse(status: 204)
    },
  ]

  private static let feed = [
    FakeRoute(.get, "/v1/lists") { state, call throws(FakeProblem) in
      _ = try state.accounts.account(token: call.token)
      let lists = state.configuration.timelines.dropFirst().map { Timeline(id: $0.id, title: $0.title) }
      return .json(ListsResponse(lists))
    },
    FakeRoute(.get, "/v1/timeline") { state, call throws(FakeProblem) in
      let account = try state.accounts.account(token: call.token)
      guard let list = call.query("list") ?? state.configuration.timelines.first?.id else {
        return .json(TimelineResponse([], nextMaxID: nil))
      }
      guard !list.isEmpty else { throw .invalid("list", "It is empty.", status: 400) }
      guard let posts = state.timelines.posts(of: list) else {
        throw FakeProblem(status: 404, code: "unknown_timeline", detail: "There is no such timeline.", field: "list")
      }
      let maxID = try call.number("max_id", in: 1...Int.max)
      let limit = try call.number("limit", in: 1...TimelineResponse.maximumLimit) ?? 20
      return .json(state.timelines.page(of: posts, before: maxID, limit: limit, for: account))
    },
    FakeRoute(.post, "/v1/posts") { state, call throws(FakeProblem) in
      let account = try state.accounts.account(token: call.token)
      let key = try call.idempotencyKey()
      let request = try call.body(as: PostRequest.self)
      let text = request.text.trimmingWhitespace
      // A character may have any number of bytes.
      guard (1...280).contains(text.count), text.utf8.count <= 10_240 else {
        throw .invalid("text", "A post has 1 to 280 characters, and 10240 bytes or less.")
      }
      if let post = state.timelines.post(by: account, key: key) {
        return .json(PostResponse(state.timelines.seen(post, by: account)), status: 201)
      }
      if let parent = request.inReplyTo, !state.timelines.contains(parent) {
        throw FakeProblem(
          status: 422, code: "unknown_post", detail: "There is no post to reply to.", field: "in_reply_to_id")
      }
      let post = state.timelines.addPost(text, inReplyTo: request.inReplyTo, by: account, key: key)
      return .json(PostResponse(post), status: 201)
    },
    FakeRoute(.delete, "/v1/posts/{id}") { state, call throws(FakeProblem) in
      let account = try state.accounts.account(token: call.token)
      if let post = state.timelines.post(call.placeholders["id"], for: account) {
        guard post.author.id == account.id else {
          throw FakeProblem(status: 403, code: "not_the_author", detail: "The post is another user’s.")
        }
        state.timelines.delete(post)
      }
      return HTTPResponse(status: 204)
    },
    like(.put, true), like(.delete, false),
  ]

  private static func like(_ method: HTTPMethod, _ isLiked: Bool) -> FakeRoute {
    FakeRoute(method, "/v1/posts/{id}/like") { state, call throws(FakeProblem) in
      let account = try state.accounts.account(token: call.token)
      guard let post = state.timelines.post(call.placeholders["id"], for: account) else {
        throw FakeProblem(status: 404, code: "unknown_post", detail: "There is no such post.")
      }
      return .json(PostResponse(state.timelines.setLiked(isLiked, post, by: account)))
    }
  }

  private static let myPage = [
    FakeRoute(.get, "/v1/profile") { state, call throws(FakeProblem) in
      guard let profile = state.profiles[try state.accounts.account(token: call.token).id] else {
        throw FakeProblem(status: 404, code: "profile_not_found", detail: "The user has no profile.")
      }
      return .json(ProfileResponse(profile))
    },
    FakeRoute(.put, "/v1/profile") { state, call throws(FakeProblem) in
      let account = try state.accounts.account(token: call.token)
      let request = try call.body(as: ProfileRequest.self)
      guard request.uid == account.id else { throw .invalid("uid", "It is not the signed-in user.") }
      let name = request.name.trimmingWhitespace
      guard (2...10).contains(name.count), name.utf8.count <= 400 else {
        throw .invalid("name", "A name has 2 to 10 characters, and 400 bytes or less.")
      }
      guard let gender = request.gender.flatMap(Gender.init) else { throw .invalid("gender", "It is 1, 2 or 3.") }
      let createdAt = Date(timeIntervalSince1970: request.createdAt)
      guard RFC3339.text(from: createdAt) != nil else { throw .invalid("createdAt", "It is in the years 0 to 9999.") }
      guard call.request.headers["If-None-Match"] != "*" || state.profiles[account.id] == nil else {
        throw FakeProblem(status: 412, code: "profile_exists", detail: "The user has a profile.")
      }
      let profile = Profile(userID: account.id, name: name, gender: gender, createdAt: createdAt)
      state.profiles[account.id] = profile
      return .json(ProfileResponse(profile))
    },
    FakeRoute(.delete, "/v1/profile") { state, call throws(FakeProblem) in
      state.profiles[try state.accounts.account(token: call.token).id] = nil
      return HTTPResponse(status: 204)
    },
  ]
}

/// A request and the placeholders of its route.
struct FakeCall: Sendable {
  let request: HTTPRequest
  let placeholders: [String: String]

  func body<Body: Decodable>(as type: Body.Type) throws(FakeProblem) -> Body {
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

/// An error response of the contract: a problem document of RFC 9457.
package struct FakeProblem: Error, Sendable, Equatable {
  private let status: Int
  private let code: String
  private let detail: String
  private let field: String?
  private let headers: HTTPHeaders

  package init(status: Int, code: String, detail: String, field: String? = nil, headers: HTTPHeaders = [:]) {
    self.status = status
    self.code = code
    self.detail = detail
    self.field = field
    self.headers = headers
  }

  static func invalid(_ field: String, _ detail: String, status: Int = 422) -> FakeProblem {
    FakeProblem(status: status, code: "invalid_\(field)", detail: detail, field: field)
  }

  /// The error of a request whose path takes only the allowed methods, or none.
  package static func unroutable(_ method: String, _ path: String, allowed: [String]) -> FakeProblem {
    guard !allowed.isEmpty else {
      return FakeProblem(
        status: 404, code: "unknown_route",
        detail: "\(method) \(path) is not a route of this backend. Available: \(FakeRoute.names).")
    }
    let names = allowed.joined(separator: ", ")
    return FakeProblem(
      status: 405, code: "method_not_allowed", detail: "\(path) takes \(names), not \(method).",
      headers: ["Allow": names])
  }

  package var response: HTTPResponse {
    let problem = ProblemDetails(title: code, status: status, detail: detail, code: code, field: field)
    var response = HTTPResponse.json(problem, status: status)
    for (name, value) in headers.fields { response.headers[name] = value }
    response.headers["Content-Type"] = "application/problem+json"
    if status == 401 { response.headers["WWW-Authenticate"] = "Bearer" }
    return response
  }
}

extension HTTPResponse {
  fileprivate static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    guard let body = try? JSONCoding.encode(value) else { return HTTPResponse(status: 500) }
    return HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: body)
  }
}
