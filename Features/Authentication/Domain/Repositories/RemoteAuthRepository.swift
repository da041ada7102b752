import Core

/// Signs in at the server of the built-in contract, and writes the `Session`.
public struct RemoteAuthRepository: AuthRepository {
  private let client: any APIClient
  private let session: Session

  /// Makes a repository.
  ///
  /// - Parameters:
  ///   - client: The client that sends. It need not add a token: these calls carry their own.
  ///   - session: Who is signed in.
  public init(client: any APIClient, session: Session) {
    self.client = client
    self.session = session
  }

  /// Sends `POST /v1/login`.
  ///
  /// - Parameters:
  ///   - email: The address.
  ///   - pass: The password.
  /// - Returns: Who is signed in now.
  /// - Throws: ``AuthError/invalidCredentials`` for a 401 or 403, and what any call throws.
  public func login(email: String, pass: String) async throws(AuthError) -> User {
    try await open(.post, "/v1/login", body: LoginRequest(email: email, pass: pass)) { response in
      [401, 403].contains(response.statusCode) ? .invalidCredentials : nil
    }
  }

  /// Sends `POST /v1/login/{provider}`.
  ///
  /// - Parameters:
  ///   - provider: The provider's identifier.
  ///   - token: What the provider vouched with.
  /// - Returns: Who is signed in now.
  /// - Throws: ``AuthError/notAuthorized`` for a 401 or 403, ``AuthError/noAccount`` for a 404, and what any call
  ///   throws.
  public func login(provider: String, token: AccessToken) async throws(AuthError) -> User {
    let path = "/v1/login/\(HTTPRequest.percentEncoded(provider))"
    return try await open(.post, path, body: IdentityTokenRequest(token: token.rawValue)) { response in
      switch response.statusCode {
      case 401, 403: .notAuthorized
      case 404: .noAccount
      default: nil
      }
    }
  }

  /// Sends `POST /v1/signup`.
  ///
  /// - Parameters:
  ///   - email: The address.
  ///   - pass: The password.
  /// - Returns: Who is signed in now.
  /// - Throws: ``AuthError/emailAlreadyInUse`` for a 409, ``AuthError/invalidEmail`` or ``AuthError/weakPassword`` for
  ///   a 422 with that field, and what any call throws.
  public func signUp(email: String, pass: String) async throws(AuthError) -> User {
    try await open(.post, "/v1/signup", body: LoginRequest(email: email, pass: pass)) { response in
      switch (response.statusCode, response.problem?.field) {
      case (409, _): .emailAlreadyInUse
      case (422, "email"): .invalidEmail
      case (422, "pass"): .weakPassword
      default: nil
      }
    }
  }

  /// Reads what an earlier launch left.
  ///
  /// - Returns: Who was signed in.
  public func storedSession() async -> RecalledSession {
    do throws(SessionStorageError) {
      return try await session.stored().map { .user($0.user) } ?? .none
    } catch {
      return .damaged
    }
  }

  /// Asks `GET /v1/me` with the stored token.
  ///
  /// - Returns: Who is signed in now; the user as last known where the server gave no usable answer; `nil` where it
  ///   answered 401 or 403.
  /// - Throws: ``AuthError/cancelled`` where it no longer counts.
  public func restore() async throws(AuthError) -> User? {
    let generation = session.generation
    guard let stored = try? await session.stored() else { return nil }
    let record: StoredSession
    do throws(APIError) {
      let response = try await client.send(
        APIRequest<UserResponse>(.get, "/v1/me", authorization: stored.token.map { .bearer($0) } ?? .anonymous))
      record = StoredSession(user: response.user, token: stored.token)
    } catch {
      switch error {
      case .cancelled:
        throw .cancelled
      case .invalidResponse(let response) where [401, 403].contains(response.statusCode):
        _ = await session.end(generation)
        return nil
      case .requestFailed, .invalidResponse, .decodingFailed, .sessionEnded:
        record = stored
      }
    }
    return try await begin(record, in: generation)
  }

  /// Forgets the session, then sends `POST /v1/logout` in its name.
  ///
  /// - Throws: ``AuthError`` where the server did not hear of it. A 401 is no failure: the server has no such session.
  public func logout() async throws(AuthError) {
    guard let record = await session.end() else { return }
    try await close(record)
  }

  /// Forgets the session.
  public func endSession() async {
    await session.end()
  }
}

extension RemoteAuthRepository {
  private func open(
    _ method: HTTPMethod, _ path: String, body: some Encodable & Sendable,
    refusal: (InvalidResponse) -> AuthError?
  ) async throws(AuthError) -> User {
    let generation = session.generation
    let response: UserResponse
    do throws(APIError) {
      response = try await client.send(APIRequest(method, path, body: body, authorization: .anonymous))
    } catch {
      throw AuthError(error, refusal: refusal)
    }
    return try await begin(StoredSession(user: response.user, token: response.token), in: generation)
  }

  /// Signs in, or closes the session that nobody waits for any more.
  private func begin(
    _ record: StoredSession, in generation: Session.Generation
  ) async throws(AuthError) -> User {
    guard await session.begin(record, in: generation) else {
      try? await close(record)
      throw .cancelled
    }
    return record.user
  }

  private func close(_ record: StoredSession) async throws(AuthError) {
    do throws(APIError) {
      _ = try await client.send(
        APIRequest<EmptyResponse>(
          .post, "/v1/logout", body: EmptyRequestBody(),
          authorization: record.token.map { .bearer($0) } ?? .anonymous))
    } catch {
      if case .invalidResponse(let response) = error, response.statusCode == 401 { return }
      throw AuthError(error)
    }
  }
}
