import Core
import CoreTesting
import Foundation
import Synchronization

/// A server that issues new tokens at each sign-in and refresh.
///
/// It accepts the newest refresh token of a session only or, where `isLenient`, those that are as new as the last one used.
final class RotatingTokens: APIClient {
  private struct Numbers {
    var (newest, used) = (0, 0)
  }

  private struct State {
    var opened = 0
    var sessions: [Int: Numbers] = [:]
    /// The session of each token, and the number of the refresh that issued it.
    var issued: [Secret: (session: Int, number: Int)] = [:]

    func accepts(_ token: Secret, _ isLenient: Bool) -> Bool {
      guard let (id, number) = issued[token], let session = sessions[id] else { return false }
      return isLenient ? number >= session.used : number == session.newest
    }

    mutating func issue(_ session: Int, _ number: Int) -> Secret {
      let token = Secret(UUID().uuidString)
      issued[token] = (session, number)
      return token
    }
  }

  static let user = User(id: "user-1", name: "Taro", email: "taro@example.com")

  private let isLenient: Bool
  private let state = Mutex(State())

  init(isLenient: Bool) {
    self.isLenient = isLenient
  }

  /// Opens a session, as a sign-in does.
  func open() -> StoredSession {
    let token = state.withLock { state in
      state.opened += 1
      state.sessions[state.opened] = Numbers()
      return state.issue(state.opened, 0)
    }
    return StoredSession(user: Self.user, accessToken: token, refreshToken: token)
  }

  /// Returns whether a refresh with the token of a session would be accepted.
  func accepts(_ session: StoredSession) -> Bool {
    session.refreshToken.map { token in state.withLock { $0.accepts(token, isLenient) } } ?? false
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
      state.withLock { state in
        guard let (id, number) = state.issued[token], var session = state.sessions[id] else { return }
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
    state.withLock { state in
      guard let (id, number) = state.issued[token], var session = state.sessions[id], state.accepts(token, isLenient)
      else { return nil }
      session.newest += 1
      session.used = max(session.used, number)
      state.sessions[id] = session
      let token = state.issue(id, session.newest)
      return SessionTokens(accessToken: token, refreshToken: token)
    }
  }
}

extension HeldResponse {
  /// The token of a request has expired.
  static let unauthorized = failed("401", .invalidResponse(InvalidResponse(statusCode: 401)))
}
