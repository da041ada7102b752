import Core
import Foundation

/// The use cases of ``FeedStore``; each can be replaced.
public struct FeedUseCase: Sendable {
  /// Reads the timelines that a user can choose.
  public var readTimelines: AnyUseCase<Void, [Timeline], FeedError>
  /// Reads a page of a timeline.
  public var readPage: AnyUseCase<FeedPageRequest, FeedPage, FeedError>
  /// Makes a draft of what was typed.
  public var draftPost: AnyUseCase<PostInput, PostDraft, FeedError>
  /// Sends a post.
  public var sendPost: AnyUseCase<PostDraft, Post, FeedError>

  /// Creates the use cases of a repository; `onFailure` is called with each error before the Store gets it.
  public init(repository: any FeedRepository, onFailure: @escaping @Sendable (FeedError) -> Void = { _ in }) {
    readTimelines = AnyUseCase { (_: Void) async throws(FeedError) -> [Timeline] in
      try await repository.timelines()
    }.reportingFailures(to: onFailure)
    readPage = AnyUseCase { (request: FeedPageRequest) async throws(FeedError) -> FeedPage in
      try await repository.page(request)
    }.reportingFailures(to: onFailure)
    draftPost = DraftPost().reportingFailures(to: onFailure)
    sendPost = AnyUseCase { (draft: PostDraft) async throws(FeedError) -> Post in
      try await repository.send(draft)
    }.reportingFailures(to: onFailure)
  }

  /// Creates the use cases of an app that does not offer everything.
  public init(
    readPage: AnyUseCase<FeedPageRequest, FeedPage, FeedError>,
    readTimelines: AnyUseCase<Void, [Timeline], FeedError> = AnyUseCase { _ in [] },
    draftPost: AnyUseCase<PostInput, PostDraft, FeedError> = AnyUseCase(DraftPost()),
    sendPost: AnyUseCase<PostDraft, Post, FeedError> = AnyUseCase { _ throws(FeedError) in
      throw .serverError(reason: "The app does not support posting.")
    }
  ) {
    self.readTimelines = readTimelines
    self.readPage = readPage
    self.draftPost = draftPost
    self.sendPost = sendPost
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

  /// Trims the text and checks its length; throws ``FeedError/invalidText``.
  public func execute(_ input: PostInput) throws(FeedError) -> PostDraft {
    let text = input.text.trimmingWhitespace
    guard (1...Self.maximumLength).contains(text.count) else { throw .invalidText }
    return PostDraft(text: text, replyTo: input.replyTo, idempotencyKey: makeKey())
  }
}
