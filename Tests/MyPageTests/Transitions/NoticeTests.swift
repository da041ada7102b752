import Core
import MyPage
import StoreExploring
import Testing

@MainActor
struct NoticeTests {
  private let typed = ProfileInput(name: "太", gender: 2)

  @Test func `A notice that replaces that of an invalid name keeps the name`() async throws {
    let page = try await MyPageHarness(.unsaved)
    try await page.start(.submit(typed)).finish()
    page.start(.load)
    try await page.fail(with: .noNetwork)
    await page.expect([.unsaved(form: typed)], notices: [.readFailed, nil]) { page.store.dismissNotice() }
  }

  @Test func `The notice of an invalid name goes with the next attempt, and does not clear the form`() async throws {
    let page = try await MyPageHarness(.unsaved)
    try await page.start(.submit(typed)).finish()
    #expect(page.store.notice == .nameRefused)
    page.start(.save)
    await page.expect([.unsaved(.saving, form: .typed)], notices: [nil]) { page.store.dismissNotice() }
    try await page.fail(with: .cancelled)
    #expect(page.store.state == .unsaved(form: typed))
  }

  @Test func `An invalid form does not make the response of a read stale`() async throws {
    let page = try await MyPageHarness(.fetching)
    let read = try page.last
    try await page.expect([.saved(), .saved(form: typed), .unsaved(form: typed)], notices: [nil, .nameRefused]) {
      try await page.start(.submit(typed)).finish()
      try await page.finish(read) { try page.reading.succeed(with: nil) }
    }
  }
}
