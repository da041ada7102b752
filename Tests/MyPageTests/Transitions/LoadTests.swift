import Core
import MyPage
import StoreExploring
import TestSupport
import Testing

@MainActor
struct LoadTests {
  @Test(arguments: [Situation.idle, .error], [(StoredProfile.saved, MyPageState.saved()), (.none, .unsaved())])
  func `A first read shows loading, then the profile or the empty form`(
    situation: Situation, example: (StoredProfile, MyPageState)
  ) async throws {
    let page = try await MyPageHarness(situation)
    try await page.expect([page.store.state, .loading, example.1]) { try await page.load(example.0) }
  }

  @Test func `A first read without a signed-in user leads to the sign-in screen`() async throws {
    let page = MyPageHarness()
    try await page.expect([.idle, .loading, .error("ログインしてください。")]) {
      page.start(.load)
      try await page.fail(with: .notAuthorized)
    }
    #expect(page.routes.values == [.signIn])
  }

  @Test(arguments: [(Situation.saved, StoredProfile.none, MyPageState.unsaved()), (.unsaved, .saved, .saved())])
  func `A later read replaces what is shown, without a loading state`(
    situation: Situation, answer: StoredProfile, state: MyPageState
  ) async throws {
    let page = try await MyPageHarness(situation)
    try await page.expect([page.store.state, state]) { try await page.load(answer) }
  }

  @Test(arguments: [
    (MyPageError.noNetwork, Notice.readFailed),
    (
      .notAuthorized,
      Notice(
        title: MyPageMessages.japanese.readFailedTitle, text: "ログインしてください。",
        button: MyPageMessages.japanese.common.retry, action: .retry)
    ),
  ])
  func `A later read that fails leaves the profile, and the next read works`(
    error: MyPageError, notice: Notice
  ) async throws {
    let page = try await MyPageHarness(.saved)
    try await page.expect([.saved(), .unsaved()], notices: [nil, notice]) {
      page.start(.load)
      try await page.fail(with: error)
      try await page.load(.none)
    }
  }

  @Test(arguments: [ProfileRules(), ProfileRules(genders: [])])
  func `A profile without a gender is shown, and the form asks for one where it has genders`(
    rules: ProfileRules
  ) async throws {
    let page = MyPageHarness(rules: rules)
    try await page.load(StoredProfile(profile: .sample(nil), isSaved: true))
    let asks = !rules.genders.isEmpty
    let content = try #require(page.store.state.content)
    #expect(content.profile == MyPageProfile(name: "太郎", gender: "", createdAt: "2022年3月8日"))
    #expect(content.form == ProfileInput(name: asks ? "太郎" : ""))
    #expect([content.isRegisterOffered, content.isFetchOffered, content.isDeleteOffered] == [asks, true, true])
    guard asks else { return }
    page.start(.submit(ProfileInput(name: "太郎さん")))
    try await page.load(StoredProfile(profile: .sample(nil), isSaved: true))
    #expect(page.store.state.content?.form == ProfileInput(name: "太郎さん"))
    try await page.finish(page.start(.save)) { try page.saving.succeed(with: .saved) }
    #expect(page.store.state == .saved())
  }
}
