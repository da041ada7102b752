import Core
import Foundation

/// An app as registered with an OAuth 2 authorization server, and the endpoints of the server.
public struct OAuthConfiguration: Sendable, Hashable {
  /// The page on which the user signs in; its query, such as `prompt=consent`, is kept.
  public var authorizationEndpoint: URL
  /// The URL that returns tokens for a code or a refresh token.
  public var tokenEndpoint: URL
  /// The URL that revokes tokens (RFC 7009), where the server has one.
  public var revocationEndpoint: URL?
  /// The name that the server gives itself in identity tokens and callbacks; with `nil` it is not compared.
  public var issuer: String?
  /// The identifier of the app.
  public var clientID: String
  /// The secret that the server issued at the registration and requires with the tokens, where it does.
  public var clientSecret: Secret?
  /// The URL to which the browser returns.
  public var redirectURL: URL
  /// The requested scopes; with `openid` the server must return an identity token.
  public var scopes: [String]

  /// Creates a configuration; endpoints need `https`, or `http` on this machine.
  public init(
    authorizationEndpoint: URL, tokenEndpoint: URL, revocationEndpoint: URL? = nil, issuer: String? = nil,
    clientID: String, clientSecret: Secret? = nil, redirectURL: URL, scopes: [String]
  ) {
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.redirectURL = redirectURL
    self.scopes = scopes
  }
}

/// Shows a URL in a browser and returns the callback’s URL.
///
/// Throws ``OAuthError/cancelled`` where the user closes the browser.
public typealias OAuthBrowser = @Sendable (URL) async throws(OAuthError) -> URL

/// The tokens that an authorization server issued.
public struct OAuthTokens: Sendable, Hashable {
  /// The token that authorizes requests.
  public let accessToken: Secret
  /// The token for the next ``RemoteAuthorizationServer/refresh(_:)``, where the server issues one.
  public let refreshToken: Secret?
  /// The identity token of OpenID Connect, where `openid` is among the scopes.
  public let identityToken: Secret?
}

/// An error of an OAuth sign-in or revocation.
public enum OAuthError: Error, Sendable, Hashable {
  /// The user backed out or denied the app access, or the task was cancelled.
  case cancelled
  /// The browser did not return in time.
  case timedOut
  /// The callback belongs to another sign-in.
  case stateMismatch
  /// The callback cannot be interpreted; the reason names no value.
  case malformedCallback(reason: String)
  /// The server refused, for example with `invalid_grant` for a code that is used or expired.
  case refused(OAuthRefusal)
  /// The identity token is missing, or not for this sign-in.
  case invalidIdentityToken(reason: String)
  /// There was no response, or one that is not of OAuth.
  case failed(APIError)
}

/// An error response of an authorization server (RFC 6749, sections 4.1.2.1 and 5.2).
public struct OAuthRefusal: Decodable, Sendable, Hashable {
  /// The code, such as `invalid_grant`.
  public let error: String
  /// An explanation for a developer, which may repeat what was sent.
  public let errorDescription: Secret?

  private enum CodingKeys: String, CodingKey {
    case error
    case errorDescription = "error_description"
  }

  /// Creates an error response.
  public init(error: String, errorDescription: Secret? = nil) {
    self.error = error
    self.errorDescription = errorDescription
  }
}

extension AuthError {
  /// Creates the error that a failed OAuth sign-in means.
  public init(_ error: OAuthError) {
    switch error {
    case .cancelled: self = .cancelled
    case .timedOut: self = .serverError(reason: "The browser did not return in time.")
    case .stateMismatch: self = .serverError(reason: "The callback belongs to another sign-in.")
    case .malformedCallback(let reason), .invalidIdentityToken(let reason): self = .serverError(reason: reason)
    case .refused(let refusal) where refusal.error == "invalid_grant": self = .notAuthorized
    case .refused(let refusal):
      self = .serverError(reason: "The authorization server refused the sign-in: \(refusal.error).")
    case .failed(let error): self.init(error)
    }
  }
}

