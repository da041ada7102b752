import Core
import MyPage
import StoreExploring
import TestSupport
import Testing

@MainActor
struct LoadTests {
  @Test(
    arguments: [Situation.idle, .error], [(Profile.saved, .saved()), (nil, .unsaved())] as [(Profile?, MyPageState)])
  func `A first read shows loading, then the profile or the empty form`(
    situation: Situation, example: (Profile?, MyPageState)
  ) async throws {
    let page = try await MyPageHarness(situation)
    try await page.expect([page.store.state, .loading, example.1]) { try await page.load(example.0) }
  }

  @Test func `A read without a signed-in user leads to the sign-in screen`() async {
    let routes = Log<MyPageRoute>()
    let server = FakeBackend()
    let store = MyPageStore(
      client: FakeAPIClient(backend: server), session: Session(storage: InMemorySessionStorage()),
      flags: InMemorySavedFlagStorage(), messages: .japanese, onRoute: routes.append)
    await store.load()
    #expect((store.state, store.notice) == (.error("ログインしてください。"), nil))
    #expect(routes.values == [.signIn])
    #expect(server.requests.isEmpty)
  }

  @Test func `A 401 for a signed-in user is an error with a way to try again`() async throws {
    let page = MyPageHarness()
    let text = MyPageMessages.japanese.common.accessDenied
    let notice = MyPageMessages.japanese.notice(for: .accessDenied, doing: .load)
    try await page.expect([.idle, .loading, .error(text)], notices: [nil, notice]) {
      page.start(.load)
      try await page.fail(with: .notAuthorized)
    }
    #expect(page.routes.values.isEmpty)
    #expect(notice.action == .retry)
  }

  @Test(
    arguments: [(Situation.saved, nil, MyPageState.unsaved()), (.unsaved, .saved, .saved())]
      as [(Situation, Profile?, MyPageState)])
  func `A later read replaces what is shown, without a loading state`(
    situation: Situation, answer: Profile?, state: MyPageState
  ) async throws {
    let page = try await MyPageHarness(situation)
    try await page.expect([page.store.state, state]) { try await page.load(answer) }
  }

  @Test func `A later read that fails leaves the profile, and the next read works`() async throws {
    let page = try await MyPageHarness(.saved)
    try await page.expect([.saved(), .unsaved()], notices: [nil, .readFailed, nil]) {
      page.start(.load)
      try await page.fail(with: .noNetwork)
      try await page.load(nil)
    }
  }

  @Test(arguments: [ProfileRules(), ProfileRules(genders: [])])
  func `A profile without a gender is shown, and the form asks for one where it has genders`(
    rules: ProfileRules
  ) async throws {
    let page = MyPageHarness(rules: rules)
    try await page.load(.sample(nil))
    let asks = !rules.genders.isEmpty
    let content = try #require(page.store.state.content)
    #expect(content.profile == MyPageProfile(name: "太郎", gender: "", createdAt: "2022年3月8日", needsGender: asks))
    #expect(content.form == ProfileInput(name: asks ? "太郎" : ""))
    #expect([content.isRegisterOffered, content.isFetchOffered, content.isDeleteOffered] == [asks, true, true])
    guard asks else { return }
    page.start(.submit(ProfileInput(name: "太郎さん")))
    try await page.load(.sample(nil))
    #expect(page.store.state.content?.form == ProfileInput(name: "太郎さん"))
    try await page.finish(page.start(.save)) { try page.saving.succeed(with: .saved) }
    #expect(page.store.state == .saved())
  }
}
