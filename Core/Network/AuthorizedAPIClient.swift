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
    self.init(wrapping: client, session: session) { token, key throws(SessionRefreshError) in
      let request = APIRequest<TokenResponse>(
        .post, "/v1/refresh", headers: ["Idempotency-Key": key], body: RefreshRequest(token), authorization: .anonymous)
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
  public func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    guard [.session, .sessionIfAvailable].contains(request.authorization) else { return try await client.send(request) }
    let machine = session.machine
    do throws(APIError) {
      let current = try await refreshed(machine.current, of: machine.generation)
      let response = try await send(request, in: current, of: machine.generation)
      if session.generation == machine.generation { return response }
    } catch {
      if session.generation == machine.generation { throw error }
    }
    throw .cancelled
  }

  /// Refreshes a session whose token is due; where that fails, the token may still be valid.
  private func refreshed(_ current: StoredSession?, of generation: Generation) async throws(APIError) -> StoredSession?
  {
    guard let current, needsRefresh(current) else { return current }
    let refreshed = try? await session.refresh(current, isEarly: true, of: generation, with: refresh)
    guard session.generation == generation else { throw .cancelled }
    return refreshed?.session ?? current
  }

  /// Sends a request, and repeats it where its token is refused and the session gets another one.
  ///
  /// Tokens that another process has got may have expired since, and are refreshed in their turn; `isLast` says that
  /// they have been.
  private func send<Response: Decodable & Sendable>(
    _ request: APIRequest<Response>, in current: StoredSession?, of generation: Generation, isLast: Bool = false
  ) async throws(APIError) -> Response {
    do throws(APIError) {
      return try await client.send(request.authorized(in: current, scheme))
    } catch .invalidResponse(let refusal) where refuses(refusal) {
      guard let current, let renewed = try await session.refresh(current, of: generation, with: refresh) else {
        throw .invalidResponse(refusal)
      }
      let authorized = request.authorized(in: renewed.session, scheme)
      guard !renewed.isNew, !isLast else { return try await client.send(authorized) }
      return try await send(request, in: renewed.session, of: generation, isLast: true)
    }
  }

  /// Ends a session at the server, which this device has closed or never opened.
  ///
  /// The request carries the token of that session. A response that refuses the token is a success, and returned: the
  /// server has no such session any more.
  @discardableResult
  public func end(
    _ closed: StoredSession, with request: APIRequest<EmptyResponse>
  ) async throws(APIError) -> InvalidResponse? {
    do throws(APIError) {
      _ = try await client.send(request.authorized(in: closed, scheme))
      return nil
    } catch .invalidResponse(let response) where refuses(response) {
      return response
    }
  }
}

extension APIRequest {
  fileprivate func authorized(in session: StoredSession?, _ scheme: AuthorizationScheme) -> APIRequest {
    var request = self
    request.authorization = session?.accessToken.map { .token($0, scheme) } ?? .anonymous
    return request
  }
}

/// Gets new tokens from the server for the refresh token of a session.
///
/// Where a server exchanges the access token itself, that is the refresh token too. The idempotency key stays the same until
/// the answer is saved, also in a later launch or in another process, as far as the storage keeps it: a server that knows it
/// repeats an answer that was lost, and takes that for no reuse of the token.
public typealias SessionRefresh =
  @Sendable (_ token: Secret, _ idempotencyKey: String) async throws(SessionRefreshError) -> SessionTokens

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
