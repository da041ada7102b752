import Core
import Foundation

extension StoredSession {
  static let taro = sample(1)

  static func sample(_ number: Int) -> StoredSession {
    StoredSession(
      user: User(
        id: "user-\(number)", name: "太郎\(number)", email: "taro\(number)@example.com",
        lastLoginDate: Date(timeIntervalSince1970: 1_756_944_371.5)),
      token: AccessToken("secret-token-\(number)"))
  }
}
