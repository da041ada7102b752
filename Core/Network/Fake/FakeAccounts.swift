import Foundation

/// The accounts and sessions of a ``FakeBackend``.
struct FakeAccounts: FakeService {
  static let routes: [FakeRoute<FakeAccounts>] = [
    FakeRoute(.post, "/v1/login") { accounts, call throws(FakeProblem) in
      let account = try accounts.account(for: try call.body(as: LoginRequest.self))
      return HTTPResponse(json: accounts.openSession(for: account))
    },
    FakeRoute(.post, "/v1/login/{provider}") { accounts, call throws(FakeProblem) in
      let token = try call.body(as: IdentityTokenRequest.self).token
      let account = try accounts.account(of: call.placeholders["provider"], token: token)
      return HTTPResponse(json: accounts.openSession(for: account))
    },
    FakeRoute(.post, "/v1/signup") { accounts, call throws(FakeProblem) in
      let key = try call.idempotencyKey()
      let account = try accounts.signUp(try call.body(as: LoginRequest.self), key: key)
      return HTTPResponse(status: 201, json: accounts.openSession(for: account))
    },
    FakeRoute(.post, "/v1/refresh") { accounts, call throws(FakeProblem) in
      let token = try call.body(as: RefreshRequest.self).refreshToken
      return HTTPResponse(json: TokenResponse(try accounts.refresh(token, key: try call.idempotencyKey())))
    },
    FakeRoute(.post, "/v1/logout") { accounts, call throws(FakeProblem) in
      try accounts.endSession(token: call.token)
      return HTTPResponse(status: 204)
    },
    FakeRoute(.get, "/v1/me") { accounts, call throws(FakeProblem) in
      let account = try accounts.account(token: call.token)
      return HTTPResponse(json: UserResponse(accounts.user(account)))
    },
    FakeRoute(.delete, "/v1/me") { accounts, call throws(FakeProblem) in
      let pass = try call.body(as: DeleteAccountRequest.self).pass
      do throws(FakeProblem) {
        try accounts.deleteAccount(token: call.token, pass: pass)
      } catch {
        // The response to an earlier request was lost.
        guard error == .accountDeleted else { throw error }
      }
      return HTTPResponse(status: 204)
    },
  ]

  private struct FailedLogins {
    var count = 0
    var lockedUntil: Date?
  }

  /// A session of an account, whose tokens are numbered by the refresh that issued them.
  private struct OpenSession {
    let account: FakeAccount
    var isAccountDeleted = false
    var refreshes = 0
    /// The refresh tokens that no token of a later refresh has replaced in use.
    var unreplaced: [(number: Int, token: Secret)] = []
    /// The last refresh that had an idempotency key.
    var lastRefresh: (token: Secret, key: String, answer: SessionTokens)?
  }

  private struct IssuedToken {
    let session: Int
    let number: Int
    /// When an access token expires, or when a refresh token was replaced in use.
    var end: Date?
  }

  /// The maximum size of an email address in bytes, as in RFC 5321.
  private static let maximumEmailSize = 254

  /// The account that the last request deleted, until it is removed from every service.
  var deleted: FakeAccount?
  private let configuration: FakeConfiguration
  // Keyed by lowercased email address, as the next two are.
  private var accounts: [String: FakeAccount] = [:]
  private var signedUp: RecentValues<String, FakeAccount>
  private var failedLogins: RecentValues<String, FailedLogins>
  /// The addresses that signed up, by the idempotency key of the request.
  private var signUpKeys: RecentValues<String, String>
  private var signUpCount = 0
  private var lastLogins: RecentValues<String, Date>
  private var sessionCount = 0
  private var sessions: RecentValues<Int, OpenSession>
  private var accessTokens: RecentValues<Secret, IssuedToken>
  private var refreshTokens: RecentValues<Secret, IssuedToken>
  private var tokenGenerator: SeededGenerator?

  init(_ configuration: FakeConfiguration) {
    self.configuration = configuration
    signedUp = RecentValues(limit: configuration.remembered)
    signUpKeys = RecentValues(limit: configuration.remembered)
    failedLogins = RecentValues(limit: configuration.remembered)
    lastLogins = RecentValues(limit: configuration.remembered)
    sessions = RecentValues(limit: configuration.remembered)
    accessTokens = RecentValues(limit: configuration.remembered)
    refreshTokens = RecentValues(limit: configuration.remembered)
    tokenGenerator = configuration.tokenSeed.map { SeededGenerator(seed: $0) }
    for account in configuration.accounts { accounts[account.email.lowercased()] = account }
    for session in configuration.sessions { keepOpen(session) }
  }

