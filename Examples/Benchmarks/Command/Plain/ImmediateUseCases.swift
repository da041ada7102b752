import Authentication
import Core
import Feed
import Foundation
import MyPage
import Synchronization

/// Closures that answer at once; plain Swift calls them, and the Stores do through their use cases.
enum ImmediateAuth {
  static let user = User(
    id: "user-1", name: "Taro", email: "taro@example.com", lastLoginDate: Date(timeIntervalSince1970: 1_772_944_371))

  static let login: @Sendable (Credentials) async throws(AuthError) -> User = { _ throws(AuthError) in user }
  static let logout: @Sendable () async throws(AuthError) -> Void = { () throws(AuthError) in }

  static let endSession: @Sendable () async -> Void = {}

  @MainActor static var plain: PlainAuth { PlainAuth(login: login, logout: logout, endSession: endSession) }
  @MainActor static var bare: BareAuth { BareAuth(login: login, logout: logout, endSession: endSession) }

  @MainActor static var store: AuthStore {
    var useCase = AuthUseCase(
      login: AnyUseCase(login), logout: AnyUseCase { _ throws(AuthError) in try await logout() })
    useCase.signUp = useCase.login
    useCase.logout = AnyUseCase { _ throws(AuthError) in try await logout() }
    useCase.recallSession = AnyUseCase { _ in .user(user) }
    useCase.restoreSession = AnyUseCase { _ throws(AuthError) in user }
    useCase.endSession = AnyUseCase { _ in await endSession() }
    return AuthStore(useCase: useCase, messages: .english)
  }
}

/// Timelines, pages and posts that are there at once.
final class ImmediateFeed: Sendable {
  static let timelines = [Timeline(id: "home", title: "Home"), Timeline(id: "swift", title: "Swift")]

  private let pages = Mutex<[FeedPage]>([])
  private let posts = Mutex<[Post]>([])
  private let first: FeedPage

  /// - Parameter first: What every request without a place is answered with.
  init(first: FeedPage) {
    self.first = first
  }

  /// Puts up what further pages are answered with, the last one first.
  func put(_ pages: [FeedPage]) { self.pages.withLock { $0 = pages } }
  /// Puts up what sent posts are answered with, the last one first.
  func put(_ posts: [Post]) { self.posts.withLock { $0 = posts } }

  var readTimelines: @Sendable () async throws(FeedError) -> [Timeline] {
    { () throws(FeedError) in Self.timelines }
  }

  var readPage: @Sendable (FeedPageRequest) async throws(FeedError) -> FeedPage {
    { request throws(FeedError) in
      request.maxID == nil ? self.first : self.pages.withLock { $0.popLast() } ?? self.first
    }
  }

  var sendPost: @Sendable (PostDraft) async throws(FeedError) -> Post {
    { _ throws(FeedError) in self.posts.withLock { $0.popLast() } ?? self.first.posts[0] }
  }

  @MainActor var store: FeedStore {
    var useCase = FeedUseCase(repository: UnusedFeedRepository())
    useCase.readTimelines = AnyUseCase { _ throws(FeedError) in try await self.readTimelines() }
    useCase.readPage = AnyUseCase(readPage)
    useCase.draftPost = AnyUseCase { input throws(FeedError) in
      PostDraft(text: input.text, replyTo: input.replyTo, idempotencyKey: input.text)
    }
    useCase.sendPost = AnyUseCase(sendPost)
    return FeedStore(useCase: useCase)
  }
}

/// Every use case that would call it is replaced.
private struct UnusedFeedRepository: FeedRepository {
  func timelines() async throws(FeedError) -> [Timeline] { [] }
  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { FeedPage(posts: [], nextMaxID: nil) }
  func send(_ draft: PostDraft) async throws(FeedError) -> Post { throw .postRejected }
}

/// A profile that is there at once.
struct ImmediateMyPage: MyPageRepository {
  static let stored = StoredProfile(
    profile: Profile(userID: "user-1", name: "Taro", gender: .male, createdAt: ImmediateAuth.user.lastLoginDate),
    isSaved: true)

  func profile() async throws(MyPageError) -> StoredProfile { Self.stored }
  func save(_ draft: ProfileDraft) async throws(MyPageError) -> StoredProfile { Self.stored }
  func deleteProfile() async throws(MyPageError) {}

  var readProfile: @Sendable () async throws(MyPageError) -> StoredProfile {
    { () throws(MyPageError) in Self.stored }
  }
  var draftProfile: @Sendable (ProfileInput) async throws(MyPageError) -> ProfileDraft {
    { input throws(MyPageError) in
      ProfileDraft(name: input.name, gender: .male, createdAt: ImmediateAuth.user.lastLoginDate)
    }
  }
  var saveProfile: @Sendable (ProfileDraft) async throws(MyPageError) -> StoredProfile {
    { _ throws(MyPageError) in Self.stored }
  }

  @MainActor var store: MyPageStore {
    var useCase = MyPageUseCase(repository: self)
    useCase.readProfile = AnyUseCase { _ throws(MyPageError) in try await readProfile() }
    useCase.draftProfile = AnyUseCase(draftProfile)
    useCase.saveProfile = AnyUseCase(saveProfile)
    useCase.deleteProfile = AnyUseCase { _ throws(MyPageError) in }
    return MyPageStore(useCase: useCase, messages: .english)
  }
}
