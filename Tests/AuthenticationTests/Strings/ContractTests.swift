import Authentication
import Core
import Foundation
import Testing

/// What goes over the wire, as the article "FOCAL" has it.
@MainActor
struct ContractTests {
  @Test func `a login is POST v1 login with email and pass`() async throws {
    let fixture = AuthFixture()
    await fixture.store.login(email: " taro@example.com ", pass: "password123")
    let request = try #require(fixture.backend.requests.first)
    #expect(request.method == .post)
    #expect(request.path == "/v1/login")
    #expect(request.query == [])
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"email":"taro@example.com","pass":"password123"}"#)
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.headers["Authorization"] == nil)
  }

  @Test func `a logout is POST v1 logout with an empty object and the token`() async throws {
    let fixture = AuthFixture()
    await fixture.login()
    await fixture.store.logout()
    let request = try #require(fixture.backend.requests.last)
    #expect(request.method == .post)
    #expect(request.path == "/v1/logout")
    #expect(String(decoding: request.body, as: UTF8.self) == "{}")
    #expect(request.headers["Authorization"] == "Bearer token-1-user-1")
    #expect(fixture.store.notice == .loggedOut)
  }

  @Test func `a sign-up is POST v1 signup with email and pass`() async throws {
    let fixture = AuthFixture()
    await Opening.signUp.perform(on: fixture.store)
    let request = try #require(fixture.backend.requests.first)
    #expect(request.method == .post)
    #expect(request.path == "/v1/signup")
    #expect(String(decoding: request.body, as: UTF8.self) == #"{"email":"jiro@example.com","pass":"secret-of-jiro"}"#)
    #expect(request.headers["Authorization"] == nil)
  }

  @Test func `a restore is GET v1 me with the stored token`() async throws {
    let fixture = await AuthFixture.signedInBefore().relaunched()
    await fixture.store.restore()
    let request = try #require(fixture.backend.requests.last)
    #expect(request.method == .get)
    #expect(request.path == "/v1/me")
    #expect(request.body.isEmpty)
    #expect(request.headers["Authorization"] == "Bearer token-1-user-1")
  }

  @Test func `an answer without a token, as the article has it, signs in too`() async throws {
    let body =
      #"{"user_id":"7","user_name":"太郎","email":"t@example.com","last_login_date":"2026-03-08T13:32:51+09:00"}"#
    let backend = FakeBackend.example { request in
      request.path == "/v1/login" ? .respond(HTTPResponse(status: 200, body: Data(body.utf8))) : .answer
    }
    let fixture = AuthFixture(backend: backend)
    await fixture.login()
    #expect(fixture.store.state == .taro)
    #expect(fixture.session.record?.token == nil)
    await fixture.store.logout()
    #expect(fixture.sent == ["POST /v1/login", "POST /v1/logout"])
  }

  @Test(arguments: [
    "", "{}", "null", "[]", #"{"user_id":"7"}"#,
    #"{"user_id":"7","user_name":"太郎","email":"t@example.com","last_login_date":1756944000}"#,
  ])
  func `an answer of another shape is the server’s fault, not a wrong password`(_ body: String) async {
    let backend = FakeBackend.example { _ in .respond(HTTPResponse(status: 200, body: Data(body.utf8))) }
    let fixture = AuthFixture(backend: backend)
    await fixture.login()
    #expect(fixture.store.state == .trouble)
    #expect(fixture.failures == [.serverError(reason: "An unexpected error occurred.")])
  }
}
