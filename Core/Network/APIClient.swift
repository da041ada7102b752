import Foundation

/// Sends requests to a server: a real one, the fake one, or one of your own.
public protocol APIClient: Sendable {
  /// Sends a request and decodes the body of the response.
  func response<Body: Decodable & Sendable>(
    to request: APIRequest<Body>
  ) async throws(APIError) -> APIResponse<Body>
}

/// A decoded response with its header fields.
public struct APIResponse<Body: Sendable>: Sendable {
  /// The decoded body.
  public let body: Body
  /// The header fields, such as `Link` or `ETag`.
  public let headers: HTTPHeaders

  /// Creates a response.
  public init(body: Body, headers: HTTPHeaders = [:]) {
    self.body = body
    self.headers = headers
  }
}

extension APIClient {
  /// Sends a request and returns the body of the response.
  public func send<Body: Decodable & Sendable>(_ request: APIRequest<Body>) async throws(APIError) -> Body {
    try await response(to: request).body
  }

  /// Sends a request and translates its failure into the error of a feature.
  ///
  /// `refusal` returns what a status other than 2xx means to this request in particular, or `nil`.
  public func send<Response: Decodable & Sendable, Failure: FeatureError>(
    _ request: APIRequest<Response>, orThrow: Failure.Type, refusal: (InvalidResponse) -> Failure? = { _ in nil }
  ) async throws(Failure) -> Response {
    do throws(APIError) {
      return try await send(request)
    } catch {
      throw Failure(error, refusal: refusal)
    }
  }

  /// Sends a GET request; the path is percent-encoded, the query is not.
  public func get<Response: Decodable & Sendable>(
    path: String, query: [URLQueryItem] = []
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.get, path, query: query))
  }

  /// Sends a POST request with a JSON body.
  public func post<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.post, path, body: body))
  }

  /// Sends a POST request with a JSON body and ignores the body of the response.
  public func post(path: String, body: some Encodable & Sendable) async throws(APIError) {
    _ = try await send(APIRequest<EmptyResponse>(.post, path, body: body))
  }

  /// Sends a PUT request with a JSON body.
  public func put<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.put, path, body: body))
  }

  /// Sends a PATCH request with a JSON body.
  public func patch<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.patch, path, body: body))
  }

  /// Sends a DELETE request and ignores the body of the response.
  public func delete(path: String) async throws(APIError) {
    _ = try await send(APIRequest<EmptyResponse>(.delete, path))
  }
}
