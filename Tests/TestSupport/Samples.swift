import Core
import Foundation

extension Date {
  /// A fixed date, 2026-03-08T04:32:51Z, at which the fake backend’s posts end.
  package static let sample = Date(timeIntervalSince1970: 1_772_944_371)
}

extension User {
  /// The user of ``Core/FakeAccount/taro``.
  package static let taro = User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: .sample)
  /// The user of ``Core/FakeAccount/hanako``.
  package static let hanako = User(id: "user-2", name: "花子", email: "hanako@example.com", lastLoginDate: .sample)
}

extension FakeAccount {
  /// A second account, of 花子.
  package static let hanako = FakeAccount(
    id: "user-2", name: "花子", email: "hanako@example.com", password: Secret("secret-of-hanako"))
}

extension StoredSession {
  /// A session of 太郎.
  package static let taro = StoredSession(user: .taro, accessToken: Secret("token-of-taro"))
  /// A session of 花子.
  package static let hanako = StoredSession(user: .hanako, accessToken: Secret("token-of-hanako"))
}

extension FakeBackend {
  /// A backend with the accounts of 太郎 and 花子, whose clock stands still.
  package static func sample(hook: @escaping Hook = { _ in .answer }) -> FakeBackend {
    FakeBackend(FakeConfiguration(accounts: [.taro, .hanako], now: { .sample }), hook: hook)
  }
}

/// An error of a feature.
package enum SampleError: FeatureError {
  case noNetwork, notAuthorized, cancelled, notFound
  case rateLimited(retryAfter: Duration?)
  case rejected(reason: String?)
  case serverError(reason: String)
}

extension Session {
  /// Renews the session with what a server returns; returns whether that user is signed in.
  package func renew(_ user: User, accessToken: Secret? = nil) async -> Bool {
    do throws(SampleError) {
      return try await renew { () async throws(SampleError) -> StoredSession in
        StoredSession(user: user, accessToken: accessToken)
      } == user
    } catch {
      return false
    }
  }
}
