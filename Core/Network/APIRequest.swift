import Foundation

/// A call to the server and what it answers with.
///
/// A feature's repository makes these; an ``APIClient`` sends them. Nothing in it is encoded yet.
/// It prints its method and path only, as ``HTTPRequest`` does.
public struct APIRequest<Response: Decodable & Sendable>: Sendable, Redacted {
  /// The verb.
  public var method: HTTPMethod
  /// The path, percent-encoded, such as `/v1/login`.
  public var path: String
  /// The query, not encoded.
  public var query: [URLQueryItem]
  /// Header fields beyond those that every call has.
  public var headers: HTTPHeaders
  /// What to send as JSON, if anything.
  public var body: (any Encodable & Sendable)?
  /// In whose name the call is made.
  public var authorization: APIAuthorization

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - method: The verb.
  ///   - path: The path, percent-encoded.
  ///   - query: The query, not encoded.
  ///   - headers: Header fields beyond those that every call has.
  ///   - body: What to send as JSON, if anything.
  ///   - authorization: In whose name the call is made.
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

  /// The call in bytes, as every client sends it.
  ///
  /// - Returns: The request with `Accept`, and with `Content-Type` and `Authorization` where they apply.
  /// - Throws: ``APIError/requestFailed(_:)`` with ``RequestFailure/unusableRequest(reason:)`` where the body has no
  ///   JSON.
  public func encoded() throws(APIError) -> HTTPRequest {
    var request = HTTPRequest(method, path, query: query, headers: headers)
    request.headers["Accept"] = "application/json"
    if case .bearer(let token) = authorization {
      request.headers["Authorization"] = "Bearer \(token.rawValue)"
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

  /// Shows method and path.
  public var visibleFields: [(label: String, value: String)] { [("method", method.rawValue), ("path", path)] }
}

/// In whose name a call is made.
public enum APIAuthorization: Sendable, Equatable {
  /// In the name of whoever is signed in; ``AuthorizedAPIClient`` adds the token.
  case session
  /// In nobody's name: login and sign-up.
  case anonymous
  /// In the name of the holder of this token, whoever is signed in: logout, and restoring a session.
  case bearer(AccessToken)
}
