import Core
import Foundation

/// The use cases of ``FeedStore``; each can be replaced.
public struct FeedUseCase: Sendable {
  /// Reads the timelines that a user can choose.
  public var readTimelines: AnyUseCase<Void, [Timeline], FeedError>
  /// Reads a page of a timeline.
  public var readPage: AnyUseCase<FeedPageRequest, FeedPage, FeedError>
  /// Makes a draft of what was typed.
  public var draftPost: AnySynchronousUseCase<PostInput, PostDraft, FeedError>
  /// Sends a post.
  public var sendPost: AnyUseCase<PostDraft, Post, FeedError>
  /// Likes or unlikes a post.
  public var likePost: AnyUseCase<LikeRequest, Post, FeedError>
  /// Deletes a post.
  public var deletePost: AnyUseCase<Post.ID, Void, FeedError>
  /// Why the drafts of an earlier launch are not sent, where that is known.
  public var failureOfEarlierDrafts: FeedError?
  /// Reads the drafts of the signed-in user.
  public var readDrafts: AnyUseCase<Void, Drafts, FeedError>
  /// Changes the drafts of the signed-in user, in the order of the calls.
  public var changeDrafts: AnyUseCase<DraftChange, Void, FeedError>
  /// Returns the identifier of the signed-in user, whose posts can be deleted.
  public var currentUser: AnySynchronousUseCase<Void, User.ID?, Never>

  /// The number of timelines of a repository that a user can choose from; further ones are left out.
  static let maximumTimelines = 200

  /// Creates the use cases of a repository and a storage of drafts; `onFailure` is called with each error before the
  /// Store gets it.
  ///
  /// Drafts of a user who is signed out, where `userID` returns `nil`, are not saved.
  public init(
    repository: any FeedRepository, drafts: any DraftStorage = InMemoryDraftStorage(),
    userID: @escaping @Sendable () -> User.ID? = { "" },
    onFailure: @escaping @Sendable (FeedError) -> Void = { _ in }
  ) {
    failureOfEarlierDrafts = repository.publishesOnce ? nil : .postMayHaveArrived
    readTimelines = AnyUseCase { (_: Void) async throws(FeedError) -> [Timeline] in
      let timelines = Array(try await repository.timelines().prefix(Self.maximumTimelines))
      try Self.check(timelines.flatMap { [$0.id, $0.title] })
      return timelines
    }.reportingFailures(to: onFailure)
    readPage = AnyUseCase { (request: FeedPageRequest) async throws(FeedError) -> FeedPage in
      let page = try await repository.page(request)
      try Self.check(page.posts.flatMap(\.names))
      guard page.nextCursor?.isUsableInput ?? true else {
        throw .serverError(reason: "The server sent a cursor of more than 10 KiB.")
      }
      return page
    }.reportingFailures(to: onFailure)
    draftPost = AnySynchronousUseCase { (input: PostInput) throws(FeedError) -> PostDraft in
      do throws(FeedError) {
        return try DraftPost().execute(input)
      } catch {
        onFailure(error)
        throw error
      }
    }
    sendPost = AnyUseCase { (draft: PostDraft) async throws(FeedError) -> Post in
      let post = try await repository.send(draft)
      try Self.check(post.names)
      return post
    }.reportingFailures(to: onFailure)
    likePost = AnyUseCase { (request: LikeRequest) async throws(FeedError) -> Post in
      let post = try await repository.setLiked(request.isLiked, post: request.post)
      try Self.check(post.names)
      return post
    }.reportingFailures(to: onFailure)
    deletePost = AnyUseCase { (id: Post.ID) async throws(FeedError) in
      try await repository.delete(post: id)
    }.reportingFailures(to: onFailure)
    readDrafts = AnyUseCase { (_: Void) async throws(FeedError) -> Drafts in
      guard let userID = userID() else { return Drafts() }
      do throws(DraftStorageError) {
        return try await drafts.load(for: userID)
      } catch {
        throw FeedError(error)
      }
    }.reportingFailures(to: onFailure)
    changeDrafts = AnyUseCase { (change: DraftChange) async throws(FeedError) in
      guard let userID = userID() else { return }
      do throws(DraftStorageError) {
        try await drafts.apply(change, for: userID)
      } catch {
        throw FeedError(error)
      }
    }.reportingFailures(to: onFailure)
    currentUser = AnySynchronousUseCase { _ in userID() }
  }

  /// Creates the use cases of an app that does not offer everything; without `changeDrafts`, what was written is lost
  /// with the Store.
  public init(
    readPage: AnyUseCase<FeedPageRequest, FeedPage, FeedError>,
    readTimelines: AnyUseCase<Void, [Timeline], FeedError> = AnyUseCase { _ in [] },
    draftPost: AnySynchronousUseCase<PostInput, PostDraft, FeedError> = AnySynchronousUseCase {
      (input: PostInput) throws(FeedError) -> PostDraft in try DraftPost().execute(input)
    },
    sendPost: AnyUseCase<PostDraft, Post, FeedError> = Self.unsupported("posting"),
    likePost: AnyUseCase<LikeRequest, Post, FeedError> = Self.unsupported("likes"),
    deletePost: AnyUseCase<Post.ID, Void, FeedError> = Self.unsupported("deleting"),
    readDrafts: AnyUseCase<Void, Drafts, FeedError> = AnyUseCase { _ in Drafts() },
    changeDrafts: AnyUseCase<DraftChange, Void, FeedError> = AnyUseCase { _ in },
    currentUser: AnySynchronousUseCase<Void, User.ID?, Never> = AnySynchronousUseCase { _ in nil }
  ) {
    self.readTimelines = readTimelines
    self.readPage = readPage
    self.draftPost = draftPost
    self.sendPost = sendPost
    self.likePost = likePost
    self.deletePost = deletePost
    self.readDrafts = readDrafts
    self.changeDrafts = changeDrafts
    self.currentUser = currentUser
  }

  private static func check(_ names: [String]) throws(FeedError) {
    try FeedError.check(names, "an identifier or a name")
  }

  /// Returns a use case that throws ``FeedError/serverError(reason:)``.
  public static func unsupported<Parameters, Success>(
    _ name: String
  ) -> AnyUseCase<Parameters, Success, FeedError> {
    AnyUseCase { (_: Parameters) async throws(FeedError) -> Success in
      throw .serverError(reason: "The app does not support \(name).")
    }
  }
}

extension Post {
  fileprivate var names: [String] { [id, author.id, author.name, author.screenName, inReplyTo ?? ""] }
}

/// Whether the user likes a post.
public struct LikeRequest: Sendable, Hashable {
  /// The post.
  public let post: Post.ID
  /// Whether to like it.
  public let isLiked: Bool

  /// Creates a request.
  public init(post: Post.ID, isLiked: Bool) {
    self.post = post
    self.isLiked = isLiked
  }
}

/// Makes a draft of what was typed.
public struct DraftPost: UseCase {
  /// The maximum number of characters of a post.
  public static let maximumLength = 280

  private let makeKey: @Sendable () -> String

  /// Creates the use case; `makeKey` returns a new Idempotency-Key with each call.
  public init(makeKey: @escaping @Sendable () -> String = { UUID().uuidString }) {
    self.makeKey = makeKey
  }

  /// Trims the text and checks its length; throws ``FeedError/invalidText``, and for more than 10 KiB too.
  public func execute(_ input: PostInput) throws(FeedError) -> PostDraft {
    guard let text = input.text.trimmedInput, (1...Self.maximumLength).contains(text.count) else { throw .invalidText }
    return PostDraft(text: text, replyTo: input.replyTo, idempotencyKey: makeKey())
  }
}
