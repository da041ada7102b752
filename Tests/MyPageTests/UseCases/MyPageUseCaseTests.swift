import Core
import MyPage
import TestSupport
import Testing

struct MyPageUseCaseTests {
  private struct FailingRepository: MyPageRepository {
    func profile() throws(MyPageError) -> Profile? { throw .noNetwork }
    func save(_ draft: ProfileDraft) throws(MyPageError) -> Profile { throw .invalidGender }
    func deleteProfile() throws(MyPageError) { throw .rateLimited(retryAfter: nil) }
  }

  @Test func `Each failure is reported, then thrown`() async {
    let failures = Log<MyPageError>()
    let useCase = MyPageUseCase(repository: FailingRepository(), onFailure: failures.append)
    await #expect(throws: MyPageError.noNetwork) { try await useCase.readProfile.execute() }
    await #expect(throws: MyPageError.invalidName) { try await useCase.draftProfile.execute(ProfileInput()) }
    await #expect(throws: MyPageError.invalidGender) { try await useCase.saveProfile.execute(.sample) }
    await #expect(throws: MyPageError.rateLimited(retryAfter: nil)) { try await useCase.deleteProfile.execute() }
    #expect(failures.values == [.noNetwork, .invalidName, .invalidGender, .rateLimited(retryAfter: nil)])
  }

  @Test(arguments: [(1_024, true), (1_025, false)])
  func `The name of a profile has 1 KiB or less`(size: Int, isUsable: Bool) async {
    struct Server: MyPageRepository {
      let answer: Profile
      func profile() throws(MyPageError) -> Profile? { answer }
      func save(_ draft: ProfileDraft) throws(MyPageError) -> Profile { answer }
      func deleteProfile() throws(MyPageError) {}
    }
    let name = String(repeating: "x", count: size)
    let profile = Profile(userID: "", name: name, gender: .male, createdAt: .sample)
    let useCase = MyPageUseCase(repository: Server(answer: profile))
    for action in [
      { try await useCase.readProfile.execute() }, { try await useCase.saveProfile.execute(.sample) },
    ] as [() async throws -> StoredProfile] {
      do {
        #expect(try await action().profile == profile && isUsable)
      } catch {
        #expect(
          error as? MyPageError == .serverError(reason: "The server sent a name of more than 1 KiB.") && !isUsable)
      }
    }
  }

  @Test func `Use cases of a repository and of closures follow the same rules and clock`() async throws {
    let rules = ProfileRules(nameLength: 1...1, genders: [])
    let ofRepository = MyPageUseCase(repository: FailingRepository(), rules: rules, now: { .article })
    let ofClosures = MyPageUseCase(
      readProfile: AnyUseCase { _ throws(MyPageError) in .none },
      saveProfile: AnyUseCase { _ throws(MyPageError) in .saved },
      deleteProfile: AnyUseCase { _ throws(MyPageError) in }, rules: rules, now: { .article })
    for useCase in [ofRepository, ofClosures] {
      let draft = try await useCase.draftProfile.execute(ProfileInput(name: "x"))
      #expect(draft == ProfileDraft(name: "x", gender: nil, createdAt: .article))
      #expect(useCase.rules == rules)
    }
  }
}
