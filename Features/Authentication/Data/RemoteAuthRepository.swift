import Core

/// Signs in and out at a server of the built-in contract, and keeps the `Session`.
public struct RemoteAuthRepository: AuthRepository {
  private let client: AuthorizedAPIClient
  private let session: Session
  private let signUpKey = IdempotencyKey<SignUpRequest>()

  /// Creates a repository; the client need not authorize requests.
  public init(client: any APIClient, session: Session) {
    self.client = AuthorizedAPIClient(wrapping: client, session: session)
    self.session = session
  }

  /// Sends `POST /v1/login`; a 401 or 403 is ``AuthError/invalidCredentials``.
  public func login(email: String, pass: String) async throws(AuthError) -> User {
    try await open("/v1/login", body: LoginRequest(email: email, pass: pass)) { response in
      [401, 403].contains(response.statusCode) ? .invalidCredentials : nil
    }
  }

  /// Sends `POST /v1/login/{provider}`; a 401 or 403 is ``AuthError/notAuthorized``, a 404 ``AuthError/noAccount``.
  public func login(provider: String, token: Secret) async throws(AuthError) -> User {
    let path = "/v1/login/\(HTTPRequest.percentEncoded(provider))"
    return try await open(path, body: IdentityTokenRequest(token: token)) { response in
      switch response.statusCode {
      case 401, 403: .notAuthorized
      case 404: .noAccount
      default: nil
      }
    }
  }

  /// Sends `POST /v1/signup`; ``AuthError/emailAlreadyInUse``, ``AuthError/invalidEmail`` and ``AuthError/weakPassword`` are
  /// told by the code of the problem, or its field where it has no code.
  ///
  /// A sign-up that is tried again because its response was lost has the same key, and signs in.
  public func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
    let body = SignUpRequest(email: email, pass: pass, fields: fields)
    let user = try await open(
      "/v1/signup", headers: ["Idempotency-Key": signUpKey.value(for: body)], body: body
    ) { response in
      switch (response.statusCode, response.problem?.kind) {
      case (409, nil), (409, "email"), (409, "email_already_in_use"): .emailAlreadyInUse
      case (422, "email"), (422, "invalid_email"): .invalidEmail
      case (422, "pass"), (422, "weak_password"): .weakPassword
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
    try await session.renew { () async throws(AuthError) -> StoredSession in
      try await client.send(APIRequest<UserResponse>(.get, "/v1/me"), orThrow: AuthError.self).session
    }
  }

  /// Closes the session, then sends `POST /v1/logout` with its token; a 401 is a success, and may say that the account has
  /// been deleted.
  public func logout() async throws(AuthError) {
    if let closed = await session.close() { try await end(closed) }
  }

  /// Sends `DELETE /v1/me`, then ends the session; a 403 about the password is ``AuthError/invalidCredentials``.
  ///
  /// Where the response is lost, the next response to this session says that the account has been deleted.
  public func deleteAccount(pass: String) async throws(AuthError) -> User {
    try await session.deleteAccount { () async throws(AuthError) in
      let request = APIRequest<EmptyResponse>(.delete, "/v1/me", body: DeleteAccountRequest(pass: pass))
      _ = try await client.send(request, orThrow: AuthError.self) { response in
        response.statusCode == 403 && response.problem?.field == "pass" ? .invalidCredentials : nil
      }
    }
  }

  private func open(
    _ path: String, headers: HTTPHeaders = [:], body: some Encodable & Sendable,
    refusal: (InvalidResponse) -> AuthError?
  ) async throws(AuthError) -> User {
    let request = APIRequest<UserResponse>(
      .post, path, headers: headers, body: body, authorization: .anonymous)
    func signIn() async throws(AuthError) -> StoredSession {
      try await client.send(request, orThrow: AuthError.self, refusal: refusal).session
    }
    return try await session.open(signIn, onOvertaken: end)
  }

  private func end(_ closed: StoredSession) async throws(AuthError) {
    do throws(APIError) {
      let refusal = try await client.end(closed, with: APIRequest(.post, "/v1/logout", body: EmptyRequestBody()))
      if refusal?.problem?.code == "account_deleted" { await session.end(deleted: closed.user) }
    } catch {
      throw AuthError(error)
    }
  }
}
