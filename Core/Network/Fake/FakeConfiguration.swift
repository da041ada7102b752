import Foundation

/// What the fake backend knows at its start.
public struct FakeConfiguration: Sendable {
  /// The accounts that exist.
  public var accounts: [FakeAccount]
  /// The people that identity providers vouch for.
  public var identities: [FakeIdentity]
  /// How many wrong passwords in a row lock an account.
  public var failuresBeforeLock: Int
  /// How long an account stays locked, in whole seconds.
  public var lockSeconds: Int
  /// How many of the last requests are recorded.
  public var recordedRequests: Int
  /// The clock.
  public var now: @Sendable () -> Date

  /// Makes a configuration: the account `taro@example.com` with the password `password123`, whose name is 太郎, known
  /// to Google and Facebook too.
  ///
  /// - Parameters:
  ///   - accounts: The accounts that exist.
  ///   - identities: The people that identity providers vouch for.
  ///   - failuresBeforeLock: How many wrong passwords in a row lock an account.
  ///   - lockSeconds: How long an account stays locked, in whole seconds.
  ///   - recordedRequests: How many of the last requests are recorded.
  ///   - now: The clock.
  public init(
    accounts: [FakeAccount] = [.taro], identities: [FakeIdentity] = FakeIdentity.examples,
    failuresBeforeLock: Int = 5, lockSeconds: Int = 30, recordedRequests: Int = 10_000,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.accounts = accounts
    self.identities = identities
    self.failuresBeforeLock = failuresBeforeLock
    self.lockSeconds = lockSeconds
    self.recordedRequests = recordedRequests
    self.now = now
  }
}

/// An account of the fake backend.
///
/// It never prints its password.
public struct FakeAccount: Sendable, Equatable, Redacted {
  /// The identifier of the user.
  public let id: String
  /// The name of the user.
  public let name: String
  /// The address to sign in with; upper and lower case are the same.
  public let email: String
  /// The password to sign in with.
  public let password: String

  /// Makes an account.
  ///
  /// - Parameters:
  ///   - id: The identifier of the user.
  ///   - name: The name of the user.
  ///   - email: The address to sign in with.
  ///   - password: The password to sign in with.
  public init(id: String, name: String, email: String, password: String) {
    self.id = id
    self.name = name
    self.email = email
    self.password = password
  }

  /// The account every example signs in with.
  public static let taro = FakeAccount(
    id: "user-1", name: "太郎", email: "taro@example.com", password: "password123")

  /// Shows the address.
  public var shown: [(label: String, value: String)] { [("email", email)] }
}

/// Somebody whom an identity provider vouches for.
public struct FakeIdentity: Sendable, Equatable, Redacted {
  /// The provider, as in the path of `POST /v1/login/{provider}`.
  public let provider: String
  /// The token that the provider vouches with.
  public let token: String
  /// The account they sign in to; where there is none the backend answers 404.
  public let email: String

  /// Makes an identity.
  ///
  /// - Parameters:
  ///   - provider: The provider, as in the path.
  ///   - token: The token that the provider vouches with.
  ///   - email: The account they sign in to.
  public init(provider: String, token: String, email: String) {
    self.provider = provider
    self.token = token
    self.email = email
  }

  /// Taro at both providers of the article "Clean Swift", and somebody at Google without an account here.
  public static let examples = [
    FakeIdentity(provider: "google", token: "google-taro", email: "taro@example.com"),
    FakeIdentity(provider: "facebook", token: "facebook-taro", email: "taro@example.com"),
    FakeIdentity(provider: "google", token: "google-nobody", email: "nobody@example.com"),
  ]

  /// Shows provider and address.
  public var shown: [(label: String, value: String)] { [("provider", provider), ("email", email)] }
}
