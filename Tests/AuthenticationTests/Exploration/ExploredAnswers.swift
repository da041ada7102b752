import Authentication
import Core
import StoreExploring

/// Which answers the calls of an explored Store get.
enum ExploredAnswers: Sendable {
  /// Every kind.
  case every
  /// Success, and one failure.
  case few

  /// What a login, a sign-up or an identity provider says.
  func user(_ user: User) -> [HeldAnswer<User, AuthError>] {
    [.success("signed in", user)] + failures()
  }

  func stored() -> [HeldAnswer<RecalledSession, Never>] {
    let damaged = HeldAnswer<RecalledSession, Never>.success("damaged", .damaged)
    return [.success("stored", .user(.taro)), .success("nothing", .none)] + (self == .every ? [damaged] : [])
  }

  func restored() -> [HeldAnswer<User?, AuthError>] {
    [.success("signed in", .taro), .success("refused", nil)] + failures()
  }

  func loggedOut() -> [HeldAnswer<Void, AuthError>] {
    [.success("signed out")] + failures()
  }

  private func failures<Success: Sendable>() -> [HeldAnswer<Success, AuthError>] {
    let offline = HeldAnswer<Success, AuthError>.failure("offline", .noNetwork)
    switch self {
    case .few: return [offline]
    case .every:
      return [
        offline, .failure("wrong password", .invalidCredentials), .failure("no address", .invalidEmail),
        .failure("weak password", .weakPassword), .failure("address taken", .emailAlreadyInUse),
        .failure("not authorized", .notAuthorized), .failure("no account", .noAccount),
        .failure("too many", .rateLimited(retryAfter: nil)), .failure("session ended", .sessionEnded),
        .failure("trouble", .serverError(reason: "trouble")), .failure("cancelled", .cancelled),
      ]
    }
  }
}
