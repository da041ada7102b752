import Authentication
import Core
import CoreTesting
import Feed
import Foundation
import MyPage
import StoreExploring
import Synchronization
import TestSupport

/// What outlives a process of the app: its disk, and the server.
final class AppWorld: Sendable {
  let disk: AppDisk
  let server: AppServer
  /// The requests that can fail for want of a network, by name.
  let isOffline: @Sendable (String) -> Bool
  /// Whether what is shown is kept for the next launch.
  let keepsSnapshots: Bool
  /// What is wrong with what the app is given, if anything is.
  let mistake: AppMistake?

  init(
    signedIn: AppUser? = nil, isLocked: Bool = false, hasPost: Bool = false, keepsSnapshots: Bool = false,
    isOffline: @escaping @Sendable (String) -> Bool = { _ in true }, mistake: AppMistake? = nil
  ) {
    let server = AppServer(hasPost: hasPost)
    self.server = server
    disk = AppDisk(
      session: signedIn.map { StoredSession(user: $0.user, accessToken: Secret(server.open($0))) }, isLocked: isLocked)
    self.isOffline = isOffline
    self.keepsSnapshots = keepsSnapshots
    self.mistake = mistake
  }

  /// Whether a user has written nothing: there is one post of each at most, so that the exploration ends.
  func isWithoutPost(of user: AppUser) -> Bool {
    !server.content.posts.contains { $0.author == user } && disk.drafts(of: user).unsent.isEmpty
  }

  /// Whether a post is at the server, or is kept to be sent.
  func has(_ text: String, of user: AppUser) -> Bool {
    server.content.posts.contains { $0.text == text } || disk.drafts(of: user).unsent.contains { $0.text == text }
  }
}

/// The users of the server; most explorations have the first one only.
enum AppUser: String, CaseIterable, Hashable {
  case taro = "Taro"
  case hana = "Hana"

  init?(_ userID: User.ID?) {
    guard let user = Self.allCases.first(where: { $0.user.id == userID }) else { return nil }
    self = user
  }

  var user: User { User(id: rawValue.lowercased(), name: rawValue, email: "\(rawValue.lowercased())@example.com") }

  var hasProfile: Bool { self == .taro }

  /// The only post that the user writes, which says by whom it is.
  var text: String { "Hello from \(rawValue)" }
}

/// A disk that can be full, for the session, the saved flags and the drafts; until it is unlocked, it says that there is no
/// session.
final class AppDisk: SessionStorage, SavedFlagStorage, DraftStorage {
  struct Content: Hashable {
    var session: StoredSession?
    var isLocked = false
    var isFull = false
    /// In the order of the users; as at the server, so that reading a profile changes nothing.
    var areProfilesSaved = AppUser.allCases.map(\.hasProfile)
    /// In the order of the users.
    var drafts = AppUser.allCases.map { _ in Drafts() }
    /// By name, in the order of the users.
    var snapshots = AppUser.allCases.map { _ in [String: AnySnapshot]() }
  }

  private let state: Mutex<Content>

  init(session: StoredSession?, isLocked: Bool) {
    state = Mutex(Content(session: session, isLocked: isLocked))
  }

  var content: Content { state.withLock { $0 } }

  func drafts(of user: AppUser) -> Drafts { content.drafts[user.index] }

  func setFull(_ isFull: Bool) {
    state.withLock { $0.isFull = isFull }
  }

  func unlock() {
    state.withLock { $0.isLocked = false }
  }

  func load() -> StoredSession? { content.isLocked ? nil : content.session }

  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) throws(SessionStorageError) -> StoredSession? {
    guard !content.isLocked else { throw .unavailable(reason: "locked") }
    let changed = change(content.session)
    try state.withLock { content throws(SessionStorageError) in
      guard !content.isFull || changed == content.session else { throw .notWritten(reason: "full") }
      content.session = changed
    }
    return changed
  }

  fileprivate func change(_ userID: User.ID, _ change: (inout [String: AnySnapshot]) -> Void) {
    guard let user = AppUser(userID) else { return }
    state.withLock { if !$0.isFull { change(&$0.snapshots[user.index]) } }
  }

  func isSaved(for userID: User.ID) -> Bool {
    AppUser(userID).map { content.areProfilesSaved[$0.index] } ?? false
  }

  func set(_ isSaved: Bool, for userID: User.ID) {
    guard let user = AppUser(userID) else { return }
    state.withLock { $0.areProfilesSaved[user.index] = isSaved }
  }

  func load(for userID: User.ID) -> Drafts { AppUser(userID).map(drafts) ?? Drafts() }

  func apply(_ change: DraftChange, for userID: User.ID) throws(DraftStorageError) {
    guard !content.isFull else { throw .notWritten(reason: "full") }
    guard let user = AppUser(userID) else { return }
    state.withLock { $0.drafts[user.index].apply(change) }
  }

  func removeAll(for userID: User.ID) {
    if let user = AppUser(userID) { state.withLock { $0.drafts[user.index] = Drafts() } }
  }
}

/// What is kept of a user for the next launch, on a disk; while that is full, what was kept before stays.
struct AppSnapshots: SnapshotStorage {
  let disk: AppDisk

