import Core
import CoreTesting
import Foundation
import MyPage
import StoreExploring
import TestSupport
import Testing

/// The repository and the live Store at the fake backend.
@MainActor
struct RemoteMyPageRepositoryTests {
  private let server = PreviewBackend(FakeConfiguration(accounts: [.taro, .hanako]))
  private let flags = InMemorySavedFlagStorage()
  private let failures = Log<MyPageError>()

  private func store(messages: MyPageMessages = .japanese, rules: ProfileRules = ProfileRules()) -> MyPageStore {
    MyPageStore(
      client: server.client, session: server.session, flags: flags, messages: messages, rules: rules,
      onFailure: failures.append, now: { .article })
  }

  private func useCase(_ client: any APIClient) -> MyPageUseCase {
    let session = server.session
    return MyPageUseCase(
      repository: RemoteMyPageRepository(client: client, session: session), flags: flags,
      userID: { session.current?.user.id })
  }

  @Test func `A live Store has the strings, the rules and the failure handler that it was created with`() async {
    await server.signIn()
    let store = store(messages: .english, rules: ProfileRules(nameLength: 1...1))
    await store.save(name: "xx", gender: 1)
    #expect(store.notice?.text == MyPageMessages.english.invalidName)
    #expect(failures.values == [.invalidName])
  }

  @Test func `Each user of a device has a saved flag of their own, which a read brings up to date`() async throws {
    await server.signIn()
    await store().save(name: "太郎", gender: 1)
    await server.signIn(.hanako)
    flags.set(true, for: "user-2")
    let store = store()
    await store.load()
    #expect(store.state == .unsaved())
    #expect((flags.isSaved(for: "user-1"), flags.isSaved(for: "user-2")) == (true, false))
    flags.set(false, for: "user-1")
    await server.signIn()
    await store.load()
    #expect((store.state, flags.isSaved(for: "user-1")) == (.saved(), true))
  }

  @Test func `A read that a save overtakes leaves the newer saved flag`() async throws {
    await server.signIn()
    let client = HoldingAPIClient(server.client)
    let useCase = useCase(client)
    let read = StartedAction("read") { _ = try? await useCase.profile() }
    flags.set(true, for: "user-1")
    try client.release()
    try await read.finish()
    #expect(useCase.isRegistered)
  }

  nonisolated static let failures: [(APIError, read: MyPageError, save: MyPageError)] = [
    (.requestFailed(.timedOut), .noNetwork, .noNetwork),
    (refusal(404, code: "unknown_route"), .serverError(reason: "Why."), .serverError(reason: "Why.")),
    (refusal(422, field: "name"), .rejected(reason: "Why."), .invalidName),
    (refusal(422, code: "invalid_name", field: "name"), .rejected(reason: "Why."), .invalidName),
    (refusal(422, code: "name_taken", field: "name"), .rejected(reason: "Why."), .rejected(reason: "Why.")),
    (refusal(409, field: "name"), .rejected(reason: "Why."), .rejected(reason: "Why.")),
    (refusal(422, field: "gender"), .rejected(reason: "Why."), .invalidGender),
    (refusal(400, field: "name"), .serverError(reason: "Why."), .serverError(reason: "Why.")),
  ]

  @Test(arguments: failures, [true, false])
  func `A failed request leaves the saved flag; a refused save names the field or has the server’s reason`(
    failure: (error: APIError, read: MyPageError, save: MyPageError), isSaved: Bool
  ) async {
    await server.signIn()
    flags.set(isSaved, for: "user-1")
    let useCase = useCase(FailingAPIClient(failure.error))
    await #expect(throws: failure.read) { try await useCase.profile() }
    await #expect(throws: failure.save) { try await useCase.register(.sample) }
    await #expect(throws: failure.save) { try await useCase.save(.sample) }
    await #expect(throws: failure.read) { try await useCase.deleteProfile() }
    #expect(flags.isSaved(for: "user-1") == isSaved)
  }

  @Test func `A registration replaces no profile, unless the profile is its own, whose response was lost`() async throws
  {
    await server.signIn()
    let repository = RemoteMyPageRepository(client: server.client, session: server.session)
    let saved = try await repository.register(.sample)
    #expect(try await repository.register(.sample) == saved)
    let other = ProfileDraft(name: "次郎", gender: .male, createdAt: .article)
    await #expect(throws: MyPageError.alreadyRegistered) { try await repository.register(other) }
    #expect(try await repository.profile() == saved)
    #expect(try await repository.save(other).name == "次郎")
  }

  @Test func `The saved flag moves with a user who is renamed, also by the save itself`() async throws {
    await server.signIn()
    let (session, flags) = (server.session, flags)
    let renaming = RenamingRepository(remote: RemoteMyPageRepository(client: server.client, session: session), session)
    let store = MyPageStore(repository: renaming, session: session, flags: flags, messages: .japanese)
    await store.save(name: "太郎", gender: 1)
    #expect(["user-1", "太郎"].map(flags.isSaved) == [false, true])
    await store.save(name: "次郎", gender: 1)
    #expect(["user-1", "太郎", "次郎"].map(flags.isSaved) == [false, false, true])
    #expect(store.state.content?.profile?.name == "次郎")
  }

  @Test func `A live Store starts afresh, without a notice, when the server ends its session`() async {
    await server.signIn()
    let store = store()
    await store.save(name: "太郎", gender: 1)
    server.backend.endSessions()
    await store.load()
    #expect((store.state, store.notice, server.session.current) == (.idle, nil, nil))
  }

  private nonisolated static func refusal(_ status: Int, code: String? = nil, field: String? = nil) -> APIError {
    .invalidResponse(
      InvalidResponse(statusCode: status, problem: ProblemDetails(detail: "Why.", code: code, field: field)))
  }
}

/// The repository of a server that makes the name of the profile the identifier of the user.
private struct RenamingRepository: MyPageRepository {
  let remote: RemoteMyPageRepository
  let session: Session

  init(remote: RemoteMyPageRepository, _ session: Session) {
    (self.remote, self.session) = (remote, session)
  }

  func profile() async throws(MyPageError) -> Profile? { nil }

  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    let user = try await session.renew({ () async throws(MyPageError) in
      guard let user = session.current?.user else { throw .notAuthorized }
      return StoredSession(user: User(id: draft.name, name: draft.name, email: user.email), accessToken: nil)
    }) { $0.email == $1.email }
    return Profile(userID: user.id, name: user.name, gender: draft.gender, createdAt: draft.createdAt)
  }
}
