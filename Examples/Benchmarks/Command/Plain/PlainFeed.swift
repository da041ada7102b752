import Core
import Feed

/// A timeline in plain Swift: an array of posts and the set of what is in it.
@MainActor
final class PlainFeed {
  struct Content {
    var posts: [Post]
    var ids: Set<Post.ID>
    var timelines: [Timeline]
    var nextMaxID: Post.ID?
    var activity = FeedActivity.none
  }

  enum State {
    case idle
    case loading
    case loaded(Content)
    case error(FeedError)
  }

  private(set) var state = State.idle
  private var wish = 0
  private var opening: Timeline.ID?
  private let readTimelines: @Sendable () async throws(FeedError) -> [Timeline]
  private let readPage: @Sendable (FeedPageRequest) async throws(FeedError) -> FeedPage
  private let sendPost: @Sendable (PostDraft) async throws(FeedError) -> Post

  init(_ useCases: ImmediateFeed) {
    readTimelines = useCases.readTimelines
    readPage = useCases.readPage
    sendPost = useCases.sendPost
  }

  @inline(never)
  func load() async {
    state = .loading
    do throws(FeedError) {
      let timelines = try await readTimelines()
      let page = try await readPage(FeedPageRequest(timeline: timelines[0].id))
      state = .loaded(content(of: page, timelines))
    } catch {
      state = .error(error)
    }
  }

  @inline(never)
  func select(timeline id: Timeline.ID) async {
    guard id != opening, case .loaded(let content) = state else { return }
    let (before, timelines) = (state, content.timelines)
    opening = id
    wish += 1
    let ticket = wish
    state = .loading
    do throws(FeedError) {
      guard timelines.contains(where: { $0.id == id }) else { throw .unknownTimeline }
      let page = try await readPage(FeedPageRequest(timeline: id))
      guard ticket == wish else { return }
      state = .loaded(self.content(of: page, timelines))
    } catch {
      guard ticket == wish else { return }
      state = before
    }
    opening = nil
  }

  @inline(never)
  func refresh() async {
    await read(.refreshing)
  }

  @inline(never)
  func loadMore() async {
    await read(.loadingMore)
  }

  @inline(never)
  func post(text: String) async {
    change { $0.activity = .posting }
    do throws(FeedError) {
      let post = try await sendPost(PostDraft(text: text, replyTo: nil, idempotencyKey: text))
      change { content in
        if content.ids.insert(post.id).inserted { content.posts.insert(post, at: 0) }
        content.activity = .none
      }
    } catch {
      state = .error(error)
    }
  }

  private func read(_ activity: FeedActivity) async {
    guard case .loaded(let content) = state else { return }
    let request = FeedPageRequest(
      timeline: content.timelines[0].id, maxID: activity == .loadingMore ? content.nextMaxID : nil)
    change { $0.activity = activity }
    do throws(FeedError) {
      let page = try await readPage(request)
      change { content in
        if activity == .refreshing { content.posts = []; content.ids = [] }
        for post in page.posts where content.ids.insert(post.id).inserted { content.posts.append(post) }
        content.nextMaxID = page.nextMaxID
        content.activity = .none
      }
    } catch {
      state = .error(error)
    }
  }

  private func content(of page: FeedPage, _ timelines: [Timeline]) -> Content {
    Content(
      posts: page.posts, ids: Set(page.posts.map(\.id)), timelines: timelines, nextMaxID: page.nextMaxID)
  }

  private func change(_ body: (inout Content) -> Void) {
    guard case .loaded(var content) = state else { return }
    state = .loading
    body(&content)
    state = .loaded(content)
  }
}
