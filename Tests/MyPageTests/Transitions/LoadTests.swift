import Core
import MyPage
import StoreExploring
import Testing

/// `load()`, the fetch of the article.
@MainActor
struct LoadTests {
  @Test(arguments: [MyPageSituation.idle, .error], [(Sample.saved, MyPageState.saved()), (Sample.none, .unsaved())])
  func `it goes through loading to the profile, or to none where it was never saved`(
    situation: MyPageSituation, example: (StoredProfile, MyPageState)
  ) async throws {
    let page = try await HeldMyPage(situation)
    try await page.expect([page.store.state, .loading, example.1]) {
      let action = page.start(.load)
      try page.reading.succeed(with: example.0)
      try await action.finish()
    }
  }

  nonisolated static let failures: [(MyPageError, String, [MyPageRoute])] = [
    (.noNetwork, Sample.readFailedText, []), (.rateLimited(retryAfter: nil), Sample.readFailedText, []),
    (.serverError(reason: "x"), Sample.readFailedText, []), (.notAuthorized, "ログインしてください。", [.signIn]),
    (.sessionEnded, "ログインしてください。", [.sessionEnded]),
  ]

  @Test(arguments: [MyPageSituation.idle, .error], failures)
  func `a failure is a state with its text`(
    situation: MyPageSituation, failure: (MyPageError, String, [MyPageRoute])
  ) async throws {
    let page = try await HeldMyPage(situation)
    try await page.expect([page.store.state, .loading, .error(failure.1)], routes: failure.2) {
      try await page.fail(page.start(.load), with: failure.0)
    }
  }

  @Test(arguments: [(MyPageSituation.saved, Sample.none, MyPageState.unsaved()), (.unsaved, Sample.saved, .saved())])
  func `what is shown stays until the answer`(
    situation: MyPageSituation, answer: StoredProfile, state: MyPageState
  ) async throws {
    let page = try await HeldMyPage(situation)
    try await page.expect([page.store.state, state]) {
      let action = page.start(.load)
      try page.reading.succeed(with: answer)
      try await action.finish()
    }
  }

  @Test(arguments: [MyPageSituation.saved, .unsaved])
  func `after a failure what is shown stays, with a notice of the reading`(situation: MyPageSituation) async throws {
    let page = try await HeldMyPage(situation)
    try await page.expect([page.store.state], notices: [nil, Sample.readFailed]) {
      try await page.fail(page.start(.load), with: .noNetwork)
    }
    let again = page.start(.load)
    #expect(page.reading.calls.count == 1)
    again.cancel()
    try await again.finish()
  }
}
