import Core
import MyPage
import StoreExploring
import Testing

/// What dismissing a notice does.
@MainActor
struct NoticeTests {
  @Test func `the name is cleared with the notice that it is wrong, and the gender stays`() async throws {
    let page = try await HeldMyPage(.unsaved)
    try await page.save(ProfileInput(name: "太", gender: 2))
    await page.expect(
      [.unsaved(form: ProfileInput(name: "太", gender: 2)), .unsaved(form: ProfileInput(gender: 2))],
      notices: [Sample.name, nil]
    ) {
      page.store.dismissNotice()
    }
  }

  @Test func `the form stays with the notice of a wrong gender and that of a failure`() async throws {
    for (gender, notice) in [(0, Sample.gender), (1, Sample.saveFailed)] {
      let page = try await HeldMyPage(.unsaved)
      let form = ProfileInput(name: "太郎", gender: gender)
      let store = page.store
      let action = StartedAction { await store.save(name: form.name, gender: form.gender) }
      try await page.fail(action, with: .noNetwork)
      await page.expect([.unsaved(form: form)], notices: [notice, nil]) { page.store.dismissNotice() }
    }
  }

  @Test(arguments: MyPageSituation.allCases)
  func `without a notice nothing is dismissed`(situation: MyPageSituation) async throws {
    let page = try await HeldMyPage(situation)
    await page.expect([page.store.state]) { page.store.dismissNotice() }
    try await page.end()
  }
}
