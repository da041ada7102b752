#if Network
  import Authentication
  import Core
  import Driver
  import ExampleApp
  import Feed
  import MyPage
  import Synchronization

  /// Makes requests to a server without a control route fail.
  ///
  /// A script names routes of the built-in contract, which such a server does not have. So each call of a repository is
  /// known by the route that the built-in repository would use, and the next request of that call fails. Requests fail
  /// below `AuthorizedAPIClient`, so that a 401 is refreshed or ends the session as one of the server would.
  final class ServerFaults: FaultControl {
    private static let refresh = "POST /v1/refresh"
    @TaskLocal private static var route: String?

    private let outcomes = Mutex<[String: [FakeOutcome]]>([:])

    func fail(_ method: HTTPMethod, _ path: String, kind: String, times: Int) throws(FaultControlError) {
      // Refuses what the backend of the built-in contract would refuse.
      try FakeBackend().fail(method, path, kind: kind, times: times)
      guard let outcome = FakeOutcome(kind: kind) else { return }
      outcomes.withLock { $0["\(method.rawValue) \(path)", default: []] += Array(repeating: outcome, count: times) }
    }

    /// Runs a call of a repository as that of a route.
    fileprivate static func call<Value, Failure: Error>(
      _ route: String, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
      try await $route.withValue(route) { () async -> Result<Value, Failure> in
        do throws(Failure) {
          return .success(try await body())
        } catch {
          return .failure(error)
        }
      }.get()
    }

    /// Takes the fault of a request, which is a refresh or one of the call that is running.
    fileprivate func take(isRefresh: Bool) -> FakeOutcome? {
      outcomes.withLock { outcomes in
        for route in isRefresh ? [Self.refresh, Self.route] : [Self.route] {
          guard let route, outcomes[route]?.isEmpty == false else { continue }
          return outcomes[route]?.removeFirst()
        }
        return nil
      }
    }
  }

  extension ServerKind {
    /// Creates repositories whose requests a script can make fail.
    func repositories(client: any APIClient, session: Session, faults: ServerFaults) -> AppRepositories {
      let client = FaultyClient(client: client, server: self, faults: faults)
      let repositories = RoutedRepositories(repositories: repositories(client: client, session: session))
      return AppRepositories(auth: repositories, feed: repositories, profile: repositories)
    }
  }

  private struct FaultyClient: APIClient {
    let client: any APIClient
    let server: ServerKind
    let faults: ServerFaults

    func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
      switch faults.take(isRefresh: server.isRefresh(path: request.path)) {
      case .answer, nil:
        return try await client.send(request)
      case .respond(let response):
        return try await response.decoded()
      case .fail(let failure):
        throw .requestFailed(failure)
      case .answerThenFail(let failure):
        _ = try await client.send(request)
        throw .requestFailed(failure)
      }
    }
  }

  private struct RoutedRepositories: AuthRepository, FeedRepository, MyPageRepository {
    let repositories: AppRepositories

    private var auth: any AuthRepository { repositories.auth }
    private var feed: any FeedRepository { repositories.feed }

    func login(email: String, pass: String) async throws(AuthError) -> User {
      try await ServerFaults.call("POST /v1/login") { () async throws(AuthError) in
        try await auth.login(email: email, pass: pass)
      }
    }

    func login(provider: String, token: Secret) async throws(AuthError) -> User {
      try await ServerFaults.call("POST /v1/login/\(provider.urlEncoded)") { () async throws(AuthError) in
        try await auth.login(provider: provider, token: token)
      }
    }

    func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
      try await ServerFaults.call("POST /v1/signup") { () async throws(AuthError) in
        try await auth.signUp(email: email, pass: pass, fields: fields)
      }
    }

    func restore() async throws(SessionStorageError) -> User? { try await auth.restore() }

    func currentUser() async throws(AuthError) -> User {
      try await ServerFaults.call("GET /v1/me") { () async throws(AuthError) in try await auth.currentUser() }
    }

    func logout() async throws(AuthError) {
      try await ServerFaults.call("POST /v1/logout") { () async throws(AuthError) in try await auth.logout() }
    }

    func deleteAccount(pass: String) async throws(AuthError) -> User {
      try await ServerFaults.call("DELETE /v1/me") { () async throws(AuthError) in
        try await auth.deleteAccount(pass: pass)
      }
    }

    var publishesOnce: Bool { feed.publishesOnce }

    func timelines() async throws(FeedError) -> [Timeline] {
      try await ServerFaults.call("GET /v1/lists") { () async throws(FeedError) in try await feed.timelines() }
    }

    func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
      try await ServerFaults.call("GET /v1/timeline") { () async throws(FeedError) in try await feed.page(request) }
    }

    func send(_ draft: PostDraft) async throws(FeedError) -> Post {
      try await ServerFaults.call("POST /v1/posts") { () async throws(FeedError) in try await feed.send(draft) }
    }

    func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
      let route =
        switch reaction {
        case .like: "PUT /v1/posts/\(id.urlEncoded)/like"
        case .unlike: "DELETE /v1/posts/\(id.urlEncoded)/like"
        case .delete: "DELETE /v1/posts/\(id.urlEncoded)"
        }
      return try await ServerFaults.call(route) { () async throws(FeedError) in try await feed.react(reaction, to: id) }
    }

    func profile() async throws(MyPageError) -> Profile? {
      try await ServerFaults.call("GET /v1/profile") { () async throws(MyPageError) in
        try await repositories.profile.profile()
      }
    }

    func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
      try await ServerFaults.call("PUT /v1/profile") { () async throws(MyPageError) in
        try await repositories.profile.register(draft)
      }
    }

    func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
      try await ServerFaults.call("PUT /v1/profile") { () async throws(MyPageError) in
        try await repositories.profile.save(draft)
      }
    }

    func deleteProfile() async throws(MyPageError) {
      try await ServerFaults.call("DELETE /v1/profile") { () async throws(MyPageError) in
        try await repositories.profile.deleteProfile()
      }
    }
  }
#endif
