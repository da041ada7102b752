import Core
import MyPage
import StoreExploring
import Testing

/// `deleteProfile()`.
@MainActor
struct DeleteTests {
  @Test(arguments: [(MyPageSituation.saved, MyPageState.saved(.deleting)), (.unsaved, .unsaved(.deleting))])
  func `the profile is deleted, and only then told`(situation: MyPageSituation, during: MyPageState) async throws {
    let page = try await HeldMyPage(situation)
    try await page.expect([page.store.state, during, .unsaved()], notices: [nil, Sample.deleteDone]) {
      let action = page.start(.delete)
      #expect(page.store.notice == nil)
      try page.deleting.succeed()
      try await action.finish()
    }
  }

  @Test(arguments: [MyPageError.noNetwork, .serverError(reason: "x"), .rateLimited(retryAfter: nil)])
  func `after a failure the profile stays, with a notice of the delete`(error: MyPageError) async throws {
    let page = try await HeldMyPage(.deleting)
    try await page.expect([.saved(.deleting), .saved()], notices: [nil, Sample.deleteFailed]) {
      try await page.fail(try page.pending, with: error)
    }
  }

  @Test func `the form is kept`() async throws {
    let page = try await HeldMyPage(.saved)
    let form = ProfileInput(name: "x", gender: 2)
    try await page.save(form)
    try await page.expect(
      [.saved(form: form), .saved(.deleting, form: form), .saved(form: form)],
      notices: [Sample.name, Sample.deleteFailed]
    ) {
      try await page.fail(page.start(.delete), with: .noNetwork)
    }
  }
}
