/// Sends calls in the name of whoever is signed in, through any client.
///
/// It adds the token, and ends the session once when the server no longer accepts it, however many calls were on
/// their way. Login and logout carry their own authorization and pass through.
public struct AuthorizedAPIClient: APIClient {
  private let client: any APIClient
  private let session: Session

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - client: The client that sends.
  ///   - session: Whose token to send.
  public init(wrapping client: any APIClient, session: Session) {
    self.client = client
    self.session = session
  }

  /// Sends a call in the name of whoever is signed in.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer.
  /// - Throws: ``APIError/sessionEnded`` from the one call that found the session refused; ``APIError/cancelled`` from
  ///   every call whose session is over by the time it is answered, so that nobody sees what was meant for somebody
  ///   else; otherwise what the wrapped client throws.
  public func send<Response: Decodable & Sendable>(
    _ request: APIRequest<Response>
  ) async throws(APIError) -> Response {
    guard request.authorization == .session else { return try await client.send(request) }
    let (record, generation) = session.current
    var authorized = request
    authorized.authorization = record?.token.map { .bearer($0) } ?? .anonymous

    let result: Result<Response, APIError>
    do throws(APIError) {
      result = .success(try await client.send(authorized))
    } catch {
      result = .failure(error)
    }
    if record != nil, case .failure(.invalidResponse(let response)) = result, response.statusCode == 401 {
      throw await session.end(generation) ? .sessionEnded : .cancelled
    }
    guard session.generation == generation else { throw .cancelled }
    return try result.get()
  }
}
