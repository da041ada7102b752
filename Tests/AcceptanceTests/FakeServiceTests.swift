import Core
import Testing

/// The posts that users have marked, as a feature of one’s own adds them to the fake backend.
private struct Bookmarks: FakeService {
  struct Note: Codable { let text: String }

  static let routes: [FakeRoute<Bookmarks>] = [
    FakeRoute(.get, "/v1/bookmarks") { bookmarks, call throws(FakeProblem) in
      guard let marks = bookmarks.marks[try call.account.id] else {
        throw FakeProblem(status: 404, code: "no_bookmarks", detail: "The user has no bookmarks.")
      }
      return HTTPResponse(json: marks)
    },
    FakeRoute(.put, "/v1/bookmarks/{id}") { bookmarks, call throws(FakeProblem) in
      let (account, note) = (try call.account, try call.body(as: Note.self))
      bookmarks.marks[account.id, default: [:]][call.placeholders["id"] ?? ""] = note.text
      return HTTPResponse(status: 201, json: note)
    },
    FakeRoute(.get, "/v1/bookmarks-count") { bookmarks, _ in
      HTTPResponse(json: bookmarks.marks.values.map(\.count))
    },
  ]

  private var marks: [String: [Post.ID: String]] = [:]

  mutating func remove(_ account: FakeAccount) { marks[account.id] = nil }
}

/// A service that answers to everybody what the built-in one answers to the signed-in user.
private struct PublicLists: FakeService {
  static let routes: [FakeRoute<PublicLists>] = [
    FakeRoute(.get, "/v1/lists") { _, _ in HTTPResponse(json: ListsResponse([])) }
  ]

  mutating func remove(_ account: FakeAccount) {}
}

/// A feature of one’s own extends the fake backend with what is public.
struct FakeServiceTests {
  private let hana = FakeAccount(id: "user-2", name: "花子", email: "hana@example.com", password: Secret("password456"))
  private let client: FakeAPIClient

  init() {
    client = FakeAPIClient(
      backend: FakeBackend(FakeConfiguration(accounts: [.taro, hana], services: [Bookmarks(), PublicLists()])))
  }

  private func signIn(_ account: FakeAccount) async throws -> AuthorizedAPIClient {
    let login = LoginRequest(email: account.email, pass: account.password.rawValue)
    let request = APIRequest<UserResponse>(.post, "/v1/login", body: login, authorization: .anonymous)
    let session = Session(storage: InMemorySessionStorage(try await client.send(request).session))
    _ = try await session.restore()
    return AuthorizedAPIClient(wrapping: client, session: session)
  }

  private func expectProblem(
    _ code: String, _ status: Int, _ location: SourceLocation = #_sourceLocation,
    _ call: () async throws(APIError) -> [Post.ID: String]
  ) async -> String? {
    do throws(APIError) {
      Issue.record("It succeeded: \(try await call())", sourceLocation: location)
    } catch .invalidResponse(let response) {
      #expect(response.problem?.code == code && response.statusCode == status, sourceLocation: location)
      return response.problem?.detail
    } catch {
      Issue.record(error, sourceLocation: location)
    }
    return nil
  }

  @Test func `A service keeps its own state for each signed-in account, until that is deleted`() async throws {
    let (taro, hana) = (try await signIn(.taro), try await signIn(hana))
    for user in [taro, hana] {
      let _: Bookmarks.Note = try await user.put(path: "/v1/bookmarks/a%2Fb", body: Bookmarks.Note(text: "後で"))
      let marks: [Post.ID: String] = try await user.get(path: "/v1/bookmarks")
      #expect(marks == ["a/b": "後で"])
    }
    for (pass, counts) in [("wrong", [1, 1]), ("password123", [1])] {
      let body = DeleteAccountRequest(pass: pass)
      _ = try? await taro.send(APIRequest<EmptyResponse>(.delete, "/v1/me", body: body))
      let left: [Int] = try await client.get(path: "/v1/bookmarks-count")
      #expect(left == counts)
    }
    let marks: [Post.ID: String] = try await hana.get(path: "/v1/bookmarks")
    #expect(marks == ["a/b": "後で"])
  }

  @Test func `A route that needs the account refuses a request without a session`() async throws {
    _ = await expectProblem("unauthorized", 401) { () async throws(APIError) in
      try await client.get(path: "/v1/bookmarks")
    }
    let taro = try await signIn(.taro)
    _ = await expectProblem("no_bookmarks", 404) { () async throws(APIError) in
      try await taro.get(path: "/v1/bookmarks")
    }
  }

  @Test func `A service replaces a route of another one`() async throws {
    let lists: ListsResponse = try await client.get(path: "/v1/lists")
    #expect(lists.timelines.isEmpty)
  }

  @Test func `The routes of a service are listed, and can fail`() async throws {
    let listed = await expectProblem("unknown_route", 404) { () async throws(APIError) in
      try await client.get(path: "/v1/bookmark")
    }
    #expect(listed?.hasSuffix("PUT /v1/bookmarks/{id}, GET /v1/bookmarks-count.") == true)
    try client.backend.fail(.get, "/v1/bookmarks", with: .status(503))
    _ = await expectProblem("fault", 503) { () async throws(APIError) in try await client.get(path: "/v1/bookmarks") }
    #expect(throws: FakeFaultError.self) { try client.backend.fail(.delete, "/v1/bookmarks", with: .malformed) }
  }
}
