/// Authorizes requests with the access token of the current session.
///
/// A 401 gets the session new tokens, once for all the requests that wait for them, and each request is repeated once.
/// Where the server refuses that too, the session ends. Requests that carry an authorization of their own pass through.
public struct AuthorizedAPIClient: APIClient {
  private let client: any APIClient
  private let session: Session
  private let refresh: SessionRefresh

  /// Creates a client that sends through another one, to which a refresh is `POST /v1/refresh` of the built-in contract.
  public init(wrapping client: any APIClient, session: Session) {
    self.init(wrapping: client, session: session) { token throws(SessionRefreshError) in
      let request = APIRequest<TokenResponse>(
        .post, "/v1/refresh", body: RefreshRequest(token), authorization: .anonymous)
      do throws(APIError) {
        return try await client.send(request).tokens
      } catch .invalidResponse(let response) where response.problem?.code == "account_deleted" {
        throw .accountDeleted
      } catch .invalidResponse(let response)
        where response.statusCode == 401 || response.problem?.code == "unauthorized"
      {
        throw .refused
      } catch {
        throw .failed(error)
      }
    }
  }

  /// Creates a client that sends through another one, for a server with its own way to refresh tokens.
  public init(wrapping client: any APIClient, session: Session, refresh: @escaping SessionRefresh) {
    self.client = client
    self.session = session
    self.refresh = refresh
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
    var result = await result(of: request, in: current)
    if let current, case .failure(.invalidResponse(let response)) = result, response.statusCode == 401 {
      do throws(APIError) {
        if let renewed = try await session.refresh(current, of: generation, with: refresh) {
          result = await self.result(of: request, in: renewed)
        }
      } catch {
        result = .failure(error)
      }
    }
    guard session.generation == generation else { throw .cancelled }
    return try result.get()
  }

  private func result<Response: Decodable & Sendable>(
    of request: APIRequest<Response>, in session: StoredSession?
  ) async -> Result<Response, APIError> {
    var authorized = request
    authorized.authorization = session?.accessToken.map { .bearer($0) } ?? .anonymous
    do throws(APIError) {
      return .success(try await client.send(authorized))
    } catch {
      return .failure(error)
    }
  }
}

/// Gets new tokens from the server for the refresh token of a session.
public typealias SessionRefresh = @Sendable (RefreshToken) async throws(SessionRefreshError) -> SessionTokens

/// The tokens that the server issues at a refresh.
public struct SessionTokens: Sendable, Hashable, Redacted {
  /// The new access token.
  public let accessToken: AccessToken
  /// The refresh token from now on; `nil` where the one that was sent stays valid.
  public let refreshToken: RefreshToken?

  /// Creates tokens.
  public init(accessToken: AccessToken, refreshToken: RefreshToken?) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
  }
}

/// The reason why there are no new tokens.
public enum SessionRefreshError: Error, Sendable, Hashable {
  /// The server refuses the refresh token, which ends the session.
  case refused
  /// The account of the session has been deleted, which ends the session and removes what the device keeps of the user.
  case accountDeleted
  /// The server was not reached or failed; the session stays.
  case failed(APIError)

  /// What the failure means to the request that needed the tokens.
  ///
  /// A status such as 404 has a meaning of its own to that request, which did not cause it.
  var failure: APIError? {
    switch self {
    case .refused, .accountDeleted: nil
    case .failed(.invalidResponse(let response)) where response.statusCode != 429 && response.statusCode < 500:
      .decodingFailed(reason: "The server answered \(response.statusCode) instead of new tokens.")
    case .failed(let error): error
    }
  }
}
