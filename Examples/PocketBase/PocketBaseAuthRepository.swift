import Authentication
import Core

/// Signs in and out at PocketBase, whose tokens end only where they expire, or the account or its password changes.
struct PocketBaseAuthRepository: AuthRepository {
  let client: AuthorizedAPIClient
  let session: Session

  func login(email: String, pass: String) async throws(AuthError) -> User {
    try await open { () async throws(AuthError) in try await signIn(email, pass) }
  }

  /// Signs in with the authorization code of a provider that the server is configured for.
  ///
  /// An unknown identity has no account: the server would create one, but for the name that is missing.
  func login(provider: String, token: Secret) async throws(AuthError) -> User {
    let body = ["provider": provider, "code": token.rawValue, "codeVerifier": "", "redirectURL": ""]
    let request = APIRequest<TokenRecord>(.post, TokenRecord.providerPath, body: body, authorization: .anonymous)
    return try await open { () async throws(AuthError) in
      try await client.send(request, orThrow: AuthError.self) { response in
        guard [400, 403].contains(response.statusCode) else { return nil }
        return response.refusedFields["username"] == nil ? .notAuthorized : .noAccount
      }.session
    }
  }

  /// Creates an account and signs in to it, also where the response to an earlier attempt was lost.
  func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
    try await open { () async throws(AuthError) in
      let isNew = try await create(email, pass, fields)
      do throws(AuthError) {
        return try await signIn(email, pass)
      } catch {
        throw error == .invalidCredentials && !isNew ? .emailAlreadyInUse : error
      }
    }
  }

  func restore() async throws(SessionStorageError) -> User? {
    try await session.restore()
  }

  func currentUser() async throws(AuthError) -> User {
    try await session.renew { () async throws(AuthError) in
      try await client.send(APIRequest<TokenRecord>(.post, TokenRecord.refreshPath), orThrow: AuthError.self).session
    }
  }

  func logout() async throws(AuthError) {
    _ = await session.close()
  }

  /// Checks the password, which the server does not ask for, then deletes the account.
  func deleteAccount(pass: String) async throws(AuthError) -> User {
    try await session.deleteAccount { () async throws(AuthError) in
      guard let user = session.current?.user else { throw .notAuthorized }
      // In the session, so that a wrong password is told from an account that is gone.
      _ = try await signIn(user.email, pass, authorization: .session)
      _ = try await client.send(
        APIRequest<EmptyResponse>(.delete, Collection.users.path(user.id)), orThrow: AuthError.self)
    }
  }

  /// Opens a session; one that is overtaken needs no end at the server, which has no sign-out.
  private func open(_ signIn: () async throws(AuthError) -> StoredSession) async throws(AuthError) -> User {
    try await session.open(signIn, onOvertaken: { _ async throws(AuthError) in })
  }

  private func signIn(
    _ email: String, _ pass: String, authorization: APIAuthorization = .anonymous
  ) async throws(AuthError) -> StoredSession {
    let request = APIRequest<TokenRecord>(
      .post, TokenRecord.passwordPath, body: ["identity": email, "password": pass], authorization: authorization)
    return try await client.send(request, orThrow: AuthError.self) { response in
      response.statusCode == 400 ? .invalidCredentials : nil
    }.session
  }

  /// Creates an account with the name in the address, or where another user has that, with one made from it; returns
  /// `false` where the address has an account.
  private func create(_ email: String, _ pass: String, _ fields: [String: String]) async throws(AuthError) -> Bool {
    let name = String(email.prefix { $0 != "@" })
    let names = ["name": name, "username": name].merging(fields) { $1 }
    var isNameTaken = false
    do throws(AuthError) {
      return try await create(email, pass, names, isNameTaken: &isNameTaken)
    } catch {
      guard isNameTaken, fields["username"] == nil else { throw error }
      let other = ["username": "\(name)-\(UInt32.random(in: 0 ... .max))"]
      return try await create(email, pass, names.merging(other) { $1 }, isNameTaken: &isNameTaken)
    }
  }

  private func create(
    _ email: String, _ pass: String, _ names: [String: String], isNameTaken: inout Bool
  ) async throws(AuthError) -> Bool {
    let body = names.merging(["email": email, "password": pass, "passwordConfirm": pass]) { $1 }
    let request = APIRequest<EmptyResponse>(.post, Collection.users.path, body: body, authorization: .anonymous)
    do throws(AuthError) {
      _ = try await client.send(request, orThrow: AuthError.self) { response in
        let refused = response.refusedFields
        if let code = refused["email"]?.code {
          return code == "validation_not_unique" ? .emailAlreadyInUse : .invalidEmail
        }
        isNameTaken = refused["username"]?.code == "validation_not_unique"
        return refused["password"] == nil ? response.refusal.map { .rejected(reason: $0) } : .weakPassword
      }
      return true
    } catch {
      guard error == .emailAlreadyInUse else { throw error }
      return false
    }
  }
}
