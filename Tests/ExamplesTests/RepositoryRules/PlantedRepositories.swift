import Authentication
import Core
import Feed
import Foundation
import MyPage
import TestSupport

/// A mistake in a repository of Authentication.
enum AuthMistake: CaseIterable {
  case readsTheSessionLate, renewsAfterSignOut, tellsTheServerFirst, forgetsToRestore, takesAProxyForTheEnd
  case keepsARefusedSession, takesARefusalForAFailure, endsTwice, showsACancelledCall, hidesTheNetwork
  case takesAPasswordForAToken, deletesWithAnyPassword, endsWithAWrongPassword
}

/// The repository of the built-in contract with one mistake.
struct PlantedAuthRepository: AuthRepository {
  let mistake: AuthMistake
  let client: any APIClient
  let session: Session
  private let authorized: AuthorizedAPIClient
  private let remote: RemoteAuthRepository

  init(_ mistake: AuthMistake, client: any APIClient, session: Session) {
    self.mistake = mistake
    self.client = client
    self.session = session
    let ends: Set = mistake == .takesAProxyForTheEnd ? [401, 403] : [401]
    let retries: SessionRefresh = { token, _ throws(SessionRefreshError) in
      let request = APIRequest<TokenResponse>(
        .post, "/v1/refresh", body: RefreshRequest(token), authorization: .anonymous)
      do throws(APIError) {
        return try await client.send(request).tokens
      } catch {
        throw .failed(error)
      }
    }
    authorized = AuthorizedAPIClient(
      wrapping: client, session: session, refuses: { ends.contains($0.statusCode) },
      refresh: mistake == .takesARefusalForAFailure ? retries : nil)
    remote = RemoteAuthRepository(client: client, session: session)
  }

  func login(email: String, pass: String) async throws(AuthError) -> User {
    guard mistake == .readsTheSessionLate else {
      do throws(AuthError) {
        return try await remote.login(email: email, pass: pass)
      } catch {
        throw mistake == .takesAPasswordForAToken && error == .invalidCredentials ? .notAuthorized : error
      }
    }
    let request = APIRequest<UserResponse>(
      .post, "/v1/login", body: LoginRequest(email: email, pass: pass), authorization: .anonymous)
    let opened = try await client.send(request, orThrow: AuthError.self).session
    func signIn() async throws(AuthError) -> StoredSession { opened }
    return try await session.open(signIn, onOvertaken: { _ in })
  }

  func restore() async throws(SessionStorageError) -> User? {
    mistake == .forgetsToRestore ? nil : try await session.restore()
  }

  func currentUser() async throws(AuthError) -> User {
    let me = APIRequest<UserResponse>(.get, "/v1/me")
    switch mistake {
    case .renewsAfterSignOut:
      let user = try await client.send(authorizedByItself(me), orThrow: AuthError.self).session
      func signIn() async throws(AuthError) -> StoredSession { user }
      return try await session.open(signIn, onOvertaken: { _ in })
    case .keepsARefusedSession:
      return try await client.send(authorizedByItself(me), orThrow: AuthError.self) { _ in .sessionEnded }.user
    case .endsTwice:
      let before = session.current
      do throws(AuthError) {
        return try await authorized.send(me, orThrow: AuthError.self).user
      } catch {
        if session.current == nil, let before {
          await session.begin(before)
          _ = await session.close()
        }
        throw error
      }
    case .showsACancelledCall:
      do throws(APIError) {
        return try await authorized.send(me).user
      } catch {
        throw .noNetwork
      }
    case .hidesTheNetwork:
      do throws(APIError) {
        return try await authorized.send(me).user
      } catch {
        throw error == .cancelled ? .cancelled : .serverError(reason: "?")
      }
    case .readsTheSessionLate, .tellsTheServerFirst, .forgetsToRestore, .takesAProxyForTheEnd, .takesAPasswordForAToken,
      .takesARefusalForAFailure, .deletesWithAnyPassword, .endsWithAWrongPassword:
      return try await authorized.send(me, orThrow: AuthError.self).user
    }
  }

