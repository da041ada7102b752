import Core
import MyPage
import StoreExploring
import Testing

@MainActor
struct WriteTests {
  /// The situations in which a profile can be saved, and what is shown while it is.
  nonisolated static let saves: [(Situation, MyPageState)] = [
    (.idle, .unsaved(.saving, form: .typed)), (.error, .unsaved(.saving, form: .typed)),
    (.unsaved, .unsaved(.saving, form: .typed)), (.saved, .saved(.saving, form: .typed)),
    (.fetching, .saved(.saving, form: .typed)),
  ]

  @Test(arguments: saves)
  func `A save needs no read before it, and ends with the saved profile and a notice`(
    situation: Situation, during: MyPageState
  ) async throws {
    let page = try await MyPageHarness(situation)
    try await page.expect([page.store.state, during, .saved()], notices: [nil, .saveDone]) {
      let save = page.start(.save)
      #expect(page.saving.calls == [.sample])
      try await page.finish(save) { try page.saving.succeed(with: .saved) }
    }
  }

  @Test(
    arguments: saves,
    [
      (MyPageError.noNetwork, Notice.saveFailed), (.invalidName, .nameRefused), (.invalidGender, .genderRefused),
      (.notAuthorized, Notice(title: MyPageMessages.japanese.saveFailedTitle, text: "ログインしてください。", button: "OK")),
    ])
  func `A save that fails keeps the form and presents the reason`(
    example: (Situation, MyPageState), failure: (MyPageError, Notice)
  ) async throws {
    let page = try await MyPageHarness(example.0)
    let after = example.0 == .saved || example.0 == .fetching ? MyPageState.saved : MyPageState.unsaved
    try await page.expect([page.store.state, example.1, after(.idle, .typed)], notices: [nil, failure.1]) {
      let save = page.start(.save)
      try await page.finish(save) { try page.saving.fail(with: failure.0) }
    }
  }

  @Test(
    arguments: [Situation.idle, .error, .unsaved, .saved],
    [
      (ProfileInput(name: "x"), Notice.nameRefused), (ProfileInput(name: "x", gender: 1), .nameRefused),
      (ProfileInput(name: "xx"), .genderRefused), (ProfileInput(name: "xx", gender: 4), .genderRefused),
    ])
  func `An invalid form sends no request; the name is checked before the gender`(
    situation: Situation, example: (ProfileInput, Notice)
  ) async throws {
    let page = try await MyPageHarness(situation)
    let after = situation == .saved ? MyPageState.saved : MyPageState.unsaved
    try await page.expect([page.store.state, after(.idle, example.0)], notices: [nil, example.1]) {
      try await page.start(.submit(example.0)).finish()
    }
    #expect(page.waiting == 0)
    page.start(.save)
    #expect(page.waiting == 1)
    try await page.fail(with: .cancelled)
  }

  @Test(arguments: [Situation.unsaved, .saved, .fetching])
  func `A delete ends with the empty form and a notice`(situation: Situation) async throws {
    let page = try await MyPageHarness(situation)
    let during = situation == .unsaved ? MyPageState.unsaved(.deleting) : .saved(.deleting)
    try await page.expect([page.store.state, during, .unsaved()], notices: [nil, .deleteDone]) {
      try await page.finish(page.start(.delete)) { try page.deleting.succeed() }
    }
  }

  @Test(arguments: [
    (MyPageError.serverError(reason: "x"), Notice.deleteFailed),
    (.notAuthorized, Notice(title: "削除失敗", text: "ログインしてください。", button: "OK")),
  ])
  func `A delete that fails leaves the profile and the form, and can be repeated`(
    error: MyPageError, notice: Notice
  ) async throws {
    let page = try await MyPageHarness(.saved)
    let form = ProfileInput(name: "太郎さん")
    try await page.start(.submit(form)).finish()
    page.store.dismissNotice()
    let states: [MyPageState] = [.saved(form: form), .saved(.deleting, form: form), .saved(form: form)]
    try await page.expect(states, notices: [nil, notice]) {
      page.start(.delete)
      try await page.fail(with: error)
    }
    try await page.finish(page.start(.delete)) { try page.deleting.succeed() }
    #expect(page.store.state == .unsaved())
  }

  /// The cells of the table that say "ignored".
  nonisolated static let ignored: [(Action, Situation)] = [
    (Action.load, [Situation.loading, .fetching, .saving, .deleting]), (.save, [.loading, .saving, .deleting]),
    (.delete, [.idle, .error, .loading, .saving, .deleting]),
  ].flatMap { action, situations in situations.map { (action, $0) } }

  @Test(arguments: ignored)
  func `An ignored action returns at once and changes nothing`(action: Action, situation: Situation) async throws {
    let page = try await MyPageHarness(situation)
    let waiting = page.waiting
    await page.expect([page.store.state]) { #expect(page.start(action).hasReturned) }
    #expect(page.waiting == waiting)
  }

  @Test func `While the form is being checked, no other action begins`() async throws {
    let check = HoldingUseCase<ProfileInput, ProfileDraft, MyPageError>("check", whenCancelled: .cancelled)
    let page = MyPageHarness { $0.draftProfile = AnyUseCase(check) }
    try await page.load(.saved)
    let save = page.start(.save)
    for action in Action.allCases { #expect(page.start(action).hasReturned) }
    #expect((check.calls, page.waiting) == ([.typed], 0))
    try await page.finish(save) { try check.fail(with: .cancelled) }
  }
}
