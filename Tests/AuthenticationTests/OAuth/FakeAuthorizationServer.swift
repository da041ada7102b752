import Authentication
import Core
import Foundation
import Synchronization
import TestSupport
import Testing

/// An authorization server in memory, with a user who allows every app.
final class FakeAuthorizationServer: APIClient {
  private struct State {
    var codes: [String: (challenge: String, nonce: String?)] = [:]
    var refreshTokens: Set = ["refresh-0"]
    var issued = 0
    var forms: [String] = []
  }

  static let issuer = "https://id.example.com/realm"
  private let state = Mutex(State())
  let origins = Log<URL>()

  /// The response of the next request in place of the server’s own.
  let override = Mutex<Result<HTTPResponse, APIError>?>(nil)
  /// Changes the claims of identity tokens.
  let claims = Mutex<[String: String]>([:])
  let rotates: Bool

  init(rotates: Bool = true) {
    self.rotates = rotates
  }

  /// The paths and forms of the requests so far, without what is random.
  var forms: [String] { state.withLock { $0.forms } }

  func configuration(_ scopes: [String] = ["openid", "email"]) throws -> OAuthConfiguration {
    OAuthConfiguration(
      authorizationEndpoint: try url("https://id.example.com/authorize?prompt=login%20consent"),
      tokenEndpoint: try url("https://token.example.com:8443/oauth/token/?v=2"),
      revocationEndpoint: try url("https://id.example.com/revoke"), issuer: Self.issuer,
      clientID: "focal app", redirectURL: try url("com.example.focal+a:/callback"), scopes: scopes)
  }

  func server(_ configuration: OAuthConfiguration? = nil) throws -> RemoteAuthorizationServer {
    RemoteAuthorizationServer(try configuration ?? self.configuration()) { origin in
      self.origins.append(origin)
      return self
    }
  }

  /// The browser: signs the user in and returns the callback.
  @Sendable func browse(_ url: URL) async throws(OAuthError) -> URL {
    let fields = Self.fields(url.query(percentEncoded: true) ?? "")
    let code = state.withLock { state in
      state.issued += 1
      state.codes["code-\(state.issued)"] = (fields["code_challenge"] ?? "", fields["nonce"])
      return "code-\(state.issued)"
    }
    let query = "?code=\(code)&state=\(fields["state"] ?? "")&iss=https%3A%2F%2Fid.example.com%2Frealm"
    return URL(string: (fields["redirect_uri"] ?? "") + query) ?? url
  }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let request = try request.encoded()
    let result = override.withLock { override in
      defer { override = nil }
      return override
    }
    return try await (result?.get() ?? respond(to: request)).decoded()
  }

  private func respond(to request: HTTPRequest) -> HTTPResponse {
    let form = Self.fields(String(decoding: request.body, as: UTF8.self))
    return state.withLock { state in
      let shown = form.filter { $0.key != "code_verifier" }.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      state.forms.append("\(request.method.rawValue) \(request.target) \(shown.joined(separator: "&"))")
      switch (request.path, form["grant_type"]) {
      case ("/oauth/token/", "authorization_code"):
        guard
          let code = form["code"], let (challenge, nonce) = state.codes.removeValue(forKey: code),
          OAuthRequest.challenge(of: form["code_verifier"] ?? "") == challenge
        else { return .refusal("invalid_grant") }
        return tokens(&state, nonce: nonce)
      case ("/oauth/token/", "refresh_token"):
        guard let token = form["refresh_token"], state.refreshTokens.contains(token) else {
          return .refusal("invalid_grant")
        }
        if rotates { state.refreshTokens.remove(token) }
        return tokens(&state, nonce: nil)
      case ("/revoke", _): return HTTPResponse(status: 200)
      case ("/realm/.well-known/openid-configuration", _):
        return .json([
          "issuer": Self.issuer, "authorization_endpoint": "https://id.example.com/authorize",
          "token_endpoint": "https://token.example.com:8443/oauth/token/",
          "revocation_endpoint": "https://id.example.com/revoke",
        ])
      default: return HTTPResponse(status: 404)
      }
    }
  }

  private func tokens(_ state: inout State, nonce: String?) -> HTTPResponse {
    state.issued += 1
    var tokens = ["access_token": "access-\(state.issued)", "token_type": "bearer"]
    if rotates {
      tokens["refresh_token"] = "refresh-\(state.issued)"
      state.refreshTokens.insert("refresh-\(state.issued)")
    }
    let claims = ["iss": Self.issuer, "aud": "focal app", "nonce": nonce ?? "none", "sub": "???>>>"]
      .merging(self.claims.withLock { $0 }) { _, new in new }
    tokens["id_token"] = Self.token(claims)
    return .json(tokens)
  }

  /// A JSON Web Token with these claims.
  static func token(_ claims: some Encodable) -> String {
    let json = (try? JSONCoding.encode(claims)) ?? Data()
    let payload = json.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
    return "header.\(payload).signature"
  }

  static func fields(_ query: String) -> [String: String] {
    let pairs = query.split(separator: "&").map { pair in
      pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
        $0.removingPercentEncoding ?? ""
      }
    }
    return Dictionary(pairs.map { ($0[0], $0[1]) }) { first, _ in first }
  }
}

extension HTTPResponse {
  static func json(status: Int = 200, _ fields: [String: String]) -> HTTPResponse {
    HTTPResponse(status: status, body: (try? JSONCoding.encode(fields)) ?? Data())
  }

  static func refusal(_ code: String) -> HTTPResponse {
    .json(status: 400, ["error": code, "error_description": "secret-description"])
  }
}

func url(_ text: String) throws -> URL {
  try #require(URL(string: text))
}
