/// Authorizes requests with the access token of the current session.
///
/// A refused token gets the session new ones, once for all the requests that wait for them, and each request is repeated
/// with them once. Where the server refuses the refresh, the session ends; where it refuses the new tokens, the request
/// fails. Requests that carry an authorization of their own pass through.
public struct AuthorizedAPIClient: APIClient {
  private let client: any APIClient
  private let session: Session
  private let scheme: AuthorizationScheme
  private let refuses: @Sendable (InvalidResponse) -> Bool
  private let needsRefresh: @Sendable (StoredSession) -> Bool
  private let refresh: SessionRefresh?

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

  /// Creates a client that sends through another one, for a server with its own tokens.
  ///
  /// `scheme` is how a request carries the access token. `refuses` returns whether a response refuses it; a 401 by
  /// default. `refresh` exchanges the refresh token; with `nil`, and for a session without a refresh token, a refused
  /// access token ends the session. `needsRefresh` returns whether that is due before a request, for a server that
  /// answers an expired token as it answers a guest.
  public init(
    wrapping client: any APIClient, session: Session, scheme: AuthorizationScheme = .bearer,
    refuses: @escaping @Sendable (InvalidResponse) -> Bool = { $0.statusCode == 401 },
    needsRefresh: @escaping @Sendable (StoredSession) -> Bool = { _ in false }, refresh: SessionRefresh?
  ) {
    self.client = client
    self.session = session
    self.scheme = scheme
    self.refuses = refuses
    self.needsRefresh = needsRefresh
    self.refresh = refresh
  }

  /// Sends a request in the current session.
  ///
  /// Throws ``APIError/cancelled`` where the session ended before the response arrived, or because of it, so that no
  /// response reaches another user.
  public func response<Body: Decodable & Sendable>(
    to request: APIRequest<Body>
  ) async throws(APIError) -> APIResponse<Body> {
    guard request.authorization == .session else { return try await client.response(to: request) }
    var (current, generation) = session.snapshot
    if let due = current, needsRefresh(due) {
      // Where the server cannot be reached, the token may still be valid.
      current = (try? await session.refresh(due, of: generation, with: refresh))?.session ?? due
      guard session.generation == generation else { throw .cancelled }
    }
    var result = await result(of: request, in: current)
    // Tokens that another process has got may have expired since; they are then refreshed in their turn.
    for _ in 1...2 {
      guard let refused = current, case .failure(.invalidResponse(let response)) = result, refuses(response) else {
        break
      }
      do throws(APIError) {
        guard let renewed = try await session.refresh(refused, of: generation, with: refresh) else { break }
        current = renewed.session
        result = await self.result(of: request, in: current)
        if renewed.isNew { break }
      } catch {
        result = .failure(error)
        break
      }
    }
    guard session.generation == generation else { throw .cancelled }
    return try result.get()
  }

  /// Ends a session at the server, which this device has closed or never opened.
  ///
  /// The request carries the token of that session. A response that refuses the token is a success, and returned: the
  /// server has no such session any more.
  @discardableResult
  public func end(
    _ closed: StoredSession, with request: APIRequest<EmptyResponse>
  ) async throws(APIError) -> InvalidResponse? {
    switch await result(of: request, in: closed) {
    case .success: return nil
    case .failure(.invalidResponse(let response)) where refuses(response): return response
    case .failure(let error): throw error
    }
  }

  private func result<Body: Decodable & Sendable>(
    of request: APIRequest<Body>, in session: StoredSession?
  ) async -> Result<APIResponse<Body>, APIError> {
    var authorized = request
    authorized.authorization = session?.accessToken.map { .token($0, scheme) } ?? .anonymous
    do throws(APIError) {
      return .success(try await client.response(to: authorized))
    } catch {
      return .failure(error)
    }
  }
}

/// Gets new tokens from the server for the refresh token of a session.
///
/// Where a server exchanges the access token itself, that is the refresh token too.
public typealias SessionRefresh = @Sendable (Secret) async throws(SessionRefreshError) -> SessionTokens

/// The tokens that the server issues at a refresh.
public struct SessionTokens: Sendable, Hashable {
  /// The new access token.
  public let accessToken: Secret
  /// The refresh token from now on; `nil` where the one that was sent stays valid.
  public let refreshToken: Secret?
  /// The user of the tokens, which are refused where that is another one; `nil` where the server does not say it.
  public let userID: User.ID?

  /// Creates tokens.
  public init(accessToken: Secret, refreshToken: Secret?, userID: User.ID? = nil) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.userID = userID
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
