import Core
import MyPage
import StoreExploring
import Testing

/// A fetch that a save or a delete overtakes: its answer changes nothing, whenever it comes.
@MainActor
struct OvertakenFetchTests {
  nonisolated static let late: [Result<StoredProfile, MyPageError>] = [
    .success(Sample.none), .failure(.noNetwork), .failure(.cancelled),
  ]

  @Test(arguments: [true, false], late)
  func `a save overtakes it`(isFetchFirst: Bool, answer: Result<StoredProfile, MyPageError>) async throws {
    let page = try await HeldMyPage(.fetching)
    let fetch = try page.pending
    try await page.expect(
      [.saved(), .saved(.saving, form: MyPageAction.input), .saved()], notices: [nil, Sample.saveDone]
    ) {
      let save = page.start(.save)
      for isFetch in [isFetchFirst, !isFetchFirst] {
        if isFetch { try page.reading.answer(answer) } else { try page.saving.succeed(with: Sample.saved) }
        try await (isFetch ? fetch : save).finish()
      }
    }
  }

  @Test(arguments: [true, false])
  func `a delete overtakes it`(isFetchFirst: Bool) async throws {
    let page = try await HeldMyPage(.fetching)
    let fetch = try page.pending
    try await page.expect([.saved(), .saved(.deleting), .unsaved()], notices: [nil, Sample.deleteDone]) {
      let delete = page.start(.delete)
      for isFetch in [isFetchFirst, !isFetchFirst] {
        if isFetch { try page.reading.succeed(with: Sample.saved) } else { try page.deleting.succeed() }
        try await (isFetch ? fetch : delete).finish()
      }
    }
  }

  @Test func `a form that is wrong does not overtake it`() async throws {
    let page = try await HeldMyPage(.fetching)
    let fetch = try page.pending
    let form = ProfileInput(name: "x", gender: 1)
    try await page.expect([.saved(), .saved(form: form), .unsaved()], notices: [nil, Sample.name]) {
      try await page.save(form)
      try page.reading.succeed(with: Sample.none)
      try await fetch.finish()
    }
  }

  @Test func `while the save goes on no other fetch begins, and after it one does`() async throws {
    let page = try await HeldMyPage(.fetching)
    let save = page.start(.save)
    page.start(.load)
    #expect(page.reading.calls.count == 1)
    try page.saving.succeed(with: Sample.saved)
    try await save.finish()
    page.start(.load)
    #expect(page.reading.calls.count == 2)
    try await page.end()
  }
}
