import Core
import MyPage
import StoreExploring
import Testing

@MainActor
struct OvertakenReadTests {
  @Test(arguments: [true, false], [Result<StoredProfile, MyPageError>.success(.none), .failure(.noNetwork)])
  func `A read that a save overtakes changes nothing, whichever is answered first`(
    isReadFirst: Bool, answer: Result<StoredProfile, MyPageError>
  ) async throws {
    let page = try await MyPageHarness(.fetching)
    let read = try page.last
    try await page.expect([.saved(), .saved(.saving, form: .typed), .saved()], notices: [nil, .saveDone]) {
      let save = page.start(.save)
      for isRead in [isReadFirst, !isReadFirst] {
        try await page.finish(isRead ? read : save) {
          if isRead { try page.reading.answer(answer) } else { try page.saving.succeed(with: .saved) }
        }
      }
    }
  }

  @Test(arguments: [Result<StoredProfile, MyPageError>.success(.saved), .failure(.noNetwork)])
  func `A read that a delete overtakes changes nothing while the next one waits`(
    answer: Result<StoredProfile, MyPageError>
  ) async throws {
    let page = try await MyPageHarness(.fetching)
    let stale = try page.last
    try await page.finish(page.start(.delete)) { try page.deleting.succeed() }
    page.store.dismissNotice()
    let current = page.start(.load)
    try await page.expect([.unsaved(), .saved()]) {
      try await page.finish(stale) { try page.reading.answer(answer) }
      #expect(page.store.state == .unsaved())
      #expect(page.start(.load).hasReturned)
      try await page.finish(current) { try page.reading.succeed(with: .saved) }
    }
  }

  @Test func `An invalid form does not make the response of a read stale`() async throws {
    let page = try await MyPageHarness(.fetching)
    let read = try page.last
    let form = ProfileInput(name: "x", gender: 1)
    try await page.expect([.saved(), .saved(form: form), .unsaved(form: form)], notices: [nil, .nameRefused]) {
      try await page.start(.submit(form)).finish()
      try await page.finish(read) { try page.reading.succeed(with: .none) }
    }
  }
}
