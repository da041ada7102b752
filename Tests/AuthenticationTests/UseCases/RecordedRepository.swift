import Authentication
import Core

/// A repository of somebody's own, without Core's client: it writes down what it is asked.
struct RecordedRepository: AuthRepository {
  let asked = Log<String>()
  var failure: AuthError?
  var stored = RecalledSession.none

  func login(email: String, pass: String) async throws(AuthError) -> User {
    try answer("login <\(email)> <\(pass)>")
  }

  func login(provider: String, token: AccessToken) async throws(AuthError) -> User {
    try answer("login \(provider) <\(token.rawValue)>")
  }

  func signUp(email: String, pass: String) async throws(AuthError) -> User {
    try answer("signUp <\(email)> <\(pass)>")
  }

  func storedSession() async -> RecalledSession {
    asked.append("storedSession")
    return stored
  }

  func restore() async throws(AuthError) -> User? {
    try answer("restore")
  }

  func logout() async throws(AuthError) {
    _ = try answer("logout")
  }

  func endSession() async {
    asked.append("endSession")
  }

  private func answer(_ question: String) throws(AuthError) -> User {
    asked.append(question)
    if let failure { throw failure }
    return .taro
  }
}