/// One authorization request with PKCE (RFC 7636), and the checks of what it returns.
package struct OAuthRequest: Sendable {
  private let configuration: OAuthConfiguration
  package let state = Secret(Self.random())
  package let verifier = Secret(Self.random())
  private let nonce: Secret?

  package init(_ configuration: OAuthConfiguration) {
    self.configuration = configuration
    nonce = configuration.scopes.contains("openid") ? Secret(Self.random()) : nil
  }

  /// Returns the URL to open in a browser.
  package func url() throws(OAuthError) -> URL {
    let endpoint = configuration.authorizationEndpoint
    let scope = configuration.scopes.joined(separator: " ")
    let fields = [
      ("response_type", "code"), ("client_id", configuration.clientID),
      ("redirect_uri", configuration.redirectURL.absoluteString), ("scope", scope.isEmpty ? nil : scope),
      ("state", state.rawValue), ("code_challenge", Self.challenge(of: verifier.rawValue)),
      ("code_challenge_method", "S256"), ("nonce", nonce?.rawValue),
    ].compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
    var components = URLComponents(url: endpoint, resolvingAgainstBaseURL: true)
    components?.percentEncodedQuery = [endpoint.query(percentEncoded: true), HTTPRequest.percentEncoded(fields)]
      .compactMap(\.self).joined(separator: "&")
    guard endpoint.origin != nil, let url = components?.url else { throw .failed(.insecure(endpoint)) }
    return url
  }

  /// Returns the code of a callback.
  package func code(from callback: URL) throws(OAuthError) -> String {
    let items = URLComponents(url: callback, resolvingAgainstBaseURL: true)?.percentEncodedQueryItems ?? []
    func value(_ name: String) throws(OAuthError) -> String? {
      let values = items.filter { $0.name == name }
      guard values.count <= 1 else { throw .malformedCallback(reason: "The callback has more than one \(name).") }
      // A callback is encoded like a form, in which a plus sign is a space.
      return values.first?.value?.replacing("+", with: " ").removingPercentEncoding
    }
    guard try value("state") == state.rawValue else { throw .stateMismatch }
    if let expected = configuration.issuer, let issuer = try value("iss"), issuer != expected {
      throw .malformedCallback(reason: "The callback comes from another issuer.")
    }
    if let error = try value("error") {
      if error == "access_denied" { throw .cancelled }
      throw .refused(OAuthRefusal(error: error, errorDescription: try value("error_description").map(Secret.init)))
    }
    guard let code = try value("code"), !code.isEmpty else {
      throw .malformedCallback(reason: "The callback has neither a code nor an error.")
    }
    return code
  }

  /// Returns the identity token that the token endpoint returned for this request, if it is valid; `nil` where the request
  /// asked for none, so that it cannot be checked.
  package func checked(_ identityToken: Secret?) throws(OAuthError) -> Secret? {
    guard let nonce else { return nil }
    guard let identityToken else { throw .invalidIdentityToken(reason: "There is no identity token.") }
    // The signature is not checked, since the token comes from the server itself over TLS (OpenID Connect Core,
    // section 3.1.3.7). The expiry is not checked either: the nonce proves that the token is new, and a device’s clock
    // may be wrong.
    let claims = try IdentityClaims(of: identityToken)
    guard claims.nonce == nonce.rawValue else {
      throw .invalidIdentityToken(reason: "The nonce of the identity token is wrong.")
    }
    guard claims.audience.contains(configuration.clientID) else {
      throw .invalidIdentityToken(reason: "The identity token is for another app.")
    }
    guard claims.issuer == configuration.issuer ?? claims.issuer else {
      throw .invalidIdentityToken(reason: "The identity token comes from another issuer.")
    }
    return identityToken
  }

  /// Returns the challenge of a verifier by the method S256.
  package static func challenge(of verifier: String) -> String {
    base64URL(SHA256.digest(of: verifier.utf8))
  }

  /// Returns 256 random bits.
  package static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  private static func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}

/// The claims of an identity token that concern a sign-in.
package struct IdentityClaims: Decodable {
  let issuer: String
  let audience: [String]
  package let nonce: String?

  private enum CodingKeys: String, CodingKey {
    case issuer = "iss"
    case audience = "aud"
    case nonce
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    issuer = try container.decode(String.self, forKey: .issuer)
    let list = try? container.decode([String].self, forKey: .audience)
    audience = try list ?? [container.decode(String.self, forKey: .audience)]
    nonce = try container.decodeIfPresent(String.self, forKey: .nonce)
  }

  /// Decodes the claims of a JSON Web Token.
  package init(of token: Secret) throws(OAuthError) {
    let parts = token.rawValue.split(separator: ".", omittingEmptySubsequences: false)
    let text = parts.dropFirst().first?.replacing("-", with: "+").replacing("_", with: "/") ?? ""
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    guard
      parts.count == 3, let data = Data(base64Encoded: text + padding),
      let claims = try? JSONCoding.decode(Self.self, from: data)
    else { throw .invalidIdentityToken(reason: "The identity token cannot be decoded.") }
    self = claims
  }
}

extension APIError {
  /// The error of an endpoint that codes and tokens must not be sent to.
  static func insecure(_ endpoint: URL) -> APIError {
    let place = "\(endpoint.scheme ?? "")://\(endpoint.host() ?? "")\(endpoint.path())"
    return .requestFailed(.unusableRequest(reason: "The endpoint \(place) needs https."))
  }
}

extension URL {
  /// The scheme, host and port of an endpoint; `nil` where it has neither TLS nor is on this machine.
  var origin: URL? {
    guard
      var components = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let scheme = components.scheme?.lowercased(), let host = components.host, !host.isEmpty,
      scheme == "https" || scheme == "http" && ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host)
    else { return nil }
    components.path = ""
    components.query = nil
    components.fragment = nil
    return components.url
  }
}