  /// Opens a session with the tokens that it has, unless they are known.
  mutating func keepOpen(_ session: StoredSession) {
    guard let account = account(for: session.user.email) else { return }
    let (access, refresh) = (session.accessToken, session.refreshToken)
    guard access.flatMap({ accessTokens[$0] }) == nil, refresh.flatMap({ refreshTokens[$0] }) == nil else { return }
    issue(access, refresh, in: open(account))
    lastLogins[account.id] = session.user.lastLoginDate
  }

  private func account(for email: String) -> FakeAccount? {
    accounts[email.lowercased()] ?? signedUp[email.lowercased()]
  }

  mutating func account(for request: LoginRequest) throws(FakeProblem) -> FakeAccount {
    let wrong = FakeProblem(status: 401, code: "invalid_credentials", detail: "Wrong email address or password.")
    // Failures are counted for addresses that may have an account only, so that what is kept is small.
    guard request.email.utf8.count <= Self.maximumEmailSize else { throw wrong }
    let key = request.email.lowercased()
    let now = configuration.now()
    if let lockedUntil = failedLogins[key]?.lockedUntil {
      let seconds = Int(lockedUntil.timeIntervalSince(now).rounded(.up))
      guard seconds <= 0 else { throw .locked(seconds: seconds) }
      failedLogins[key] = nil
    }
    if let account = account(for: key), account.password == request.pass {
      failedLogins[key] = nil
      return account
    }
    var failed = failedLogins[key] ?? FailedLogins()
    failed.count += 1
    let isLocked = failed.count >= configuration.failuresBeforeLock
    if isLocked { failed.lockedUntil = now.addingTimeInterval(TimeInterval(configuration.lockSeconds)) }
    failedLogins[key] = failed
    guard !isLocked else { throw .locked(seconds: configuration.lockSeconds) }
    throw wrong
  }

  func account(of provider: String?, token: Secret) throws(FakeProblem) -> FakeAccount {
    guard let identity = configuration.identities.first(where: { $0.provider == provider && $0.token == token }) else {
      throw FakeProblem(status: 401, code: "not_authorized", detail: "The provider does not know this token.")
    }
    guard let account = account(for: identity.email) else {
      throw FakeProblem(status: 404, code: "no_account", detail: "This identity has no account.")
    }
    return account
  }

  /// Creates an account, or returns the one that an earlier request with the same key and credentials has created.
  mutating func signUp(_ request: LoginRequest, key: String?) throws(FakeProblem) -> FakeAccount {
    guard let email = EmailAddress(request.email)?.text, email.utf8.count <= Self.maximumEmailSize else {
      throw .invalid("email", "It is not an email address.")
    }
    let pass = request.pass.rawValue
    guard pass.count >= 6 else {
      throw FakeProblem(
        status: 422, code: "weak_password", detail: "A password has 6 characters or more.", field: "pass")
    }
    guard pass.utf8.count <= 1_024 else { throw .invalid("pass", "A password has 1024 bytes or less.") }
    if let account = account(for: email) {
      if let key, signUpKeys[key] == account.email, account.password == request.pass { return account }
      throw FakeProblem(status: 409, code: "email_already_in_use", detail: "The email address has an account.")
    }
    let account = FakeAccount(
      id: nextID(), name: String(email.prefix { $0 != "@" }), email: email, password: request.pass)
    signedUp[email.lowercased()] = account
    if let key { signUpKeys[key] = account.email }
    return account
  }

  private mutating func nextID() -> String {
    repeat {
      signUpCount += 1
    } while configuration.accounts.contains { $0.id == "user-\(configuration.accounts.count + signUpCount)" }
    return "user-\(configuration.accounts.count + signUpCount)"
  }

  mutating func openSession(for account: FakeAccount) -> UserResponse {
    let (access, refresh) = (makeToken(), makeToken())
    issue(access, refresh, in: open(account))
    lastLogins[account.id] = configuration.now()
    return UserResponse(user(account), accessToken: access, refreshToken: refresh)
  }

  /// The account that a token was issued to.
  mutating func account(token: Secret?) throws(FakeProblem) -> FakeAccount {
    guard let token = token.flatMap({ accessTokens[$0] }), let session = sessions[token.session] else {
      throw .unauthorized("This call needs an access token.")
    }
    guard !session.isAccountDeleted else { throw .accountDeleted }
    if let end = token.end, configuration.now() >= end { throw .unauthorized("The access token has expired.") }
    noteUse(of: token)
    return session.account
  }

