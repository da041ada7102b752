import Core
import StoreExploring
import TestSupport
import Testing

@testable import MyPage

@MainActor
struct UserChangeTests {
  private let session = Session(storage: InMemorySessionStorage(.taro))

  @Test(arguments: Action.allCases, [true, false])
  func `A Store starts afresh with another user, and ignores responses to the last one`(
    action: Action, isAnswered: Bool
  ) async throws {
    let page = try await MyPageHarness(.unsaved)
    try await page.start(.submit(ProfileInput(name: "x"))).finish()
    page.store.observe(session)
    let late = page.start(action)
    _ = try await session.restore()
    try await page.expect([.idle, .loading, .saved()]) {
      try await page.finish(late) {
        switch action {
        case .load: try page.reading.answer(isAnswered ? .success(.saved) : .failure(.noNetwork))
        case .submit: try page.registering.answer(isAnswered ? .success(.saved) : .failure(.alreadyRegistered))
        case .delete: try page.deleting.answer(isAnswered ? .success(()) : .failure(.noNetwork))
        }
      }
      #expect(page.store.memory.withoutGenerations == MyPageMemory())
      page.store.dismissNotice()
      try await page.load(.saved)
    }
  }
}
