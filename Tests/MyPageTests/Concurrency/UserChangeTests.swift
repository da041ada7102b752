import Core
import StoreExploring
import TestSupport
import Testing

@testable import MyPage

@MainActor
struct UserChangeTests {
  private let session = Session(storage: InMemorySessionStorage(.taro))

  @Test(arguments: Action.allCases, [Result<StoredProfile, MyPageError>.success(.saved), .failure(.noNetwork)])
  func `A Store starts afresh with another user, and ignores responses to the last one`(
    action: Action, answer: Result<StoredProfile, MyPageError>
  ) async throws {
    let page = try await MyPageHarness(.unsaved)
    try await page.start(.submit(ProfileInput(name: "x"))).finish()
    page.store.observe(session)
    let late = page.start(action)
    _ = try await session.restore()
    try await page.expect([.idle, .loading, .saved()]) {
      try await page.finish(late) {
        switch action {
        case .load: try page.reading.answer(answer)
        case .submit: try page.saving.answer(answer)
        case .delete: try page.deleting.answer(answer.map { _ in })
        }
      }
      #expect(page.store.state == .idle)
      page.store.dismissNotice()
      try await page.load(.saved)
    }
  }

  @Test func `A form that is checked for the last user is not saved for the next`() async throws {
    let check = HoldingUseCase<ProfileInput, ProfileDraft, MyPageError>("check", whenCancelled: .cancelled)
    let page = MyPageHarness { $0.draftProfile = AnyUseCase(check) }
    page.store.observe(session)
    let late = page.start(.save)
    _ = try await session.restore()
    try await page.expect([.idle]) { try await page.finish(late) { try check.succeed(with: .sample) } }
    #expect(page.waiting == 0)
  }
}
