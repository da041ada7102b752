import Authentication
import Core
import Feed
import Foundation
import MyPage

/// Signs in with a token that a browser got, or that the user has made in the settings of the server.
struct MastodonAuthRepository: AuthRepository {
  // There are no refresh tokens; in their place stands whether the app has got the token, and revokes it.
  private static let issued = Secret("issued")
  private static let pasted = Secret("pasted")

  let client: AuthorizedAPIClient
  let session: Session
  let app: @Sendable () async throws(APIError) -> MastodonApp
  /// The API deletes no accounts.
  let capabilities: Set<AuthCapability> = [.signUp]

  /// Signs in with an address such as `taro@example.com` and, as the password, a token from the settings of the server.
  ///
  /// The API takes no passwords: Mastodon 4.4 was the last to remove that grant.
  func login(email: String, pass: String) async throws(AuthError) -> User {
    guard pass.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .invalidCredentials }
    return try await open(Self.pasted, as: email, refusal: .invalidCredentials) { () async throws(AuthError) in
      Secret(pass)
    }
  }

  func login(provider: String, token: Secret) async throws(AuthError) -> User {
    try await open(Self.issued, refusal: .notAuthorized) { () async throws(AuthError) in token }
  }

  /// Creates an account; servers know the fields `username`, `agreement`, `locale` and `reason`.
  ///
  /// Most servers let the user in only after a link in a mail was opened; the error then says so.
  func signUp(email: String, pass: String, fields: [String: String]) async throws(AuthError) -> User {
    let defaults = ["username": Self.name(in: email), "locale": "en"]
    let form = defaults.merging(fields) { $1 }.merging(["email": email, "password": pass]) { $1 }
    return try await open(Self.issued, refusal: .notAuthorized) { () async throws(AuthError) in
      let grant = ["grant_type": "client_credentials", "scope": MastodonServer.scopes]
      let credentials = try await MastodonServer.registration(app).credentials
      let guest = try await token("/oauth/token", grant.merging(credentials) { $1 }, .anonymous)
      return try await token("/api/v1/accounts", form, .bearer(guest))
    }
  }

  func restore() async throws(SessionStorageError) -> User? { try await session.restore() }

  func currentUser() async throws(AuthError) -> User {
    try await session.renew { () async throws(AuthError) -> StoredSession in
      let account = try await client.sendToMastodon(.credentials(), orThrow: AuthError.self)
      return StoredSession(user: account.user, accessToken: nil)
    }
  }

  func logout() async throws(AuthError) {
    if let closed = await session.close() { try await revoke(closed) }
  }

  private func open(
    _ origin: Secret, as address: String? = nil, refusal: AuthError,
    token: () async throws(AuthError) -> Secret
  ) async throws(AuthError) -> User {
    try await session.open { () async throws(AuthError) -> StoredSession in
      let token = try await token()
      let user = try await client.sendToMastodon(.credentials(.bearer(token)), orThrow: AuthError.self) { response in
        response.statusCode == 401 ? refusal : response.denial
      }.user
      if let address, Self.name(in: address) != Self.name(in: user.email) { throw refusal }
      return StoredSession(user: user, accessToken: token, refreshToken: origin)
    } onOvertaken: { overtaken async throws(AuthError) in
      try await revoke(overtaken)
    }
  }

  private static func name(in address: String) -> String {
    address.drop { $0 == "@" }.prefix { $0 != "@" }.lowercased()
  }

  private func token(
    _ path: String, _ form: [String: String], _ authorization: APIAuthorization
  ) async throws(AuthError) -> Secret {
    let request = APIRequest<Fields>(.post, path, body: .form(form), authorization: authorization)
    let response = try await client.sendToMastodon(request, orThrow: AuthError.self) { response in
      if response.refuses("email", "ERR_TAKEN") { return .emailAlreadyInUse }
      return response.refuses("email", "ERR_INVALID") ? .invalidEmail : response.denial
    }
    guard let token = response["access_token"] else { throw .serverError(reason: "The server sent no token.") }
    return Secret(token)
  }

  private func revoke(_ closed: StoredSession) async throws(AuthError) {
    guard closed.refreshToken == Self.issued, let token = closed.accessToken?.rawValue else { return }
    let credentials = try await MastodonServer.registration(app).credentials
    let form = APIBody.form(credentials.merging(["token": token]) { $1 })
    do throws(APIError) {
      try await client.end(closed, with: APIRequest(.post, "/oauth/revoke", body: form))
    } catch {
      throw AuthError(error)
    }
  }
}

/// Reads the home, list and public timelines and threads, and posts.
struct MastodonFeedRepository: FeedRepository {
  /// The number of posts of a conversation that are shown on either side of a post.
  private static let maximumContext = 200

