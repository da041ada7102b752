import Foundation

/// The accounts and sessions of a ``FakeBackend``.
struct FakeAccounts: Sendable {
  private struct FailedLogins {
    var count = 0
    var lockedUntil: Date?
  }

  /// The maximum size of an email address in bytes, as in RFC 5321.
  private static let maximumEmailSize = 254

  private let configuration: FakeConfiguration
  // Keyed by lowercased email address, as the next two are.
  private var accounts: [String: FakeAccount] = [:]
  private var signedUp: RecentValues<String, FakeAccount>
  private var failedLogins: RecentValues<String, FailedLogins>
  private var signUpCount = 0
  private var lastLogins: RecentValues<String, Date>
  private var tokens: RecentValues<String, FakeAccount>
  private var tokenGenerator: any RandomNumberGenerator & Sendable

  init(_ configuration: FakeConfiguration) {
    self.configuration = configuration
    signedUp = RecentValues(limit: configuration.remembered)
    failedLogins = RecentValues(limit: configuration.remembered)
    lastLogins = RecentValues(limit: configuration.remembered)
    tokens = RecentValues(limit: configuration.remembered)
    tokenGenerator =
      if let seed = configuration.tokenSeed { SeededGenerator(seed: seed) } else { SystemRandomNumberGenerator() }
    for account in configuration.accounts { accounts[account.email.lowercased()] = account }
    for session in configuration.sessions {
      guard let token = session.accessToken, let account = account(for: session.user.email) else { continue }
      tokens[token.rawValue] = account
      lastLogins[account.id] = session.user.lastLoginDate
    }
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

  func account(of provider: String?, token: String) throws(FakeProblem) -> FakeAccount {
    guard let identity = configuration.identities.first(where: { $0.provider == provider && $0.token == token }) else {
      throw FakeProblem(status: 401, code: "not_authorized", detail: "The provider does not know this token.")
    }
    guard let account = account(for: identity.email) else {
      throw FakeProblem(status: 404, code: "no_account", detail: "This identity has no account.")
    }
    return account
  }

  mutating func signUp(_ request: LoginRequest) throws(FakeProblem) -> FakeAccount {
    guard let email = EmailAddress(request.email)?.text, email.utf8.count <= Self.maximumEmailSize else {
      throw .invalid("email", "It is not an email address.")
    }
    guard request.pass.count >= 6 else {
      throw FakeProblem(
        status: 422, code: "weak_password", detail: "A password has 6 characters or more.", field: "pass")
    }
    guard request.pass.utf8.count <= 1_024 else { throw .invalid("pass", "A password has 1024 bytes or less.") }
    guard account(for: email) == nil else {
      throw FakeProblem(status: 409, code: "email_already_in_use", detail: "The email address has an account.")
    }
    let account = FakeAccount(
      id: nextID(), name: String(email.prefix { $0 != "@" }), email: email, password: request.pass)
    signedUp[email.lowercased()] = account
    return account
  }

  private mutating func nextID() -> String {
    repeat {
      signUpCount += 1
    } while accounts.values.contains { $0.id == "user-\(accounts.count + signUpCount)" }
    return "user-\(accounts.count + signUpCount)"
  }

  mutating func openSession(for account: FakeAccount) -> UserResponse {
    let token = [tokenGenerator.next(), tokenGenerator.next()].map { String($0, radix: 36) }.joined()
    tokens[token] = account
    lastLogins[account.id] = configuration.now()
    return UserResponse(user(account), accessToken: AccessToken(token))
  }

  /// The account that a token was issued to.
  func account(token: String?) throws(FakeProblem) -> FakeAccount {
    guard let account = token.flatMap({ tokens[$0] }) else {
      throw FakeProblem(status: 401, code: "unauthorized", detail: "This call needs an access token.")
    }
    return account
  }

  mutating func endSession(token: String?) {
    token.map { tokens[$0] = nil }
  }

  mutating func endSessions() {
    tokens.removeAll()
  }

  func user(_ account: FakeAccount) -> User {
    User(
      id: account.id, name: account.name, email: account.email,
      lastLoginDate: lastLogins[account.id] ?? Date(timeIntervalSince1970: 0))
  }
}

extension FakeProblem {
  fileprivate static func locked(seconds: Int) -> FakeProblem {
    FakeProblem(
      status: 429, code: "too_many_attempts", detail: "Too many wrong passwords.",
      headers: ["Retry-After": "\(seconds)"])
  }
}
