import Core

/// The use cases of Feed, as ``FeedStore`` gets them.
///
/// Each can be replaced.
public struct FeedUseCase: Sendable {
  /// Reads the timelines that can be chosen from.
  public var readTimelines: AnyUseCase<Void, [Timeline], FeedError>
  /// Reads a stretch of a timeline.
  public var readPage: AnyUseCase<FeedPageRequest, FeedPage, FeedError>
  /// Makes a draft of what was typed.
  public var draftPost: AnyUseCase<PostInput, PostDraft, FeedError>
  /// Sends a post.
  public var sendPost: AnyUseCase<PostDraft, Post, FeedError>

  /// Makes the use cases of a repository.
  ///
  /// - Parameters:
  ///   - repository: Where posts come from.
  ///   - failed: Is told of every failure before the Store is, for a log.
  public init(repository: any FeedRepository, failed: @escaping @Sendable (FeedError) -> Void = { _ in }) {
    readTimelines = ReadTimelines(repository: repository).reportingFailures(to: failed)
    readPage = ReadPage(repository: repository).reportingFailures(to: failed)
    draftPost = DraftPost().reportingFailures(to: failed)
    sendPost = SendPost(repository: repository).reportingFailures(to: failed)
  }
}