  func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) -> Snapshot<Content>? {
    AppUser(userID).flatMap { disk.content.snapshots[$0.index][Content.name]?.value(as: type) }
  }

  func keep<Content: SnapshotContent>(_ content: Content?, for userID: User.ID) {
    disk.change(userID) { $0[Content.name] = content.map { AnySnapshot(Snapshot(content: $0, date: .sample)) } }
  }

  func change<Content: SnapshotContent>(
    _ type: Content.Type, for userID: User.ID, _ change: @Sendable (inout Content) -> Void
  ) {
    guard var snapshot = load(type, for: userID) else { return }
    change(&snapshot.content)
    keep(snapshot.content, for: userID)
  }

  func removeAll(for userID: User.ID) {
    disk.change(userID) { $0 = [:] }
  }
}

/// A snapshot of any content.
struct AnySnapshot: Hashable, Sendable {
  private let bytes: Data

  init(_ snapshot: Snapshot<some SnapshotContent>) {
    bytes = (try? JSONCoding.encode(snapshot)) ?? Data()
  }

  func value<Content: SnapshotContent>(as type: Content.Type) -> Snapshot<Content>? {
    try? JSONCoding.decode(Snapshot<Content>.self, from: bytes)
  }
}

/// A server of two users, whose posts can be liked and to which each adds one at most.
final class AppServer: Sendable {
  struct Account: Hashable {
    /// The only valid token of the user.
    var token: String?
    var isLiking = false
    var isDeleted = false
  }

  struct PublishedPost: Hashable {
    let key: String
    let author: AppUser
    let text: String
  }

  struct Content: Hashable {
    var accounts = AppUser.allCases.map { _ in Account() }
    var posts: [PublishedPost] = []
  }

  private let state: Mutex<Content>

  init(hasPost: Bool) {
    let posts = hasPost ? [PublishedPost(key: "", author: .taro, text: "Welcome")] : []
    state = Mutex(Content(posts: posts))
  }

  var content: Content { state.withLock { $0 } }

  func account(of user: AppUser) -> Account { content.accounts[user.index] }

  /// Opens a session, which ends an earlier one of the user, and returns its token.
  fileprivate func open(_ user: AppUser) -> String {
    let token = UUID().uuidString
    state.withLock { $0.accounts[user.index].token = token }
    return token
  }

  func endSession(of user: AppUser) {
    state.withLock { $0.accounts[user.index].token = nil }
  }
}

extension AppServer: APIClient {
  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let body: (any Sendable)? =
      if let login: LoginRequest = request.value() { signIn(login.email) } else { authorized(request) }
    guard let body = body as? Response else {
      throw .invalidResponse(body as? InvalidResponse ?? InvalidResponse(statusCode: 401))
    }
    return body
  }

  private func signIn(_ email: String) -> UserResponse? {
    guard let user = AppUser.allCases.first(where: { $0.user.email == email }), !account(of: user).isDeleted else {
      return nil
    }
    return UserResponse(user.user, accessToken: Secret(open(user)))
  }

  /// The body of the response, or `nil` if the token is not valid.
  private func authorized<Response>(_ request: APIRequest<Response>) -> (any Sendable)? {
    let token = request.token
    return state.withLock { content in
      guard let token, let user = AppUser.allCases.first(where: { content.accounts[$0.index].token == token })
      else { return nil }
      let post: PostRequest? = request.value()
      return content.response(
        to: "\(request.method.rawValue) \(request.path)", key: request.headers["Idempotency-Key"], text: post?.text,
        user)
    }
  }
}

extension AppServer.Content {
  fileprivate mutating func response(
    to call: String, key: String?, text: String?, _ user: AppUser
  ) -> (any Sendable)? {
    switch call {
    case "GET /v1/me":
      return UserResponse(user.user)
    case "POST /v1/logout":
      accounts[user.index].token = nil
      return EmptyResponse()
    case "DELETE /v1/me":
      accounts[user.index] = AppServer.Account(isDeleted: true)
      return EmptyResponse()
    case "GET /v1/lists":
      return ListsResponse([])
    case "GET /v1/timeline":
      return TimelineResponse(posts.indices.reversed().map { post($0, for: user) }, nextMaxID: nil)
    case "POST /v1/posts":
      if let key, let text, !posts.contains(where: { $0.key == key }) {
        posts.append(AppServer.PublishedPost(key: key, author: user, text: text))
      }
      return PostResponse(post(posts.endIndex - 1, for: user))
    case "PUT /v1/posts/0/like", "DELETE /v1/posts/0/like":
      accounts[user.index].isLiking = call.hasPrefix("PUT")
      return PostResponse(post(0, for: user))
    case "GET /v1/profile":
      guard user.hasProfile else {
        return InvalidResponse(statusCode: 404, problem: ProblemDetails(code: "profile_not_found"))
      }
      return ProfileResponse(Profile(userID: user.user.id, name: user.rawValue, gender: .male, createdAt: .sample))
    default:
      return nil
    }
  }

  /// A post as a user sees it; the first one can be liked.
  private func post(_ index: Int, for user: AppUser) -> Post {
    let isLiked = index == 0 && accounts[user.index].isLiking
    let author = posts[index].author
    return Post(
      id: "\(index)", author: Author(id: author.user.id, name: author.rawValue, screenName: author.rawValue),
      text: posts[index].text, createdAt: .sample, likes: isLiked ? 1 : 0, isLiked: isLiked)
  }
}

extension AppUser {
  var index: Int { self == .taro ? 0 : 1 }
}

extension APIRequest {
  /// The token that the request carries.
  var token: String? { if case .token(let token, _) = authorization { token.rawValue } else { nil } }

  /// The body of the request before it is encoded, where it is of this type.
  fileprivate func value<Value>() -> Value? {
    if case .json(let value)? = body { value as? Value } else { nil }
  }
}
