import Authentication
import Core
import Foundation
import StoreTesting
import Testing

/// What the article "FOCAL" shows, 3.2 to 3.14, as its readers know it.
@MainActor
struct ArticleTests {
  @Test func `a user is compared by all that is known of them`() {
    let users = [
      User.taro, User(id: "2", name: "太郎", email: "taro@example.com", lastLoginDate: .example),
      User(id: "user-1", name: "花子", email: "taro@example.com", lastLoginDate: .example),
      User(id: "user-1", name: "太郎", email: "hanako@example.com", lastLoginDate: .example),
      User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: .example + 1),
    ]
    #expect(Set(users).count == users.count)
  }

  @Test func `the request and the answer have the article’s keys`() throws {
    let request = try JSONCoding.encode(LoginRequest(email: "taro@example.com", pass: "p"))
    #expect(String(decoding: request, as: UTF8.self) == #"{"email":"taro@example.com","pass":"p"}"#)
    let answer = #"""
      {"user_id":"user-1","user_name":"太郎","email":"taro@example.com","last_login_date":"2026-03-08T04:32:51Z"}
      """#
    #expect(try JSONCoding.decode(UserResponse.self, from: Data(answer.utf8)).user == .taro)
    #expect(String(decoding: try JSONCoding.encode(EmptyRequestBody()), as: UTF8.self) == "{}")
  }

  @Test func `signedIn shows the name and nothing else`() {
    #expect(AuthenticatedUser(.taro) == AuthenticatedUser(name: "太郎"))
    #expect(Mirror(reflecting: AuthenticatedUser(.taro)).children.map(\.label) == ["name"])
  }

  @Test func `there are four states, and no other`() {
    let names = [AuthState.loading, .signedIn(user: .taro), .signedOut, .error("text")].map { state in
      switch state {
      case .loading: "loading"
      case .signedIn(let user): "signedIn \(user.name)"
      case .signedOut: "signedOut"
      case .error(let text): "error \(text)"
      }
    }
    #expect(names == ["loading", "signedIn 太郎", "signedOut", "error text"])
    #expect(AuthState.error("text") != .error("other"))
    #expect(AuthState.taro != .hanako)
  }

  @Test func `a Store begins signed out and says nothing`() {
    let fixture = AuthFixture()
    #expect(fixture.store.state == .signedOut)
    #expect(fixture.store.notice == nil)
    #expect(fixture.sent == [])
  }

  @Test func `a wrong password, a right one and a logout`() async {
    let fixture = AuthFixture()
    await expectStates(
      of: fixture.store, \.state, [.signedOut, .loading, .wrongPassword, .loading, .taro, .signedOut],
      and: \.notice, [nil, .loggedOut]
    ) {
      await fixture.store.login(email: "taro@example.com", pass: "wrong")
      await fixture.login()
      await fixture.store.logout()
    }
  }

  @Test func `a view needs the actions and not the Store`() async {
    let fixture = AuthFixture()
    let actions: any AuthActions = fixture.store
    await actions.login(email: "taro@example.com", pass: "password123")
    #expect(fixture.store.state == .taro)
    await actions.logout()
    #expect(fixture.store.state == .signedOut)
  }

  @Test func `the domain turns an answer into a user and never shows the answer`() async throws {
    let session = Session()
    let repository: any AuthRepository = RemoteAuthRepository(
      client: FakeAPIClient(backend: .example()), session: session)
    let user: User = try await repository.login(email: "taro@example.com", pass: "password123")
    #expect(user == .taro)
    #expect(session.record == StoredSession(user: .taro, token: AccessToken("token-1-user-1")))
  }
}
