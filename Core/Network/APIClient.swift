import Foundation

/// What sends calls to a server: the real one, the fake one, or one of your own.
public protocol APIClient: Sendable {
  /// Sends a call and reads its answer.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer.
  /// - Throws: ``APIError``, which says what happened.
  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response
}

extension APIClient {
  /// Reads.
  ///
  /// - Parameters:
  ///   - path: The path, percent-encoded.
  ///   - query: The query, not encoded.
  /// - Returns: The answer.
  /// - Throws: ``APIError``, which says what happened.
  public func get<Response: Decodable & Sendable>(
    path: String, query: [URLQueryItem] = []
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.get, path, query: query))
  }

  /// Makes something.
  ///
  /// - Parameters:
  ///   - path: The path, percent-encoded.
  ///   - body: What to send as JSON.
  /// - Returns: The answer.
  /// - Throws: ``APIError``, which says what happened.
  public func post<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.post, path, body: body))
  }

  /// Makes something and expects no answer but success.
  ///
  /// - Parameters:
  ///   - path: The path, percent-encoded.
  ///   - body: What to send as JSON.
  /// - Throws: ``APIError``, which says what happened.
  public func post(path: String, body: some Encodable & Sendable) async throws(APIError) {
    _ = try await send(APIRequest<EmptyResponse>(.post, path, body: body))
  }

  /// Puts something in its place.
  ///
  /// - Parameters:
  ///   - path: The path, percent-encoded.
  ///   - body: What to send as JSON.
  /// - Returns: The answer.
  /// - Throws: ``APIError``, which says what happened.
  public func put<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.put, path, body: body))
  }

  /// Changes a part.
  ///
  /// - Parameters:
  ///   - path: The path, percent-encoded.
  ///   - body: What to send as JSON.
  /// - Returns: The answer.
  /// - Throws: ``APIError``, which says what happened.
  public func patch<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.patch, path, body: body))
  }

  /// Takes something away.
  ///
  /// - Parameter path: The path, percent-encoded.
  /// - Throws: ``APIError``, which says what happened.
  public func delete(path: String) async throws(APIError) {
    _ = try await send(APIRequest<EmptyResponse>(.delete, path))
  }
}