  /// Exchanges a refresh token, which is then used up.
  ///
  /// The answer may be lost on its way: a token that is used up counts until one of those that it was exchanged for has
  /// been used, and for a short grace after. Later, or at once where there is no grace, it is taken for stolen and ends the
  /// session; but the last request with the same key has the same answer again.
  mutating func refresh(_ token: Secret, key: String? = nil) throws(FakeProblem) -> SessionTokens {
    guard let issued = refreshTokens[token], let session = sessions[issued.session] else {
      throw .unauthorized("The refresh token is not valid.")
    }
    guard !session.isAccountDeleted else { throw .accountDeleted }
    if let last = session.lastRefresh, last.token == token, last.key == key { return last.answer }
    let (now, grace) = (configuration.now(), configuration.reuseGraceSeconds)
    if let end = issued.end, grace.map({ now > end.addingTimeInterval(TimeInterval($0)) }) ?? true {
      sessions[issued.session] = nil
      throw .unauthorized("The refresh token was used before.")
    }
    noteUse(of: issued)
    sessions[issued.session]?.refreshes += 1
    let (access, refresh) = (makeToken(), makeToken())
    issue(access, refresh, in: issued.session)
    if grace == nil { refreshTokens[token]?.end = now }
    let answer = SessionTokens(accessToken: access, refreshToken: refresh, userID: session.account.id)
    if let key { sessions[issued.session]?.lastRefresh = (token, key, answer) }
    return answer
  }

  private mutating func open(_ account: FakeAccount) -> Int {
    sessionCount += 1
    sessions[sessionCount] = OpenSession(account: account)
    return sessionCount
  }

  private mutating func issue(_ access: Secret?, _ refresh: Secret?, in session: Int) {
    let number = sessions[session]?.refreshes ?? 0
    if let access {
      let expiry = configuration.accessTokenSeconds.map { configuration.now().addingTimeInterval(TimeInterval($0)) }
      accessTokens[access] = IssuedToken(session: session, number: number, end: expiry)
    }
    if let refresh {
      refreshTokens[refresh] = IssuedToken(session: session, number: number)
      sessions[session]?.unreplaced.append((number, refresh))
    }
  }

  private mutating func noteUse(of token: IssuedToken) {
    let now = configuration.now()
    for (number, replaced) in sessions[token.session]?.unreplaced ?? [] where number < token.number {
      refreshTokens[replaced]?.end = now
    }
    sessions[token.session]?.unreplaced.removeAll { $0.number < token.number }
  }

  private mutating func makeToken() -> Secret {
    // An identifier of 122 random bits, which an exploration tells from other values.
    guard var generator = tokenGenerator else { return Secret(UUID().uuidString) }
    defer { tokenGenerator = generator }
    return Secret([generator.next(), generator.next()].map { String($0, radix: 36) }.joined())
  }

  /// Ends the session of a token, which may have expired.
  mutating func endSession(token: Secret?) throws(FakeProblem) {
    guard let token = token.flatMap({ accessTokens[$0] }), let session = sessions[token.session] else {
      throw .unauthorized("This call needs an access token.")
    }
    guard !session.isAccountDeleted else { throw .accountDeleted }
    sessions[token.session] = nil
  }

  private mutating func deleteAccount(token: Secret?, pass: Secret) throws(FakeProblem) {
    let account = try account(token: token)
    guard account.password == pass else {
      throw FakeProblem(status: 403, code: "wrong_password", detail: "The password is wrong.", field: "pass")
    }
    deleted = account
  }

  /// Removes an account, with its sessions; their tokens tell from then on that it has been deleted.
  mutating func remove(_ account: FakeAccount) {
    let key = account.email.lowercased()
    (accounts[key], signedUp[key], lastLogins[account.id], deleted) = (nil, nil, nil, nil)
    sessions.changeAll { if $0.account.id == account.id { $0.isAccountDeleted = true } }
  }

  mutating func endSessions() {
    sessions.removeAll()
  }

  func user(_ account: FakeAccount) -> User {
    User(
      id: account.id, name: account.name, email: account.email,
      lastLoginDate: lastLogins[account.id] ?? Date(timeIntervalSince1970: 0))
  }
}

extension FakeProblem {
  static let accountDeleted = FakeProblem(
    status: 401, code: "account_deleted", detail: "The account of the token has been deleted.")

  static func unauthorized(_ detail: String) -> FakeProblem {
    FakeProblem(status: 401, code: "unauthorized", detail: detail)
  }

  fileprivate static func locked(seconds: Int) -> FakeProblem {
    FakeProblem(
      status: 429, code: "too_many_attempts", detail: "Too many wrong passwords.",
      headers: ["Retry-After": "\(seconds)"])
  }
}

extension FakeAccounts: FakeContent {
  var content: AnyHashable { [accounts.keys.sorted(), signedUp.values.keys.sorted()] }
}
