import Foundation

/// A request and the type of its response.
///
/// A repository creates it; an ``APIClient`` encodes and sends it.
public struct APIRequest<Response: Decodable & Sendable>: Sendable, Redacted {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The path, percent-encoded, such as `/v1/login`.
  public var path: String
  /// The query, not percent-encoded.
  public var query: [URLQueryItem]
  /// The header fields beyond those that every request has.
  public var headers: HTTPHeaders
  /// The body, sent as JSON.
  public var body: (any Encodable & Sendable)?
  /// How the request is authorized.
  public var authorization: APIAuthorization

  /// Creates a request.
  public init(
    _ method: HTTPMethod, _ path: String, query: [URLQueryItem] = [], headers: HTTPHeaders = [:],
    body: (any Encodable & Sendable)? = nil, authorization: APIAuthorization = .session
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
    case .anonymous:
      break
    case .bearer(let token):
      request.headers["Authorization"] = "Bearer \(token.rawValue)"
    case .session:
      throw .requestFailed(
        .unusableRequest(
          reason: "\(method.rawValue) \(path) needs a session. Send it through AuthorizedAPIClient, or as .anonymous."))
    }
    if let body {
      request.headers["Content-Type"] = "application/json"
      do {
        request.body = try JSONCoding.encode(body)
      } catch {
        throw .requestFailed(.unusableRequest(reason: "The body of \(method.rawValue) \(path) has no JSON."))
      }
    }
    return request
  }

  /// The method and the path.
  public var visibleFields: [(label: String, value: String)] { [("method", method.rawValue), ("path", path)] }
}

/// How a request is authorized.
public enum APIAuthorization: Sendable, Hashable {
  /// With the token of the current session, which ``AuthorizedAPIClient`` adds.
  case session
  /// Without a token: sign-in, sign-up and public resources.
  case anonymous
  /// With this token, whatever the current session is: sign-out.
  case bearer(AccessToken)
}

/// A response without content: any body decodes as this.
public struct EmptyResponse: Codable, Sendable, Hashable {
  /// Creates the response.
  public init() {}
}