  func logout() async throws(AuthError) {
    guard mistake == .tellsTheServerFirst else { return try await remote.logout() }
    let request = APIRequest<EmptyResponse>(.post, "/v1/logout", body: EmptyRequestBody())
    _ = try await client.send(authorizedByItself(request), orThrow: AuthError.self)
    _ = await session.close()
  }

  func deleteAccount(pass: String) async throws(AuthError) -> User {
    do throws(AuthError) {
      return try await remote.deleteAccount(
        pass: mistake == .deletesWithAnyPassword ? FakeAccount.taro.password.rawValue : pass)
    } catch {
      if mistake == .endsWithAWrongPassword { _ = await session.close() }
      throw error
    }
  }

  private func authorizedByItself<Body>(_ request: APIRequest<Body>) -> APIRequest<Body> {
    var request = request
    request.authorization = session.current?.accessToken.map { .bearer($0) } ?? .anonymous
    return request
  }
}

/// A mistake in a repository of Feed.
enum FeedMistake: CaseIterable {
  case makesANewKey, sendsNoKey, warnsOfNothing, repeatsByItself, showsAnEmptyPage, deletesOnce, namesTheScreen,
    blamesThePost, ignoresTheThread
}

struct PlantedFeedRepository: FeedRepository {
  private let mistake: FeedMistake
  private let client: any APIClient
  private let remote: RemoteFeedRepository

  init(_ mistake: FeedMistake, client: any APIClient, session: Session) {
    self.mistake = mistake
    self.client = AuthorizedAPIClient(wrapping: client, session: session)
    remote = RemoteFeedRepository(client: client, session: session)
  }

  var publishesOnce: Bool { mistake != .warnsOfNothing }

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    do throws(FeedError) {
      return try await remote.page(mistake == .ignoresTheThread ? FeedPageRequest() : request)
    } catch {
      guard mistake == .showsAnEmptyPage, error == .noNetwork else { throw error }
      return FeedPage(posts: [], nextCursor: nil)
    }
  }

  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    let headers: HTTPHeaders =
      switch mistake {
      case .makesANewKey: ["Idempotency-Key": UUID().uuidString]
      case .sendsNoKey, .warnsOfNothing: [:]
      case .repeatsByItself, .showsAnEmptyPage, .deletesOnce, .namesTheScreen, .blamesThePost,
        .ignoresTheThread:
        ["Idempotency-Key": draft.idempotencyKey]
      }
    let request = APIRequest<PostResponse>(
      .post, "/v1/posts", headers: headers, body: PostRequest(text: draft.text, inReplyTo: draft.replyTo))
    do throws(FeedError) {
      let post = try await client.send(request, orThrow: FeedError.self).post
      guard mistake == .namesTheScreen else { return post }
      let author = Author(id: post.author.screenName, name: post.author.name, screenName: post.author.screenName)
      return Post(id: post.id, author: author, text: post.text, createdAt: post.createdAt)
    } catch {
      guard mistake == .repeatsByItself, error == .noNetwork else { throw error }
      return try await client.send(request, orThrow: FeedError.self).post
    }
  }

  func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    if reaction == .delete, mistake == .deletesOnce {
      guard try await page(FeedPageRequest()).posts.contains(where: { $0.id == id }) else { throw .unknownPost }
    }
    do throws(FeedError) {
      return try await remote.react(reaction, to: id)
    } catch {
      throw mistake == .blamesThePost && error == .noNetwork ? .unknownPost : error
    }
  }
}

/// A repository for a server that has no passwords.
struct SmallAuthRepository: AuthRepository {
  let capabilities: Set<AuthCapability> = []

  func login(email: String, pass: String) async throws(AuthError) -> User { throw .notAuthorized }
  func logout() async throws(AuthError) {}
}

