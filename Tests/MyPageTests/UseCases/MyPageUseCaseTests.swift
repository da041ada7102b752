import Core
import Foundation
import MyPage
import TestSupport
import Testing

struct MyPageUseCaseTests {
  private struct FailingRepository: MyPageRepository {
    func profile() throws(MyPageError) -> Profile? { throw .noNetwork }
    func register(_ draft: ProfileDraft) throws(MyPageError) -> Profile { throw .alreadyRegistered }
    func save(_ draft: ProfileDraft) throws(MyPageError) -> Profile { throw .notAuthorized }
    func deleteProfile() throws(MyPageError) { throw .rateLimited(retryAfter: nil) }
  }

  @Test func `Each failure is reported, then thrown; a 401 denies access to the signed-in user`() async {
    let failures = Log<MyPageError>()
    let useCase = MyPageUseCase(repository: FailingRepository(), onFailure: failures.append)
    await #expect(throws: MyPageError.noNetwork) { try await useCase.profile() }
    #expect(throws: MyPageError.invalidName) { try useCase.draft(ProfileInput()) }
    await #expect(throws: MyPageError.alreadyRegistered) { try await useCase.register(.sample) }
    #expect(useCase.isRegistered)
    await #expect(throws: MyPageError.accessDenied) { try await useCase.save(.sample) }
    await #expect(throws: MyPageError.rateLimited(retryAfter: nil)) { try await useCase.deleteProfile() }
    #expect(
      failures.values == [.noNetwork, .invalidName, .alreadyRegistered, .accessDenied, .rateLimited(retryAfter: nil)])
  }

  @Test func `Without a signed-in user nothing is asked of the repository`() async {
    let useCase = MyPageUseCase(repository: FailingRepository(), userID: { nil })
    await #expect(throws: MyPageError.notAuthorized) { try await useCase.profile() }
    await #expect(throws: MyPageError.notAuthorized) { try await useCase.register(.sample) }
    await #expect(throws: MyPageError.notAuthorized) { try await useCase.save(.sample) }
    await #expect(throws: MyPageError.notAuthorized) { try await useCase.deleteProfile() }
    #expect(!useCase.isRegistered)
  }

  /// A repository without a registration of its own.
  private struct SavingRepository: MyPageRepository {
    let answer: Profile?
    func profile() throws(MyPageError) -> Profile? { answer }
    func save(_ draft: ProfileDraft) throws(MyPageError) -> Profile { .saved }
    func deleteProfile() throws(MyPageError) {}
  }

  @Test func `A repository that can only save registers after a read that finds no profile`() async throws {
    #expect(try await SavingRepository(answer: nil).register(.sample) == .saved)
    await #expect(throws: MyPageError.alreadyRegistered) {
      try await SavingRepository(answer: .saved).register(.sample)
    }
  }

  @Test func `A save and a registration set the saved flag, and a deletion clears it`() async throws {
    let useCase = MyPageUseCase(repository: SavingRepository(answer: nil), userID: { "1" })
    _ = try await useCase.save(.sample)
    #expect(useCase.isRegistered)
    try await useCase.deleteProfile()
    #expect(!useCase.isRegistered)
    _ = try await useCase.register(.sample)
    #expect(useCase.isRegistered)
  }

  private func draft(_ name: String, _ gender: Int = 1, rules: ProfileRules = ProfileRules()) throws -> ProfileDraft {
    try MyPageUseCase(repository: FailingRepository(), rules: rules, now: { .article })
      .draft(ProfileInput(name: name, gender: gender))
  }

  @Test(arguments: [(" 太郎 ", "太郎"), ("\n\t太郎\u{3000}", "太郎"), ("  xxxxxxxxxx  ", "xxxxxxxxxx")])
  func `White space around a name is removed, and the draft has the date of the clock`(
    typed: String, name: String
  ) throws {
    #expect(try draft(typed) == ProfileDraft(name: name, gender: .male, createdAt: .article))
  }

  @Test(arguments: ["太郎" + String(repeating: " ", count: 10_240), "太郎" + String(repeating: "\u{301}", count: 5_120)])
  func `A name of more than 10 KiB is invalid, however few its characters`(typed: String) {
    #expect(throws: MyPageError.invalidName) { try draft(typed) }
  }

  @Test func `By default the date is the current one`() throws {
    let before = Date()
    let date = try MyPageUseCase(repository: FailingRepository()).draft(.typed).createdAt
    #expect((before...Date()).contains(date))
  }

  @Test func `A server’s own rules replace the length of the name and the genders`() throws {
    let rules = ProfileRules(nameLength: 1...3, genders: [.female])
    #expect(try draft("x", 2, rules: rules).name == "x")
    #expect(throws: MyPageError.invalidName) { try draft("xxxx", 2, rules: rules) }
    #expect(throws: MyPageError.invalidGender) { try draft("xxx", 1, rules: rules) }
    let genderless = try draft("太郎", 1, rules: ProfileRules(genders: []))
    #expect(genderless == ProfileDraft(name: "太郎", gender: nil, createdAt: .article))
  }
}
