import Foundation

/// A request and the type of its response.
///
/// A repository creates it; an ``APIClient`` encodes and sends it.
public struct APIRequest<Response: Decodable & Sendable>: Sendable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The path, percent-encoded, such as `/v1/login`; `HTTPRequest.percentEncoded(_:)` encodes a part of it.
  public var path: String
  /// The query, not percent-encoded.
  @Unprinted public var query: [URLQueryItem]
  /// The header fields beyond those that every request has.
  public var headers: HTTPHeaders
  /// The body, if there is one.
  public var body: APIBody?
  /// How the request is authorized.
  public var authorization: APIAuthorization

  /// Creates a request, whose body is sent as JSON.
  public init(
    _ method: HTTPMethod, _ path: String, query: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: (any Encodable & Sendable)? = nil, authorization: APIAuthorization = .session
  ) {
    self.init(
      method, path, query: query, headers: headers, body: body.map { APIBody.json($0) }, authorization: authorization)
  }

  /// Creates a request with a body of any kind.
  public init(
    _ method: HTTPMethod, _ path: String, query: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: APIBody?, authorization: APIAuthorization = .session
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.authorization = authorization
  }

  /// Returns the bytes to send, with `Accept` and where needed `Content-Type` and `Authorization`.
  ///
  /// Throws ``RequestFailure/unusableRequest(reason:)`` where the body has no JSON, and where the request needs a session
  /// but was sent by a client that has none.
  public func encoded() throws(APIError) -> HTTPRequest {
    var request = HTTPRequest(method, path, query: query, headers: headers)
    request.headers["Accept"] = "application/json"
    switch authorization {
    case .anonymous, .sessionIfAvailable:
      break
    case .token(let token, let scheme):
      request.headers[scheme.field] = scheme.prefix + token.rawValue
    case .session:
      throw .requestFailed(
        .unusableRequest(
          reason: "\(method.rawValue) \(path) needs a session. Send it through AuthorizedAPIClient, or as .anonymous."))
    }
    switch body {
    case .json(let value):
      request.headers["Content-Type"] = "application/json"
      do {
        request.body = try JSONCoding.encode(value)
      } catch {
        throw .requestFailed(.unusableRequest(reason: "The body of \(method.rawValue) \(path) has no JSON."))
      }
    case .form(let fields):
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      request.body = Data(HTTPRequest.percentEncoded(fields).utf8)
    case .bytes(let bytes, let contentType):
      request.headers["Content-Type"] = contentType
      request.body = bytes
    case nil:
      break
    }
    return request
  }
}

/// The body of a request.
public enum APIBody: Sendable {
  /// A value, encoded as JSON.
  case json(any Encodable & Sendable)
  /// The fields of a form, not percent-encoded, sent as `application/x-www-form-urlencoded`.
  case form([URLQueryItem])
  /// Bytes, with their `Content-Type`.
  case bytes(Data, contentType: String)
}

extension APIBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Dots.
  public var description: String { "•••" }

  /// Dots.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension APIBody {
  /// Creates a form of fields, sorted by name; a value that is `nil` is left out.
  public static func form(_ fields: [String: String?]) -> APIBody {
    .form(
      fields.sorted { $0.key < $1.key }.compactMap { field in
        field.value.map { URLQueryItem(name: field.key, value: $0) }
      })
  }
}

/// How a request is authorized.
public enum APIAuthorization: Sendable, Hashable {
  /// With the token of the current session, which ``AuthorizedAPIClient`` adds and any other client refuses to do
  /// without.
  case session
  /// With the token of the current session where the client is an ``AuthorizedAPIClient``, otherwise without a token.
  case sessionIfAvailable
  /// Without a token: sign-in, sign-up and public resources.
  case anonymous
  /// With this token, whatever the current session is.
  case token(Secret, AuthorizationScheme)

  /// With this token as `Authorization: Bearer`, whatever the current session is.
  public static func bearer(_ token: Secret) -> APIAuthorization { .token(token, .bearer) }
}

/// How a request carries a token.
public struct AuthorizationScheme: Sendable, Hashable {
  /// The header field.
  let field: String
  /// What stands before the token.
  let prefix: String

  /// `Authorization: Bearer`, as in RFC 6750.
  public static let bearer = AuthorizationScheme.scheme("Bearer")

  /// The token alone in `Authorization`.
  public static let bare = AuthorizationScheme.header("Authorization")

  /// `Authorization` with this word before the token, such as `Token`.
  public static func scheme(_ name: String) -> AuthorizationScheme {
    AuthorizationScheme(field: "Authorization", prefix: "\(name) ")
  }

  /// A cookie, the only one of the request.
  public static func cookie(name: String) -> AuthorizationScheme {
    AuthorizationScheme(field: "Cookie", prefix: "\(name)=")
  }

  /// The token alone in this header field.
  public static func header(_ name: String) -> AuthorizationScheme {
    AuthorizationScheme(field: name, prefix: "")
  }
}

/// A response without content: any body decodes as this.
public struct EmptyResponse: Codable, Sendable, Hashable {
  /// Creates the response.
  public init() {}
}
