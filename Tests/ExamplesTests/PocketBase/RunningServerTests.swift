#if Network
  import AsyncHTTPClientTransport
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import MyPage
  import PocketBase
  import RepositoryTesting
  import Testing

  /// Tests over a running server with the migrations of Examples/PocketBase, at the address in `POCKETBASE_URL`.
  ///
  /// One after another: each reads the first page, which posts of the others would fill.
  @Suite(
    "PocketBase: a running server", .enabled(if: Device.serverURL != nil), .serialized, .timeLimit(.minutes(10)))
  struct RunningServerTests {
    @Test func `A user reads and writes nothing that belongs to another one`() async throws {
      let (taro, jiro) = (try await Device.ofNewUser(), try await Device.ofNewUser())
      let id = try #require(taro.userID)
      let post = try await taro.post()
      _ = try await taro.feed.react(.like, to: post.id)
      _ = try await taro.profile.save(ProfileDraft(name: "太郎", gender: .male, createdAt: Date()))

      #expect(try await jiro.records("users") == [jiro.userID])
      #expect(try await jiro.records("likes") == [])
      for path in ["users/records/\(id)", "profiles/records/\(id)", "timeline/records/\(post.id)\(id)"] {
        #expect(try await jiro.status(.get, path) == 404)
      }
      for path in ["users/records/\(id)", "profiles/records/\(id)", "posts/records/\(post.id)"] {
        #expect(try await jiro.status(.patch, path, ["name": "jiro", "text": "jiro"]) >= 400)
        #expect(try await jiro.status(.delete, path) >= 400)
      }
      // A profile stays that of its user, and a name that of the one who has it.
      let ownID = try #require(jiro.userID)
      _ = try await jiro.profile.save(ProfileDraft(name: "次郎", gender: .male, createdAt: Date()))
      #expect(try await jiro.status(.patch, "profiles/records/\(ownID)", ["user": id]) == 404)
      #expect(try await jiro.status(.patch, "users/records/\(ownID)", ["username": "TARO"]) == 400)
      #expect(try await jiro.status(.patch, "users/records/\(ownID)", ["username": "jiro-\(ownID)"]) == 200)
      for (collection, body) in [
        ("posts", ["author": id, "list": "home", "text": "x"]), ("likes", ["post": post.id, "user": id]),
        ("profiles", ["id": id, "user": id, "name": "jiro", "registered": "2026-03-08 04:32:51.000Z"]),
        ("lists", ["title": "x"]),
      ] {
        #expect(try await jiro.status(.post, "\(collection)/records", body) >= 400)
      }
      for guest in ["timeline", "posts", "lists", "users", "likes"] {
        #expect(try await Device().records(guest) == [])
      }
      await #expect(throws: FeedError.notTheAuthor) { try await jiro.feed.react(.delete, to: post.id) }
      let seen = try #require(try await jiro.feed.page(FeedPageRequest()).posts.first { $0.id == post.id })
      #expect((seen.likes, seen.isLiked, seen.author.id) == (1, false, id))
      #expect(try await taro.profile.profile()?.name == "太郎")
    }

    @MainActor
    @Test func `The repositories keep the rules, whatever comes between`() async throws {
      let device = try await Device.ofNewUser()
      let session = try #require(device.session.current)
      await expectKeepsTheRules(
        ofAuthRepository: { PocketBaseServer.repositories(client: $0, session: $1).auth },
        email: "rules-\(device.email)", pass: Device.password
      ) {
        // An earlier schedule may have deleted the account.
        _ = try await Device().auth.signUp(email: "rules-\(device.email)", pass: Device.password, fields: [:])
        return device.http
      }
      await expectKeepsTheRules(
        ofFeedRepository: { PocketBaseServer.repositories(client: $0, session: $1).feed }, session: session
      ) {
        _ = try await device.post()
        return device.http
      }
      await expectKeepsTheRules(
        ofProfileRepository: { PocketBaseServer.repositories(client: $0, session: $1).profile }, session: session
      ) { device.http }
    }

    @Test func `A post whose response was lost is published once`() async throws {
      let device = try await Device.ofNewUser()
      let draft = PostDraft(text: "Once", replyTo: nil, idempotencyKey: UUID().uuidString)
      let first = try await device.feed.send(draft)
      #expect(try await device.feed.send(draft) == first)
      let posts = try await device.feed.page(FeedPageRequest()).posts
      #expect(posts.count { $0.author.id == device.userID } == 1)
      let foreign = try await Device.ofNewUser()
      await #expect(throws: FeedError.self) { try await foreign.feed.send(draft) }
      await #expect(throws: FeedError.self) {
        try await device.feed.send(PostDraft(text: "x", replyTo: "no-such-post", idempotencyKey: UUID().uuidString))
      }
    }

    @Test func `Pages have each post once, whatever is posted and deleted between them`() async throws {
      let device = try await Device.ofNewUser()
      var expected: Set<Post.ID> = []
      for _ in 0..<45 { expected.insert(try await device.post().id) }
      var seen: [Post] = []
      var cursor: String?
      repeat {
        let page = try await device.feed.page(FeedPageRequest(cursor: cursor))
        seen += page.posts
        cursor = page.nextCursor
        _ = try await device.post()
        if let last = page.posts.last, last.author.id == device.userID {
          try await device.feed.react(.delete, to: last.id)
        }
      } while cursor != nil
      #expect(Set(seen.map(\.id)).count == seen.count)
      #expect(expected.isSubset(of: seen.map(\.id)))
      #expect(seen.map(\.createdAt) == seen.map(\.createdAt).sorted(by: >))
    }

    @Test func `A new password ends the session of the other device, and nothing else does`() async throws {
      let phone = try await Device.ofNewUser()
      let tablet = try await phone.signedInAgain()
      #expect(try await tablet.auth.currentUser().id == phone.userID)
      // A list that is empty, and a post that does not exist.
      #expect(try await tablet.feed.page(FeedPageRequest(timeline: .list("quiet"))).posts == [])
      await #expect(throws: FeedError.unknownPost) { try await tablet.feed.react(.like, to: "no-such-post") }
      #expect(tablet.userID == phone.userID)

      let id = try #require(phone.userID)
      let change = ["oldPassword": Device.password, "password": "new-password", "passwordConfirm": "new-password"]
      #expect(try await phone.status(.patch, "users/records/\(id)", change) == 200)
      await #expect(throws: FeedError.cancelled) { try await tablet.feed.page(FeedPageRequest()) }
      #expect(tablet.userID == nil)
      await #expect(throws: AuthError.invalidCredentials) {
        try await tablet.auth.login(email: phone.email, pass: Device.password)
      }
      #expect(try await tablet.auth.login(email: phone.email, pass: "new-password").id == id)
    }

    @Test func `An account is deleted with its posts, and the session of the other device ends`() async throws {
      let phone = try await Device.ofNewUser()
      let tablet = try await phone.signedInAgain()
      let post = try await phone.post()
      await #expect(throws: AuthError.invalidCredentials) { try await phone.auth.deleteAccount(pass: "wrong-password") }
      #expect(phone.userID != nil)
      _ = try await phone.auth.deleteAccount(pass: Device.password)
      #expect(phone.userID == nil)
      await #expect(throws: AuthError.sessionEnded) { try await tablet.auth.deleteAccount(pass: Device.password) }
      #expect(tablet.userID == nil)
      let other = try await Device.ofNewUser()
      await #expect(throws: FeedError.unknownPost) { try await other.feed.react(.like, to: post.id) }
    }

    @Test func `A sign-up can be repeated, and takes no address that has an account`() async throws {
      let device = try await Device.ofNewUser()
      _ = try await device.auth.signUp(email: device.email, pass: Device.password, fields: [:])
      await #expect(throws: AuthError.emailAlreadyInUse) {
        try await device.auth.signUp(email: device.email, pass: "other-password", fields: [:])
      }
      await #expect(throws: AuthError.weakPassword) {
        try await device.auth.signUp(email: "new-\(device.email)", pass: "12345", fields: [:])
      }
      await #expect(throws: AuthError.invalidEmail) {
        try await device.auth.signUp(email: "nobody", pass: Device.password, fields: [:])
      }
      #expect(
        try await device.auth.signUp(
          email: "new-\(device.email)", pass: "123456", fields: ["name": "花子"]
        ).name == "花子")
    }

    @Test func `Two devices like a post and save a profile at the same time`() async throws {
      let phone = try await Device.ofNewUser()
      let tablet = try await phone.signedInAgain()
      let post = try await phone.post()
      async let first = phone.feed.react(.like, to: post.id)
      async let second = tablet.feed.react(.like, to: post.id)
      #expect(try await [first, second].allSatisfy { $0?.likes == 1 && $0?.isLiked == true })
      #expect(try await tablet.feed.react(.unlike, to: post.id)?.likes == 0)
      #expect(try await phone.feed.react(.unlike, to: post.id)?.likes == 0)

      async let one = phone.profile.save(ProfileDraft(name: "太郎", gender: .male, createdAt: Date()))
      async let other = tablet.profile.save(ProfileDraft(name: "太郎", gender: nil, createdAt: Date()))
      #expect(try await [one, other].allSatisfy { $0.name == "太郎" })
      try await phone.profile.deleteProfile()
      try await tablet.profile.deleteProfile()
      #expect(try await phone.profile.profile() == nil)
    }

    @Test func `A new post of another user is announced, and so is each connection`() async throws {
      let (taro, jiro) = (try await Device.ofNewUser(), try await Device.ofNewUser())
      let url = try #require(Device.serverURL)
      let stream = PocketBaseStream(baseURL: url, client: Device.client(url))
      var changes = stream.changes(for: taro.session).makeAsyncIterator()
      await changes.next()
      _ = try await jiro.post()
      await changes.next()
    }
  }

  /// An app on a device, without its Stores.
  struct Device {
    static let password = "password123"

    static let serverURL = ProcessInfo.processInfo.environment["POCKETBASE_URL"].flatMap { URL(string: $0) }

    let session = Session(storage: InMemorySessionStorage())
    let email: String
    let http: any APIClient
    private let repositories: AppRepositories

    init(email: String = "\(UUID().uuidString.lowercased())@example.com") throws {
      self.email = email
      http = Self.client(try #require(Self.serverURL))
      repositories = PocketBaseServer.repositories(client: http, session: session)
    }

    static func client(_ url: URL) -> any APIClient {
      HTTPAPIClient(
        baseURL: url, transport: AsyncHTTPClientTransport(),
        configuration: HTTPClientConfiguration(deadline: .seconds(600), idleTimeout: .seconds(600)))
    }

    static func ofNewUser() async throws -> Device {
      let device = try Device()
      _ = try await device.auth.signUp(email: device.email, pass: password, fields: [:])
      return device
    }

    /// Returns another device on the same account.
    func signedInAgain() async throws -> Device {
      let other = try Device(email: email)
      _ = try await other.auth.login(email: email, pass: Self.password)
      return other
    }

    var auth: any AuthRepository { repositories.auth }
    var feed: any FeedRepository { repositories.feed }
    var profile: any MyPageRepository { repositories.profile }
    var userID: User.ID? { session.current?.user.id }

    func post() async throws -> Post {
      try await feed.send(PostDraft(text: "Hi", replyTo: nil, idempotencyKey: UUID().uuidString))
    }

    /// The status of a request that this user sends past the repositories.
    func status(_ method: HTTPMethod, _ path: String, _ body: [String: String]? = nil) async throws -> Int {
      do throws(APIError) {
        _ = try await http.send(
          APIRequest<EmptyResponse>(method, "/api/collections/\(path)", body: body, authorization: authorization))
        return 200
      } catch .invalidResponse(let response) {
        return response.statusCode
      }
    }

    /// The identifiers of the records that this user can list.
    func records(_ collection: String) async throws -> [String?] {
      struct List: Decodable {
        struct Item: Decodable {
          let id: String
        }
        let items: [Item]
      }
      let list = try await http.send(
        APIRequest<List>(.get, "/api/collections/\(collection)/records", authorization: authorization))
      return list.items.map(\.id)
    }

    private var authorization: APIAuthorization {
      session.current?.accessToken.map { .token($0, .bare) } ?? .anonymous
    }
  }
#endif
