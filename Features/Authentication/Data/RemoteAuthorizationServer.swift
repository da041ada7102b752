import Core
import Foundation

/// An OAuth 2 authorization server, at which an app signs users in with an authorization code and PKCE.
///
/// It hands its tokens to the app: use them as a session where the app’s own server accepts them, or make it an
/// ``IdentityProvider`` with ``IdentityProvider/oauth(id:server:browser:)``.
public struct RemoteAuthorizationServer: Sendable {
  private let configuration: OAuthConfiguration
  private let client: @Sendable (URL) -> any APIClient

  /// Creates a server; `client` returns a client for an origin, such as `https://accounts.example.com`.
  public init(_ configuration: OAuthConfiguration, client: @escaping @Sendable (URL) -> any APIClient) {
    self.configuration = configuration
    self.client = client
  }

  /// Creates a server from its document at `/.well-known/openid-configuration`.
  ///
  /// `issuer` is the server’s name for itself, without a slash at the end unless it has one there.
  public static func discover(
    issuer: URL, clientID: String, redirectURL: URL, scopes: [String],
    client: @escaping @Sendable (URL) -> any APIClient
  ) async throws(OAuthError) -> RemoteAuthorizationServer {
    let name = issuer.absoluteString
    let path = (name.last == "/" ? "" : "/") + ".well-known/openid-configuration"
    guard let place = URL(string: name + path) else { throw .failed(.insecure(issuer)) }
    let document: DiscoveryResponse
    do throws(APIError) {
      document = try await send(.get, to: place, through: client)
    } catch {
      throw OAuthError(error)
    }
    guard document.issuer == name else {
      throw .failed(.decodingFailed(reason: "The issuer of the discovery document is another one."))
    }
    let configuration = OAuthConfiguration(
      authorizationEndpoint: document.authorizationEndpoint, tokenEndpoint: document.tokenEndpoint,
      revocationEndpoint: document.revocationEndpoint, issuer: name, clientID: clientID, redirectURL: redirectURL,
      scopes: scopes)
    return RemoteAuthorizationServer(configuration, client: client)
  }

  /// Signs in: shows the server’s page in a browser and exchanges the code of its callback for tokens.
  public func signIn(browser: OAuthBrowser) async throws(OAuthError) -> OAuthTokens {
    let request = request()
    let callback = try await browser(try request.url())
    return try await tokens(for: try request.code(from: callback), of: request)
  }

  /// Returns new tokens for a refresh token, as the `SessionRefresh` of an `AuthorizedAPIClient` does.
  ///
  /// Only the error `invalid_grant` is a refusal: the refresh token is used, expired or revoked.
  public func refresh(_ token: Secret) async throws(SessionRefreshError) -> SessionTokens {
    do throws(APIError) {
      let response = try await tokens(["grant_type": "refresh_token", "refresh_token": token.rawValue])
      return SessionTokens(accessToken: response.accessToken, refreshToken: response.refreshToken)
    } catch {
      throw OAuthRefusal(error)?.error == "invalid_grant" ? .refused : .failed(error)
    }
  }

  /// Revokes the tokens of a session, for sign-out; does nothing where the server has no endpoint for it.
  public func revoke(_ token: Secret) async throws(OAuthError) {
    guard let endpoint = configuration.revocationEndpoint else { return }
    let form = form(["token": token.rawValue])
    do throws(APIError) {
      let _: EmptyResponse = try await Self.send(.post, to: endpoint, form: form, through: client)
    } catch {
      throw OAuthError(error)
    }
  }

  /// Creates a sign-in request, for a caller that opens the browser by itself.
  package func request() -> OAuthRequest { OAuthRequest(configuration) }

  /// Exchanges a code for tokens.
  package func tokens(for code: String, of request: OAuthRequest) async throws(OAuthError) -> OAuthTokens {
    let response: OAuthTokenResponse
    do throws(APIError) {
      response = try await tokens([
        "grant_type": "authorization_code", "code": code, "redirect_uri": configuration.redirectURL.absoluteString,
        "code_verifier": request.verifier.rawValue,
      ])
    } catch {
      throw OAuthError(error)
    }
    return OAuthTokens(
      accessToken: response.accessToken, refreshToken: response.refreshToken,
      identityToken: try request.checked(response.identityToken))
  }

  private func tokens(_ fields: KeyValuePairs<String, String>) async throws(APIError) -> OAuthTokenResponse {
    let response: OAuthTokenResponse = try await Self.send(
      .post, to: configuration.tokenEndpoint, form: form(fields), through: client)
    guard response.tokenType.lowercased() == "bearer" else {
      throw .decodingFailed(reason: "The token is not a bearer token.")
    }
    return response
  }

  /// The fields of a form, with the identifier of the app and its secret.
  private func form(_ fields: KeyValuePairs<String, String>) -> [URLQueryItem] {
    fields.map { URLQueryItem(name: $0.key, value: $0.value) }
      + [URLQueryItem(name: "client_id", value: configuration.clientID)]
      + (configuration.clientSecret.map { [URLQueryItem(name: "client_secret", value: $0.rawValue)] } ?? [])
  }

  private static func send<Response: Decodable & Sendable>(
    _ method: HTTPMethod, to endpoint: URL, form: [URLQueryItem]? = nil,
    through client: @Sendable (URL) -> any APIClient
  ) async throws(APIError) -> Response {
    guard let origin = endpoint.origin else { throw .insecure(endpoint) }
    let query = URLComponents(url: endpoint, resolvingAgainstBaseURL: true)?.queryItems ?? []
    let request = APIRequest<Response>(
      method, endpoint.path(), query: query, body: form.map { APIBody.form($0) }, authorization: .anonymous)
    return try await client(origin).send(request)
  }
}

extension IdentityProvider {
  /// Returns an authorization server as a provider.
  ///
  /// The app’s server gets the identity token, or the access token where `openid` is not among the scopes.
  public static func oauth(
    id: String, server: RemoteAuthorizationServer, browser: @escaping OAuthBrowser
  ) -> IdentityProvider {
    IdentityProvider(id: id) { () async throws(AuthError) -> Secret in
      do throws(OAuthError) {
        let tokens = try await server.signIn(browser: browser)
        return tokens.identityToken ?? tokens.accessToken
      } catch {
        throw AuthError(error)
      }
    }
  }
}

extension OAuthRefusal {
  /// Creates the refusal that a response contains, or `nil` where it contains none.
  fileprivate init?(_ error: APIError) {
    guard
      case .invalidResponse(let response) = error, let refusal = try? JSONCoding.decode(Self.self, from: response.body)
    else { return nil }
    self = refusal
  }
}

extension OAuthError {
  fileprivate init(_ error: APIError) {
    self = error == .cancelled ? .cancelled : OAuthRefusal(error).map { .refused($0) } ?? .failed(error)
  }
}

/// The response of a token endpoint.
private struct OAuthTokenResponse: Decodable {
  let accessToken: Secret
  let tokenType: String
  let refreshToken: Secret?
  let identityToken: Secret?

  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case tokenType = "token_type"
    case refreshToken = "refresh_token"
    case identityToken = "id_token"
  }
}

/// The document of OpenID Connect Discovery.
private struct DiscoveryResponse: Decodable {
  let issuer: String
  let authorizationEndpoint: URL
  let tokenEndpoint: URL
  let revocationEndpoint: URL?

  private enum CodingKeys: String, CodingKey {
    case issuer
    case authorizationEndpoint = "authorization_endpoint"
    case tokenEndpoint = "token_endpoint"
    case revocationEndpoint = "revocation_endpoint"
  }
}
