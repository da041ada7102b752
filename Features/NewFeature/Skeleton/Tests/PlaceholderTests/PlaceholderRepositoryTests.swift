import Core
import Foundation
import Placeholder
import StoreExploring
import Testing

struct PlaceholderRepositoryTests {
  private func backend(_ outcome: FakeOutcome) -> FakeBackend {
    FakeBackend { request in
      request.method == .get && request.path == "/v1/placeholder" ? outcome : .answer
    }
  }

  private func store(_ outcome: FakeOutcome, _ session: Session) async -> PlaceholderStore {
    let client = FakeAPIClient(backend: backend(outcome))
    return await PlaceholderStore(client: client, session: session, messages: .english)
  }

  @Test func `The response becomes items`() async throws {
    let body = #"{"items":[{"id":"1","title":"One"}]}"#
    let response = HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    let store = await store(.respond(response), Session(storage: InMemorySessionStorage()))
    await store.load()
    #expect(await store.state == .loaded([PlaceholderItem(id: "1", title: "One")]))
  }

  @Test(arguments: [
    (FakeOutcome.fail(.offline), "Check your network connection."), (.status(401), "Sign in to continue."),
    (.status(429), "Too many requests. Try again later."),
    (.malformed, "Something went wrong on the server. Try again later."),
  ])
  func `Each failure has its message`(_ outcome: FakeOutcome, _ message: String) async {
    let store = await store(outcome, Session(storage: InMemorySessionStorage()))
    await store.load()
    #expect(await store.state == .error(message))
  }

  @Test func `A Store starts afresh when another user signs in`() async throws {
    let user = User(id: "1", name: "Hanako", email: "hanako@example.com", lastLoginDate: .distantPast)
    let session = Session(storage: InMemorySessionStorage(StoredSession(user: user, accessToken: nil)))
    let store = await store(.fail(.offline), session)
    await store.load()
    _ = try await session.restore()
    #expect(await store.state == .idle)
  }
}
