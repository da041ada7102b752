import Authentication
import Core
import ExampleApp
import Foundation

/// A server of the Mastodon network: Mastodon, GoToSocial, Akkoma, and others with this API.
public enum MastodonServer {
  static let scopes = "read write"

  /// Returns the repositories of a server, whose client need not authorize requests.
  ///
  /// `app` returns the registration that the app has kept for this server, or a new one.
  public static func repositories(
    client: any APIClient, session: Session, app: @escaping @Sendable () async throws(APIError) -> MastodonApp
  ) -> AppRepositories {
    // Tokens here do not expire, and a 401 may come from elsewhere: the server is asked whether the token is still good.
    let authorized = AuthorizedAPIClient(wrapping: client, session: session) {
      (_, _) async throws(SessionRefreshError) -> SessionTokens in
      guard let token = session.current?.accessToken else { throw .refused }
      do throws(APIError) {
        _ = try await client.send(.credentials(.bearer(token)))
      } catch .invalidResponse(let response) where response.statusCode == 401 {
        throw .refused
      } catch {
        throw .failed(error)
      }
      return SessionTokens(accessToken: token, refreshToken: nil)
    }
    return AppRepositories(
      auth: MastodonAuthRepository(client: authorized, session: session, app: app),
      feed: MastodonFeedRepository(client: authorized), profile: MastodonProfileRepository(client: authorized))
  }

  /// Returns whether a request asks whether the token of a session is still good.
  public static func isRefresh(path: String) -> Bool { path == APIRequest<AccountResponse>.credentials().path }

  /// Registers an app at a server; keep what it returns as long as the app is installed.
  public static func register(
    _ name: String, redirectURL: URL, client: any APIClient
  ) async throws(APIError) -> MastodonApp {
    let form = ["client_name": name, "redirect_uris": redirectURL.absoluteString, "scopes": scopes]
    return try await client.send(APIRequest(.post, "/api/v1/apps", body: .form(form), authorization: .anonymous))
  }

  /// Returns a server as an identity provider, at which the user signs in with a browser.
  public static func provider(
    _ id: String, at server: URL, client: any APIClient,
    app: @escaping @Sendable () async throws(APIError) -> MastodonApp, browser: @escaping OAuthBrowser
  ) -> IdentityProvider {
    IdentityProvider(id: id) { () async throws(AuthError) -> Secret in
      let app = try await registration(app)
      let configuration = OAuthConfiguration(
        authorizationEndpoint: server.appending(path: "oauth/authorize"),
        tokenEndpoint: server.appending(path: "oauth/token"), clientID: app.clientID, clientSecret: app.clientSecret,
        redirectURL: app.redirectURL, scopes: [scopes])
      let authorization = RemoteAuthorizationServer(configuration) { _ in client }
      return try await IdentityProvider.oauth(id: id, server: authorization, browser: browser).authorize()
    }
  }

  static func registration(
    _ app: @Sendable () async throws(APIError) -> MastodonApp
  ) async throws(AuthError) -> MastodonApp {
    do throws(APIError) { return try await app() } catch { throw AuthError(error) }
  }
}

/// The registration of an app at a server.
public struct MastodonApp: Codable, Sendable, Hashable {
  let clientID: String
  let clientSecret: Secret
  let redirectURL: URL

  private enum CodingKeys: String, CodingKey {
    case clientID = "client_id"
    case clientSecret = "client_secret"
    case redirectURL = "redirect_uri"
  }

  var credentials: [String: String] { ["client_id": clientID, "client_secret": clientSecret.rawValue] }
}

extension APIRequest where Response == AccountResponse {
  /// Reads the account of a token.
  static func credentials(_ authorization: APIAuthorization = .session) -> APIRequest<AccountResponse> {
    APIRequest(.get, "/api/v1/accounts/verify_credentials", authorization: authorization)
  }
}
