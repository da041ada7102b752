import Foundation

/// Sends requests to a server: a real one, the fake one, or one of your own.
public protocol APIClient: Sendable {
  /// Sends a request and decodes the body of its response.
  ///
  /// A client that has no session refuses a request that is authorized by ``APIAuthorization/session``, as
  /// ``APIRequest/encoded()`` does; ``AuthorizedAPIClient`` has one.
  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response
}

/// Requests in one line.
///
/// They are authorized by ``APIAuthorization/sessionIfAvailable``, unless they say otherwise: ``AuthorizedAPIClient`` adds
/// the token of its session, and any other client sends none. With `.session`, a request is never sent by a client that
/// has no session.
extension APIClient {
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
    path: String, query: [URLQueryItem] = [], authorization: APIAuthorization = .sessionIfAvailable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.get, path, query: query, authorization: authorization))
  }

  /// Sends a POST request with a JSON body.
  public func post<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable, authorization: APIAuthorization = .sessionIfAvailable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.post, path, body: body, authorization: authorization))
  }

  /// Sends a POST request with a JSON body and ignores the body of the response.
  public func post(
    path: String, body: some Encodable & Sendable, authorization: APIAuthorization = .sessionIfAvailable
  ) async throws(APIError) {
    _ = try await send(APIRequest<EmptyResponse>(.post, path, body: body, authorization: authorization))
  }

  /// Sends a PUT request with a JSON body.
  public func put<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable, authorization: APIAuthorization = .sessionIfAvailable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.put, path, body: body, authorization: authorization))
  }

  /// Sends a PATCH request with a JSON body.
  public func patch<Response: Decodable & Sendable>(
    path: String, body: some Encodable & Sendable, authorization: APIAuthorization = .sessionIfAvailable
  ) async throws(APIError) -> Response {
    try await send(APIRequest(.patch, path, body: body, authorization: authorization))
  }

  /// Sends a DELETE request and ignores the body of the response.
  public func delete(path: String, authorization: APIAuthorization = .sessionIfAvailable) async throws(APIError) {
    _ = try await send(APIRequest<EmptyResponse>(.delete, path, authorization: authorization))
  }
}
