import Core
import ExampleApp
import Foundation

/// A server that runs PocketBase with the collections of `pb_migrations`.
public enum PocketBaseServer {
  /// Creates the repositories; the client need not authorize requests.
  public static func repositories(client: any APIClient, session: Session) -> AppRepositories {
    let authorized = authorized(client, session: session)
    return AppRepositories(
      auth: PocketBaseAuthRepository(client: authorized, session: session),
      feed: PocketBaseFeedRepository(client: authorized, session: session),
      profile: PocketBaseProfileRepository(client: authorized, session: session))
  }

  /// Returns whether a request exchanges the token of a session for a new one.
  public static func isRefresh(path: String) -> Bool { path == TokenRecord.refreshPath }

  /// Returns a client that authorizes requests and exchanges a token on its last day.
  ///
  /// PocketBase exchanges a token while it is valid only, so that the access token is the refresh token too.
  static func authorized(_ client: any APIClient, session: Session) -> AuthorizedAPIClient {
    AuthorizedAPIClient(
      wrapping: TokenCheckingClient(client: client), session: session, scheme: .bare,
      needsRefresh: { stored in
        guard let expiry = stored.accessToken?.expiry else { return false }
        return expiry.timeIntervalSinceNow < 86_400
      },
      refresh: { token, _ throws(SessionRefreshError) in
        let request = APIRequest<TokenRecord>(
          .post, TokenRecord.refreshPath, authorization: .token(token, .bare))
        do throws(APIError) {
          return try await client.send(request).tokens
        } catch .invalidResponse(let response) where response.statusCode == 401 {
          throw .refused
        } catch {
          throw .failed(error)
        }
      })
  }
}

/// A response that could be that to a guest.
protocol GuestReadable {
  var isForGuest: Bool { get }
}

/// Turns what PocketBase answers to a refused token into a 401.
///
/// PocketBase handles such a request as that of a guest, for whom lists are empty and records do not exist. Taken
/// literally, an ended session would be an empty timeline. So each response that a guest could get counts only after the
/// server has accepted the token elsewhere.
struct TokenCheckingClient: APIClient {
  let client: any APIClient

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    do throws(APIError) {
      let response = try await client.send(request)
      if let read = response as? any GuestReadable, read.isForGuest { try await check(request.authorization) }
      return response
    } catch .invalidResponse(let response) where [400, 403, 404].contains(response.statusCode) {
      try await check(request.authorization)
      throw .invalidResponse(response)
    }
  }

  private func check(_ authorization: APIAuthorization) async throws(APIError) {
    guard authorization != .anonymous else { return }
    _ = try await client.send(
      APIRequest<EmptyResponse>(.post, TokenRecord.refreshPath, authorization: authorization))
  }
}

extension Secret {
  /// The expiry of a JSON Web Token.
  var expiry: Date? {
    struct Claims: Decodable {
      let exp: TimeInterval
    }
    let parts = rawValue.split(separator: ".")
    guard parts.count == 3 else { return nil }
    let base64 = parts[1].replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let claims = Data(base64Encoded: base64 + padding) else { return nil }
    return (try? JSONCoding.decode(Claims.self, from: claims)).map { Date(timeIntervalSince1970: $0.exp) }
  }
}