  let client: any APIClient

  func timelines() async throws(FeedError) -> [Timeline] {
    let lists = APIRequest<LossyList<Fields>>(.get, "/api/v1/lists")
    return try await client.sendToMastodon(lists, orThrow: FeedError.self).elements.compactMap { list in
      guard let id = list["id"], let title = list["title"] else { return nil }
      return Timeline(id: "list/\(HTTPRequest.percentEncoded(id))", title: title)
    } + [Timeline(id: "public?local=true", title: "Local"), Timeline(id: "public", title: "Federated")]
  }

  /// Reads a page; the cursor is the query of the link to the next one.
  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    let name: String
    switch request.timeline {
    case nil: name = "home"
    case .list(let id): name = id
    case .thread(let post): return try await thread(of: post)
    }
    let timeline = URLComponents(string: name) ?? URLComponents()
    var query = (timeline.queryItems ?? []) + [URLQueryItem(name: "limit", value: "\(FeedPage.size)")]
    let next = URLComponents(string: "?\(request.cursor ?? "")")?.queryItems ?? []
    query += next.filter { item in !query.contains { $0.name == item.name } }
    let page = APIRequest<StatusPage>(
      .get, "/api/v1/timelines/\(timeline.percentEncodedPath)", query: query)
    let response = try await client.sendToMastodon(page, orThrow: FeedError.self) { response in
      response.statusCode == 404 ? .unknownTimeline : nil
    }
    let statuses = response.statuses.prefix(100)
    let isCut = statuses.count < response.statuses.count
    let last = statuses.last.map { "max_id=\(HTTPRequest.percentEncoded($0.id))" }
    let cursor = isCut || response.headers["Link"] == nil ? last : response.headers.link("next")?.percentEncodedQuery
    return FeedPage(posts: statuses.map(\.post), nextCursor: cursor)
  }

  /// Reads the post and the conversation around it, which the API gives as a whole.
  private func thread(of id: Post.ID) async throws(FeedError) -> FeedPage {
    let post: StatusResponse = try await send(.get, id)
    let context: ContextResponse = try await send(.get, id, "/context")
    let statuses =
      (context.ancestors?.elements ?? []).suffix(Self.maximumContext) + [post]
      + (context.descendants?.elements ?? []).prefix(Self.maximumContext)
    return FeedPage(posts: statuses.map(\.post), nextCursor: nil, order: .ranked)
  }

  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    let post = APIRequest<StatusResponse>(
      .post, "/api/v1/statuses", headers: ["Idempotency-Key": draft.idempotencyKey],
      body: .form(["status": draft.text, "in_reply_to_id": draft.replyTo]))
    return try await client.sendToMastodon(post, orThrow: FeedError.self).post
  }

  func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    switch reaction {
    case .like: return (try await send(.post, id, "/favourite") as StatusResponse).post
    case .unlike: return (try await send(.post, id, "/unfavourite") as StatusResponse).post
    case .delete:
      try await delete(id)
      return nil
    }
  }

  private func delete(_ id: Post.ID) async throws(FeedError) {
    do throws(FeedError) {
      let _: EmptyResponse = try await send(.delete, id)
    } catch .unknownPost {
      // Mastodon answers so for the post of another user, too.
      do throws(FeedError) {
        let _: EmptyResponse = try await send(.get, id)
      } catch .unknownPost {
        return
      }
      throw .notTheAuthor
    }
  }

  private func send<Body: Decodable & Sendable>(
    _ method: HTTPMethod, _ id: Post.ID, _ action: String = ""
  ) async throws(FeedError) -> Body {
    let request = APIRequest<Body>(method, "/api/v1/statuses/\(HTTPRequest.percentEncoded(id))\(action)")
    return try await client.sendToMastodon(request, orThrow: FeedError.self) { response in
      switch response.statusCode {
      case 403 where method == .delete: .notTheAuthor
      case 404: .unknownPost
      default: nil
      }
    }
  }
}

/// Reads and saves the display name; the network knows no gender.
struct MastodonProfileRepository: MyPageRepository {
  let client: any APIClient

  func profile() async throws(MyPageError) -> Profile? {
    try await client.sendToMastodon(.credentials(), orThrow: MyPageError.self).profile
  }

  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    guard let saved = try await setName(draft.name) else { throw .serverError(reason: "The name was not saved.") }
    return saved
  }

  func deleteProfile() async throws(MyPageError) { _ = try await setName("") }

  private func setName(_ name: String) async throws(MyPageError) -> Profile? {
    let request = APIRequest<AccountResponse>(
      .patch, "/api/v1/accounts/update_credentials", body: .form(["display_name": name]))
    return try await client.sendToMastodon(request, orThrow: MyPageError.self).profile
  }
}
