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
  func `A save needs no read before it, registers where no profile is shown, and ends with the profile and a notice`(
    situation: Situation, during: MyPageState
  ) async throws {
    let page = try await MyPageHarness(situation)
    let isNew = during.content?.profile == nil
    try await page.expect([page.store.state, during, .saved()], notices: [nil, .saveDone]) {
      let save = page.start(.save)
      #expect(page.registering.calls == (isNew ? [.sample] : []))
      #expect(page.saving.calls == (isNew ? [] : [.sample]))
      try await page.finish(save, page.succeedSaving)
    }
  }

  @Test(
    arguments: saves,
    [
      (MyPageError.noNetwork, Notice.saveFailed), (.invalidName, .nameRefused), (.invalidGender, .genderRefused),
      (.accessDenied, MyPageMessages.japanese.notice(for: .accessDenied, doing: .save)),
    ])
  func `A save that fails keeps the form and presents the reason`(
    example: (Situation, MyPageState), failure: (MyPageError, Notice)
  ) async throws {
    let page = try await MyPageHarness(example.0)
    let after = example.1.content?.profile == nil ? MyPageState.unsaved : MyPageState.saved
    try await page.expect([page.store.state, example.1, after(.idle, .typed)], notices: [nil, failure.1]) {
      let save = page.start(.save)
      try await page.finish(save) {
        let useCase = page.registering.calls.isEmpty ? page.saving : page.registering
        try useCase.fail(with: failure.0)
      }
    }
  }

  @Test(arguments: [[MyPageCapability.registration], [.deletion], []], [nil, Profile.saved])
  func `What the server does not offer is ignored, and everything else is not`(
    _ capabilities: Set<MyPageCapability>, profile: Profile?
  ) async throws {
    let page = MyPageHarness(capabilities: capabilities)
    let (saves, deletes) = (capabilities.contains(.registration), capabilities.contains(.deletion))
    if !saves { #expect(page.start(.save).hasReturned) }
    try await page.load(profile)
    let content = try #require(page.store.state.content)
    #expect(content.isRegisterOffered == (saves && profile == nil))
    #expect(page.store.isRegisterOffered == content.isRegisterOffered)
    #expect(content.isFetchOffered == (!saves || profile != nil))
    #expect(content.isDeleteOffered == (deletes && profile != nil))
    let deletion = page.start(.delete)
    #expect(page.deleting.calls.count == (deletes ? 1 : 0))
    if deletes { try await page.finish(deletion) { try page.deleting.succeed() } }
    _ = page.start(.save)
    #expect(page.waiting == (saves ? 1 : 0))
  }

  @Test func `After a failed read no form is offered where the server saves no profile`() async throws {
    let page = MyPageHarness(capabilities: [.deletion])
    page.start(.load)
    try await page.fail(with: .noNetwork)
    #expect(page.store.state == .readFailed)
    #expect(!page.store.isRegisterOffered)
  }

  @Test(arguments: [Situation.idle, .error, .unsaved], [true, false])
  func `A registration that finds a profile reads and shows it, with a notice`(
    situation: Situation, isRead: Bool
  ) async throws {
    let page = try await MyPageHarness(situation)
    let form = MyPageState.unsaved(form: .typed)
    let states = [page.store.state, .unsaved(.saving, form: .typed), form] + (isRead ? [.saved(form: .typed)] : [])
    let notices = [nil, .alreadyRegistered] + (isRead ? [] : [Notice.readFailed])
    try await page.expect(states, notices: notices) {
      let save = page.start(.save)
      try page.registering.fail(with: .alreadyRegistered)
      await save.waitUntilSuspended()
      try await page.finish(save) { try page.reading.answer(isRead ? .success(.saved) : .failure(.noNetwork)) }
    }
    #expect(page.saving.calls.isEmpty)
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
  }

  @Test(arguments: [Situation.unsaved, .saved, .fetching])
  func `A delete ends with the empty form and a notice`(situation: Situation) async throws {
    let page = try await MyPageHarness(situation)
    let during = situation == .unsaved ? MyPageState.unsaved(.deleting) : .saved(.deleting)
    try await page.expect([page.store.state, during, .unsaved()], notices: [nil, .deleteDone]) {
      try await page.finish(page.start(.delete)) { try page.deleting.succeed() }
    }
  }

  @Test func `A delete that fails leaves the profile and the form`() async throws {
    let page = try await MyPageHarness(.saved)
    let form = ProfileInput(name: "太郎さん")
    try await page.start(.submit(form)).finish()
    page.store.dismissNotice()
    let states: [MyPageState] = [.saved(form: form), .saved(.deleting, form: form), .saved(form: form)]
    try await page.expect(states, notices: [nil, .deleteFailed]) {
      page.start(.delete)
      try await page.fail(with: .serverError(reason: "x"))
    }
  }

  /// The cells of the table that say "ignored".
  nonisolated static let ignored: [(Action, Situation)] = [
    (Action.load, [Situation.loading, .fetching, .saving, .deleting]),
    (.save, [.flaggedIdle, .flaggedError, .loading, .saving, .deleting]),
    (.delete, [.idle, .error, .loading, .saving, .deleting]),
  ].flatMap { action, situations in situations.map { (action, $0) } }

  @Test(arguments: Action.allCases + [.submit(ProfileInput(name: "x", gender: 1))], Action.allCases)
  func `The next save or delete clears the notice of a failure, and a read clears that of a failed read alone`(
    failed: Action, next: Action
  ) async throws {
    let page = try await MyPageHarness(.saved)
    page.start(failed)
    try await page.fail(with: .noNetwork)
    let notice = try #require(page.store.notice)
    page.start(next)
    #expect(page.store.notice == (next == .load && failed != .load ? notice : nil))
  }

  @Test(arguments: ignored)
  func `An ignored action returns at once and changes nothing`(action: Action, situation: Situation) async throws {
    let page = try await MyPageHarness(situation)
    let waiting = page.waiting
    await page.expect([page.store.state]) { #expect(page.start(action).hasReturned) }
    #expect(page.waiting == waiting)
  }

  @Test(arguments: [
    (Situation.idle, false), (.loading, false), (.error, true), (.flaggedError, false), (.unsaved, true),
    (.saved, false), (.saving, true), (.deleting, false),
  ])
  func `The form is offered until a profile is saved, and after a failed read unless there is a profile`(
    situation: Situation, isOffered: Bool
  ) async throws {
    #expect(try await MyPageHarness(situation).store.isRegisterOffered == isOffered)
  }
}
