import Core

/// Signs in and out at a server of the built-in contract, and keeps the `Session`.
public struct RemoteAuthRepository: AuthRepository {
  private let client: any APIClient
  private let session: Session
  private let signUpKey = IdempotencyKey<LoginRequest>()

  /// Creates a repository; the client need not authorize requests.
  public init(client: any APIClient, session: Session) {
    self.client = client
    self.session = session
  }

  /// Sends `POST /v1/login`; a 401 or 403 is ``AuthError/invalidCredentials``.
  public func login(email: String, pass: String) async throws(AuthError) -> User {
    try await open("/v1/login", body: LoginRequest(email: email, pass: pass)) { response in
      [401, 403].contains(response.statusCode) ? .invalidCredentials : nil
    }
  }

  /// Sends `POST /v1/login/{provider}`; a 401 or 403 is ``AuthError/notAuthorized``, a 404 ``AuthError/noAccount``.
  public func login(provider: String, token: AccessToken) async throws(AuthError) -> User {
    let path = "/v1/login/\(HTTPRequest.percentEncoded(provider))"
    return try await open(path, body: IdentityTokenRequest(token: token.rawValue)) { response in
      switch response.statusCode {
      case 401, 403: .notAuthorized
      case 404: .noAccount
      default: nil
      }
    }
  }

  /// Sends `POST /v1/signup`; a 409 is ``AuthError/emailAlreadyInUse``, a 422 names the invalid field.
  ///
  /// A sign-up that is tried again because its response was lost has the same key, and signs in.
  public func signUp(email: String, pass: String) async throws(AuthError) -> User {
    let body = LoginRequest(email: email, pass: pass)
    let user = try await open(
      "/v1/signup", headers: ["Idempotency-Key": signUpKey.value(for: body)], body: body
    ) { response in
      switch (response.statusCode, response.problem?.field) {
      case (409, _): .emailAlreadyInUse
      case (422, "email"): .invalidEmail
      case (422, "pass"): .weakPassword
      default: nil
      }
    }
    signUpKey.forget()
    return user
  }

  /// Opens the stored session.
  public func restore() async throws(SessionStorageError) -> User? {
    try await session.restore()
  }

  /// Sends `GET /v1/me` and renews the session with the response; a 401 ends the session.
  public func currentUser() async throws(AuthError) -> User {
    let request = APIRequest<UserResponse>(.get, "/v1/me")
    let client = AuthorizedAPIClient(wrapping: client, session: session)
    let user = try await client.send(request, orThrow: AuthError.self).user
    guard await session.renew(user) else { throw .cancelled }
    return user
  }

  /// Closes the session, then sends `POST /v1/logout` with its token; a 401 is a success, and may say that the account has
  /// been deleted.
  public func logout() async throws(AuthError) {
    guard let closed = await session.close() else { return }
    try await close(closed)
  }

  /// Sends `DELETE /v1/me`, then ends the session; a 403 about the password is ``AuthError/invalidCredentials``.
  ///
  /// Where the response is lost, the next response to this session says that the account has been deleted.
  public func deleteAccount(pass: String) async throws(AuthError) -> User {
    let generation = session.generation
    guard let user = session.current?.user else { throw .notAuthorized }
    let request = APIRequest<EmptyResponse>(.delete, "/v1/me", body: DeleteAccountRequest(pass: pass))
    do throws(AuthError) {
      _ = try await AuthorizedAPIClient(wrapping: client, session: session)
        .send(request, orThrow: AuthError.self) { response in
          response.statusCode == 403 && response.problem?.field == "pass" ? .invalidCredentials : nil
        }
    } catch {
      throw session.generation == generation ? error : .sessionEnded
    }
    await session.end(deleted: user)
    return user
  }

  private func open(
    _ path: String, headers: HTTPHeaders = [:], body: some Encodable & Sendable,
    refusal: (InvalidResponse) -> AuthError?
  ) async throws(AuthError) -> User {
    let request = APIRequest<UserResponse>(
      .post, path, headers: headers, body: body, authorization: .anonymous)
    return try await session.open { () async throws(AuthError) -> StoredSession in
      try await client.send(request, orThrow: AuthError.self, refusal: refusal).session
    } onOvertaken: { overtaken in
      try? await close(overtaken)
    }
  }

  private func close(_ closed: StoredSession) async throws(AuthError) {
    let authorization = closed.accessToken.map { APIAuthorization.bearer($0) } ?? .anonymous
    let request = APIRequest<EmptyResponse>(
      .post, "/v1/logout", body: EmptyRequestBody(), authorization: authorization)
    do throws(APIError) {
      _ = try await client.send(request)
    } catch .invalidResponse(let response) where response.statusCode == 401 {
      // The server has no such session any more.
      if response.problem?.code == "account_deleted" { await session.end(deleted: closed.user) }
    } catch {
      throw AuthError(error)
    }
  }
}
