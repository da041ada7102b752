import Core
import Feed
import Foundation
import StoreExploring
import Synchronization

/// A server of two timelines with two pages each, whose answers are those of the moment at which it was asked.
final class ExploredServer: Sendable {
  /// What it keeps, and what it knows of its reader.
  struct Content: Hashable, Sendable {
    /// The posts that were sent to it and taken, the newest first.
    var taken: [Post] = []
    /// Those that its reader must show.
    var acknowledged: Set<Post.ID> = []
    var acknowledgements = 0
    /// The keys that posts came with.
    var keys: Set<String> = []
    var drafts = 0
    /// The timeline that the reader wants, unless it could not be had.
    var wanted: Timeline.ID?
    /// Whether a page has said that nothing more is there.
    var wasEmpty = false
  }

  /// What has happened since nothing ran.
  struct Outcomes: Hashable, Sendable {
    var haveSucceeded = false
    var haveFailed = false
    /// Which selection counts.
    var selection = 0
  }

  /// The selection that a call belongs to.
  @TaskLocal static var selection: Int?

  /// The failure of a post that the server took.
  static let answerLost = FeedError.serverError(reason: "lost")

  private struct State {
    var content = Content()
    var outcomes = Outcomes()
    var endedSessions = 0
    var isHolding = false
  }

  private let state = Mutex(State())

  var content: Content { state.withLock { $0.content } }
  var outcomes: Outcomes { state.withLock { $0.outcomes } }
  /// How many calls found that the session has ended.
  var endedSessions: Int { state.withLock { $0.endedSessions } }
  /// Whether calls wait for the schedule.
  var isHolding: Bool {
    get { state.withLock { $0.isHolding } }
    set { state.withLock { $0.isHolding = newValue } }
  }

  /// Every post of a timeline, the newest first.
  static func posts(of timeline: Timeline.ID) -> [Post] {
    (timeline == Sample.home.id ? [5, 4, 3, 2] : [15, 14, 13, 12]).map { Sample.post($0) }
  }

  /// The first page has two posts; the second repeats the last of them.
  func page(_ request: FeedPageRequest) -> FeedPage {
    let posts = Self.posts(of: request.timeline)
    guard request.maxID == nil else { return FeedPage(posts: Array(posts.dropFirst()), nextMaxID: nil) }
    return FeedPage(posts: content.taken + posts.prefix(2), nextMaxID: posts[1].id)
  }

  /// The post that a draft becomes; the same one for the same key.
  func post(_ draft: PostDraft) -> Post {
    let number = 100 + (Int(draft.idempotencyKey) ?? 0)
    return Post(
      id: "\(number)", author: Sample.author, text: draft.text,
      createdAt: Date(timeIntervalSince1970: Double(number)))
  }

  func nextKey() -> String {
    state.withLock { state in
      state.content.drafts += 1
      return "\(state.content.drafts)"
    }
  }

  /// Begins what happens until nothing runs.
  func begin(showing timeline: Timeline.ID?) {
    state.withLock { state in
      state.outcomes = Outcomes()
      if let timeline { state.content.wanted = timeline }
    }
  }

  /// Begins a selection, or goes on with the one that wants the same.
  func select(_ timeline: Timeline.ID) -> Int {
    state.withLock { state in
      if state.content.wanted != timeline || state.outcomes.selection == 0 { state.outcomes.selection += 1 }
      state.content.wanted = timeline
      return state.outcomes.selection
    }
  }
}

extension ExploredServer {
  func readTimelines(
    _ held: AnyUseCase<Void, [Timeline], FeedError>
  ) async throws(FeedError) -> [Timeline] {
    guard isHolding else { return [Sample.home, Sample.swift] }
    return try await noted(of: nil) { () async throws(FeedError) -> [Timeline] in
      let timelines = try await held.execute()
      guard timelines.isEmpty else { return timelines }
      state.withLock { state in
        state.outcomes.haveSucceeded = true
        state.content.wanted = nil
        state.content.acknowledged = []
      }
      return timelines
    }
  }

  func readPage(
    _ request: FeedPageRequest, _ held: AnyUseCase<FeedPageRequest, FeedPage, FeedError>
  ) async throws(FeedError) -> FeedPage {
    guard isHolding else { return page(request) }
    let shown = content.acknowledged
    return try await noted(of: request.timeline) { () async throws(FeedError) -> FeedPage in
      let page = try await held.execute(request)
      state.withLock { state in
        state.outcomes.haveSucceeded = true
        guard page.posts.isEmpty else { return }
        state.content.wasEmpty = true
        if request.maxID == nil { state.content.acknowledged.subtract(shown) }
      }
      return page
    }
  }

  func send(
    _ draft: PostDraft, _ held: AnyUseCase<PostDraft, Post, FeedError>
  ) async throws(FeedError) -> Post {
    state.withLock { state in _ = state.content.keys.insert(draft.idempotencyKey) }
    do throws(FeedError) {
      let post = try await noted(of: nil) { () async throws(FeedError) -> Post in try await held.execute(draft) }
      state.withLock { state in
        state.outcomes.haveSucceeded = true
        state.content.acknowledged.insert(post.id)
        state.content.acknowledgements += 1
      }
      take(post)
      return post
    } catch {
      if error == Self.answerLost { take(post(draft)) }
      throw error
    }
  }

  private func take(_ post: Post) {
    state.withLock { state in
      if !state.content.taken.contains(post) { state.content.taken.insert(post, at: 0) }
    }
  }

  /// Writes down the failure of a call; what it was to bring can then not be had.
  private func noted<Success: Sendable>(
    of timeline: Timeline.ID?, _ call: () async throws(FeedError) -> Success
  ) async throws(FeedError) -> Success {
    do throws(FeedError) {
      return try await call()
    } catch {
      state.withLock { state in
        if error == .sessionEnded { state.endedSessions += 1 }
        if error != .cancelled { state.outcomes.haveFailed = true }
        let isSelection = Self.selection.map { $0 == state.outcomes.selection } ?? (timeline == state.content.wanted)
        if isSelection { state.content.wanted = nil }
      }
      throw error
    }
  }
}
