/// Authorizes requests with the token of the current session.
///
/// A 401 ends the session once, however many requests were waiting. Requests that carry an authorization of their own
/// pass through.
public struct AuthorizedAPIClient: APIClient {
  private let client: any APIClient
  private let session: Session

  /// Creates a client that sends through another one.
  public init(wrapping client: any APIClient, session: Session) {
    self.client = client
    self.session = session
  }

  /// Sends a request in the current session.
  ///
  /// Throws ``APIError/cancelled`` where the session ended before the response arrived, or because of it, so that no
  /// response reaches another user.
  public func send<Response: Decodable & Sendable>(
    _ request: APIRequest<Response>
  ) async throws(APIError) -> Response {
    guard request.authorization == .session else { return try await client.send(request) }
    let (current, generation) = session.snapshot
    var authorized = request
    authorized.authorization = current?.accessToken.map { .bearer($0) } ?? .anonymous
    let result: Result<Response, APIError>
    do throws(APIError) {
      result = .success(try await client.send(authorized))
    } catch {
      result = .failure(error)
    }
    if current != nil, case .failure(.invalidResponse(let response)) = result, response.statusCode == 401 {
      await session.end(generation)
    }
    guard session.generation == generation else { throw .cancelled }
    return try result.get()
  }
}
