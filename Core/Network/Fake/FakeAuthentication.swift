import Foundation

/// The accounts and sessions of the fake backend, and their rules.
struct FakeAuthentication: Sendable {
  private struct Failures {
    var count = 0
    var lockedUntil: Date?
  }

  private var accounts: [String: FakeAccount] = [:]
  private var signedUp: RecentValues<String, FakeAccount>
  private var signUps = 0
  private var lastLogins: RecentValues<String, Date>
  private var failures: RecentValues<String, Failures>
  private var issuedTokens = 0
  /// The account that each token belongs to.
  var tokens: RecentValues<String, FakeAccount>

  init(_ configuration: FakeConfiguration) {
    signedUp = RecentValues(limit: configuration.remembered)
    lastLogins = RecentValues(limit: configuration.remembered)
    failures = RecentValues(limit: configuration.remembered)
    tokens = RecentValues(limit: configuration.remembered)
    for account in configuration.accounts { accounts[account.email.lowercased()] = account }
  }

  func account(for email: String) -> FakeAccount? {
    accounts[email.lowercased()] ?? signedUp[email.lowercased()]
  }

  mutating func checkPassword(
    _ request: LoginRequest, configuration: FakeConfiguration
  ) throws(FakeProblem) -> FakeAccount {
    let key = request.email.lowercased()
    let now = configuration.now()
    if let lockedUntil = failures[key]?.lockedUntil {
      let seconds = Int(lockedUntil.timeIntervalSince(now).rounded(.up))
      guard seconds <= 0 else { throw .locked(seconds: seconds) }
      failures[key] = nil
    }
    if let account = account(for: key), account.password == request.pass {
      failures[key] = nil
      return account
    }
    var failed = failures[key] ?? Failures()
    failed.count += 1
    let isLocked = failed.count >= configuration.failuresBeforeLock
    if isLocked { failed.lockedUntil = now.addingTimeInterval(TimeInterval(configuration.lockSeconds)) }
    failures[key] = failed
    guard !isLocked else { throw .locked(seconds: configuration.lockSeconds) }
    throw FakeProblem(status: 401, code: "invalid_credentials", detail: "Address and password do not fit.")
  }

  mutating func signUp(_ request: LoginRequest) throws(FakeProblem) -> FakeAccount {
    guard let email = EmailAddress(request.email)?.text else {
      throw FakeProblem(status: 422, code: "invalid_email", detail: "That is no address.", field: "email")
    }
    guard request.pass.count >= 6 else {
      throw FakeProblem(
        status: 422, code: "weak_password", detail: "A password has 6 characters or more.", field: "pass")
    }
    guard account(for: email) == nil else {
      throw FakeProblem(status: 409, code: "email_already_in_use", detail: "The address has an account.")
    }
    let account = FakeAccount(
      id: nextID(), name: String(email.prefix { $0 != "@" }), email: email, password: request.pass)
    signedUp[email.lowercased()] = account
    return account
  }

  /// An identifier that none of the accounts has.
  private mutating func nextID() -> String {
    repeat {
      signUps += 1
    } while accounts.values.contains { $0.id == "user-\(accounts.count + signUps)" }
    return "user-\(accounts.count + signUps)"
  }

  /// Opens a session for an account.
  mutating func open(_ account: FakeAccount, at now: Date) -> UserResponse {
    issuedTokens += 1
    let token = "token-\(issuedTokens)-\(account.id)"
    tokens[token] = account
    lastLogins[account.id] = now
    return UserResponse(user(account), accessToken: AccessToken(token))
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
      status: 429, code: "too_many_attempts", detail: "Too many wrong passwords.", retryAfterSeconds: seconds)
  }
}
