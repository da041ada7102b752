import Core
import Observation

/// The chosen timeline, as a view observes it, and what a user can do about it.
///
/// A double tap is one request: an action begins in the same turn of the main actor in which it is called. The latest
/// wish wins: an answer that was overtaken changes nothing.
@MainActor
@Observable
public final class FeedStore: FeedActions {
  /// All that a view needs to know.
  public internal(set) var state = FeedState.idle
  /// What the user is told once.
  public private(set) var notice: Notice?
  /// The post that could not be sent, for the composer to show again.
  public internal(set) var draft: PostDraft?

  let useCase: FeedUseCase
  let messages: FeedMessages
  let route: @MainActor (FeedRoute) -> Void
  @ObservationIgnored var wish = LatestWish()
  /// The timeline that was read last.
  @ObservationIgnored var chosen: Timeline.ID?
  /// The timeline that was chosen and is being read in place of what was shown.
  @ObservationIgnored var opening: Timeline.ID?
  /// What was shown before ``FeedState/loading``, to be put back where the load is cancelled.
  @ObservationIgnored var before = FeedState.idle
  /// What is being read while posts are shown.
  @ObservationIgnored var reading = FeedActivity.none
  @ObservationIgnored var isPosting = false
  /// The posts that were sent while the newest ones were being read, and may not be among those.
  @ObservationIgnored var sentMeanwhile: [Post] = []
  /// The timeline that was chosen while a post was being sent.
  @ObservationIgnored var selectedMeanwhile: Timeline.ID?

  /// Makes a Store.
  ///
  /// - Parameters:
  ///   - useCase: What it can do.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  public init(
    useCase: FeedUseCase, messages: FeedMessages = .japanese,
    route: @escaping @MainActor (FeedRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.route = route
  }

  /// Reads the chosen timeline, or the first one.
  public func load() async {
    switch state {
    case .loading, .loaded: return
    case .idle, .empty, .notAuthorized, .error: await open(nil)
    }
  }

  /// Reads the newest posts again.
  public func refresh() async {
    switch state.activity {
    case nil: await load()
    case .refreshing?, .posting?: return
    case .some(.none), .loadingMore?: await read(.refreshing)
    }
  }

  /// Reads older posts.
  public func loadMore() async {
    guard state.hasMore, state.activity == FeedActivity.none else { return }
    await read(.loadingMore)
  }

  /// Reads another timeline.
  ///
  /// - Parameter id: The timeline.
  public func select(timeline id: Timeline.ID) async {
    if isPosting, case .loaded = state {
      selectedMeanwhile = id
    } else if id != opening {
      await open(id)
    }
  }

  /// Sends a post.
  ///
  /// - Parameters:
  ///   - text: The text, as it was typed.
  ///   - replyTo: The post that it answers.
  public func post(text: String, replyTo: Post.ID? = nil) async {
    guard state != .loading, !isPosting else { return }
    isPosting = true
    do throws(FeedError) {
      try await send(draft(of: PostInput(text: text, replyTo: replyTo)))
    } catch {
      isPosting = false
      tell(messages.postFailedTitle, error)
    }
    guard let id = selectedMeanwhile else { return }
    selectedMeanwhile = nil
    await open(id)
  }

  /// Asks for the composer.
  ///
  /// - Parameter replyTo: The post that is to be answered.
  public func compose(replyTo: Post.ID? = nil) {
    let post = replyTo.flatMap { id in state.content?.posts.first { $0.id == id } }
    route(.compose(replyTo: replyTo, screenName: post?.author.screenName))
  }

  /// Clears the notice.
  public func dismissNotice() {
    notice = nil
  }

  func tell(_ title: String, _ error: FeedError) {
    switch error {
    case .cancelled: return
    case .sessionEnded: route(.sessionEnded)
    case .noNetwork, .notAuthorized, .unknownTimeline, .invalidText, .postRejected, .rateLimited, .serverError:
      notice = Notice(title: title, text: messages.text(for: error), button: messages.dismiss)
    }
  }
}