/// A repository for a server that deletes nothing and knows the authors of posts by other names.
struct SmallFeedRepository: FeedRepository {
  var capabilities: Set<FeedCapability> = [.posts]
  let client: any APIClient
  let session: Session

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { FeedPage(posts: [], nextCursor: nil) }

  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    try await PlantedFeedRepository(.namesTheScreen, client: client, session: session).send(draft)
  }
}

/// A repository for a server whose profiles are only read.
struct SmallProfileRepository: MyPageRepository {
  var capabilities: Set<MyPageCapability> = []
  let client: any APIClient
  let session: Session

  func profile() async throws(MyPageError) -> Profile? {
    try await RemoteMyPageRepository(client: client, session: session).profile()
  }
}

/// A repository for a server that deletes no account; the answer to a sign-out is ignored.
struct ModestAuthRepository: AuthRepository {
  var capabilities: Set<AuthCapability> = []
  let client: any APIClient
  let session: Session
  private var remote: RemoteAuthRepository { RemoteAuthRepository(client: client, session: session) }

  init(capabilities: Set<AuthCapability> = [], client: any APIClient, session: Session) {
    (self.capabilities, self.client, self.session) = (capabilities, client, session)
  }

  func login(email: String, pass: String) async throws(AuthError) -> User {
    try await remote.login(email: email, pass: pass)
  }

  func restore() async throws(SessionStorageError) -> User? { try await session.restore() }
  func logout() async throws(AuthError) { try? await remote.logout() }
}

/// A repository for a server that may publish a post twice.
struct ModestFeedRepository: FeedRepository {
  let client: any APIClient
  let session: Session

  var capabilities: Set<FeedCapability> { [.posts] }
  var publishesOnce: Bool { false }

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { FeedPage(posts: [], nextCursor: nil) }

  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    do throws(FeedError) {
      return try await PlantedFeedRepository(.sendsNoKey, client: client, session: session).send(draft)
    } catch {
      throw error == .noNetwork ? .postMayHaveArrived : error
    }
  }
}

/// A server that has renamed the user, and answers with the new identifier, since the sign-in.
struct RenamingServer: APIClient {
  private let client = FakeAPIClient(backend: FakeBackend(FakeConfiguration(now: { .sample })))

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let response = try await client.send(request)
    guard request.path == "/v1/me", request.method == .get else { return response }
    let json = #"{"user_id":"jiro","user_name":"Jiro","email":"taro@example.com"}"#
    return try await HTTPResponse(status: 200, body: Data(json.utf8)).decoded()
  }
}

/// A repository of MyPage whose registration replaces a profile.
struct ReplacingProfileRepository: MyPageRepository {
  let remote: RemoteMyPageRepository

  func profile() async throws(MyPageError) -> Profile? { try await remote.profile() }
  func register(_ draft: ProfileDraft) async throws(MyPageError) -> Profile { try await remote.save(draft) }
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile { try await remote.save(draft) }
  func deleteProfile() async throws(MyPageError) { try await remote.deleteProfile() }
}

/// A repository of MyPage that sends the token by itself, and so delivers answers to the user who is signed in by then.
struct PlantedProfileRepository: MyPageRepository {
  let client: any APIClient
  let session: Session

  func profile() async throws(MyPageError) -> Profile? { nil }

  func save(_ draft: ProfileDraft) async throws(MyPageError) -> Profile {
    guard let current = session.current, let token = current.accessToken else { throw .notAuthorized }
    let profile = Profile(userID: current.user.id, name: draft.name, gender: draft.gender, createdAt: draft.createdAt)
    let request = APIRequest<ProfileResponse>(
      .put, "/v1/profile", body: ProfileRequest(profile), authorization: .bearer(token))
    return try await client.send(request, orThrow: MyPageError.self).profile
  }

  func deleteProfile() async throws(MyPageError) {}
}
