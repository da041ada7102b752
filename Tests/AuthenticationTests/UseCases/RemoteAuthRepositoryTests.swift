import Authentication
import Core
import Foundation
import StoreExploring
import TestSupport
import Testing

/// What a status means to each request; the common meanings are those of `FeatureError`.
struct RemoteAuthRepositoryTests {
  private let session = Session(storage: InMemorySessionStorage())

  private func repository(_ status: Int, field: String? = nil) -> RemoteAuthRepository {
    let response = InvalidResponse(statusCode: status, problem: ProblemDetails(detail: "detail", field: field))
    return RemoteAuthRepository(client: FailingAPIClient(.invalidResponse(response)), session: session)
  }

  private static let other = AuthError.serverError(reason: "detail")

  @Test(arguments: [(401, AuthError.invalidCredentials), (403, .invalidCredentials), (404, other), (500, other)])
  func `Only a 401 or 403 to a login means wrong credentials`(_ status: Int, _ expected: AuthError) async {
    await #expect(throws: expected) { try await repository(status).login(email: "e", pass: "p") }
  }

  @Test(arguments: [(401, AuthError.notAuthorized), (403, .notAuthorized), (404, .noAccount), (409, other)])
  func `A login with a provider is denied or finds no account`(_ status: Int, _ expected: AuthError) async {
    await #expect(throws: expected) {
      try await repository(status).login(provider: "google", token: AccessToken("t"))
    }
  }

  @Test(arguments: [
    (409, nil, AuthError.emailAlreadyInUse), (422, "email", .invalidEmail), (422, "pass", .weakPassword),
    (422, "name", other), (422, nil, other), (401, nil, .notAuthorized), (403, "email", other),
  ])
  func `A sign-up names what is wrong with the input`(_ status: Int, _ field: String?, _ expected: AuthError) async {
    await #expect(throws: expected) { try await repository(status, field: field).signUp(email: "e", pass: "p") }
  }

  @Test(arguments: [(403, AuthError?.some(other)), (500, other), (401, nil)])
  func `A sign-out closes the session whatever the server answers`(_ status: Int, _ expected: AuthError?) async {
    await session.begin(.taro)
    var thrown: AuthError?
    do throws(AuthError) { try await repository(status).logout() } catch { thrown = error }
    #expect(thrown == expected)
    #expect(session.current == nil)
  }

  @Test func `The name of a provider is percent-encoded in the path`() async {
    let backend = FakeBackend.sample()
    let repository = RemoteAuthRepository(client: FakeAPIClient(backend: backend), session: session)
    _ = try? await repository.login(provider: "a/b ü", token: AccessToken("t"))
    #expect(backend.requests.map(\.path) == ["/v1/login/a%2Fb%20%C3%BC"])
  }

  @Test func `A response about another user changes nothing`() async {
    let backend = FakeBackend.sample { _ in
      .respond(HTTPResponse(status: 200, body: (try? JSONCoding.encode(UserResponse(.hanako))) ?? .init()))
    }
    await session.begin(.taro)
    let repository = RemoteAuthRepository(client: FakeAPIClient(backend: backend), session: session)
    await #expect(throws: AuthError.cancelled) { try await repository.currentUser() }
    #expect(session.current == .taro)
  }

  @Test func `A session without a token is closed without one`() async throws {
    let backend = FakeBackend.sample { _ in .respond(HTTPResponse(status: 204)) }
    await session.begin(StoredSession(user: .taro, accessToken: nil))
    try await RemoteAuthRepository(client: FakeAPIClient(backend: backend), session: session).logout()
    #expect(backend.requests.map { $0.headers["Authorization"] } == [nil])
  }
}
