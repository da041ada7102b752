import Core
import MyPage
import StoreExploring
import Testing

/// `save(name:gender:)`.
@MainActor
struct SaveTests {
  @Test(arguments: [
    (MyPageSituation.unsaved, MyPageState.unsaved(.saving, form: MyPageAction.input)),
    (.saved, .saved(.saving, form: MyPageAction.input)),
  ])
  func `the profile is saved, then shown, then told`(situation: MyPageSituation, during: MyPageState) async throws {
    let page = try await HeldMyPage(situation)
    try await page.expect([page.store.state, during, .saved()], notices: [nil, Sample.saveDone]) {
      let action = page.start(.save)
      #expect(page.saving.calls == [Sample.draft])
      try page.saving.succeed(with: Sample.saved)
      try await action.finish()
    }
  }

  @Test(arguments: [MyPageError.noNetwork, .serverError(reason: "x"), .rateLimited(retryAfter: .seconds(3))])
  func `after a failure the form is kept and a notice says so`(error: MyPageError) async throws {
    let page = try await HeldMyPage(.saving)
    try await page.expect(
      [.unsaved(.saving, form: MyPageAction.input), .unsaved(form: MyPageAction.input)],
      notices: [nil, Sample.saveFailed]
    ) {
      try await page.fail(try page.pending, with: error)
    }
  }

  @Test(
    arguments: [MyPageSituation.saved, .unsaved],
    [
      ("x", 0, Sample.name), ("x", 1, Sample.name), ("", 9, Sample.name), ("xx", 0, Sample.gender),
      ("xx", 4, Sample.gender), ("xx", -1, Sample.gender),
    ])
  func `a wrong name is told first, then a wrong gender, and nothing is sent`(
    situation: MyPageSituation, example: (String, Int, Notice)
  ) async throws {
    let page = try await HeldMyPage(situation)
    let form = ProfileInput(name: example.0, gender: example.1)
    let after = situation == .saved ? MyPageState.saved(form: form) : .unsaved(form: form)
    try await page.expect([page.store.state, after], notices: [nil, example.2]) {
      try await page.save(form)
    }
    #expect(page.waiting == 0)
  }

  @Test(arguments: [(MyPageError.invalidName, Sample.name), (.invalidGender, Sample.gender)])
  func `what the server finds wrong is told as what the app finds wrong`(error: MyPageError, notice: Notice)
    async throws
  {
    let page = try await HeldMyPage(.saving)
    try await page.expect(
      [.unsaved(.saving, form: MyPageAction.input), .unsaved(form: MyPageAction.input)], notices: [nil, notice]
    ) {
      try await page.fail(try page.pending, with: error)
    }
  }
}
