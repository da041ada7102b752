import MyPage
import StoreExploring

/// Which answers the calls of an explored Store get.
enum ExploredAnswers: Sendable {
  /// Every kind.
  case every
  /// Success, and one failure.
  case few

  func read(_ stored: StoredProfile) -> [HeldAnswer<StoredProfile, MyPageError>] {
    [.success("profile", stored)] + failures()
  }

  func save(_ stored: StoredProfile) -> [HeldAnswer<StoredProfile, MyPageError>] {
    let own: [HeldAnswer<StoredProfile, MyPageError>] = [
      .failure("name refused", .invalidName), .failure("gender refused", .invalidGender),
      .failure("saved, answer lost", ExploredServer.answerLost),
    ]
    return [.success("saved", stored)] + (self == .every ? own : []) + failures()
  }

  func delete() -> [HeldAnswer<Void, MyPageError>] {
    let own = HeldAnswer<Void, MyPageError>.failure("deleted, answer lost", ExploredServer.answerLost)
    return [.success("deleted")] + (self == .every ? [own] : []) + failures()
  }

  private func failures<Success: Sendable>() -> [HeldAnswer<Success, MyPageError>] {
    let offline = HeldAnswer<Success, MyPageError>.failure("offline", .noNetwork)
    switch self {
    case .few: return [offline]
    case .every:
      return [
        offline, .failure("not authorized", .notAuthorized), .failure("session ended", .sessionEnded),
        .failure("too many", .rateLimited(retryAfter: nil)), .failure("trouble", .serverError(reason: "trouble")),
        .failure("cancelled", .cancelled),
      ]
    }
  }
}
