import Core
import CoreTesting
import Synchronization

/// A server that issues new tokens at each sign-in and refresh.
///
/// It accepts the newest refresh token of a session only or, where `isLenient`, those that are as new as the last one used.
final class RotatingTokens: APIClient {
  private struct Numbers {
    var (newest, used) = (0, 0)
  }

  static let user = User(id: "user-1", name: "Taro", email: "taro@example.com")

  private let isLenient: Bool
  private let state = Mutex((opened: 0, sessions: [String: Numbers]()))

  init(isLenient: Bool) {
    self.isLenient = isLenient
  }

  /// Opens a session, as a sign-in does.
  func open() -> StoredSession {
    state.withLock { state in
      state.opened += 1
      state.sessions["\(state.opened)"] = Numbers()
      return Self.session(with: "\(state.opened) 0")
    }
  }

  /// Returns whether a refresh with the token of a session would be accepted.
  func accepts(_ session: StoredSession) -> Bool {
    let (id, number) = Self.parts(session.refreshToken)
    return state.withLock { accepts(number, $0.sessions[id]) }
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    guard let response = response(to: request) as? Response else {
      throw .invalidResponse(InvalidResponse(statusCode: 401))
    }
    return response
  }

  private func response<Response>(to request: APIRequest<Response>) -> (any Sendable)? {
    switch (request.authorization, request.body) {
    case (_, .json(let body as RefreshRequest)):
      return refresh(body.refreshToken).map(TokenResponse.init)
    case (.token(let token, _), _):
      let (id, number) = Self.parts(token)
      state.withLock { state in
        guard var session = state.sessions[id] else { return }
        session.used = max(session.used, number)
        state.sessions[id] = request.path == "/v1/logout" ? nil : session
      }
      return request.path == "/v1/logout" ? EmptyResponse() : ListsResponse([])
    default:
      let session = open()
      return UserResponse(session.user, accessToken: session.accessToken, refreshToken: session.refreshToken)
    }
  }

  private func refresh(_ token: Secret) -> SessionTokens? {
    let (id, number) = Self.parts(token)
    return state.withLock { state in
      guard var session = state.sessions[id], accepts(number, session) else { return nil }
      session.newest += 1
      session.used = max(session.used, number)
      state.sessions[id] = session
      let token = Secret("\(id) \(session.newest)")
      return SessionTokens(accessToken: token, refreshToken: token)
    }
  }

  private func accepts(_ number: Int, _ session: Numbers?) -> Bool {
    session.map { isLenient ? number >= $0.used : number == $0.newest } ?? false
  }

  private static func session(with token: String) -> StoredSession {
    StoredSession(user: user, accessToken: Secret(token), refreshToken: Secret(token))
  }

  /// A token is the number of its session, and that of the refresh that issued it.
  private static func parts(_ token: Secret?) -> (id: String, number: Int) {
    let parts = (token?.rawValue ?? "").split(separator: " ").map(String.init)
    return parts.count == 2 ? (parts[0], Int(parts[1]) ?? 0) : ("", 0)
  }
}

extension HeldResponse {
  /// The token of a request has expired.
  static let unauthorized = failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
}
