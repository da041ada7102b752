import Core
import CoreTesting
import StoreExploring
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import Feed

/// Likes, deletions and pages of one post, in every order in which they can be sent, answered and cancelled.
struct ReactionExplorationTests {
  @Test(.enabled(if: ProcessTurn.isForExplorations), .ownProcess)
  func `At rest a post is shown as the server has it`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let explorer = StoreExplorer(
        state: \ExploredPost.store.state, actions: ExploredPost.actions,
        invariants: [
          .whenIdle("the post is shown as the server has it") { moment in
            moment.state.content == nil || moment.state.posts == moment.subject.server.posts
          },
          .always("one request for the post is in flight") { $0.calls.count { $0.name != "page" } <= 1 },
          .sometimes("a page is answered while a reaction is in flight") { moment in
            moment.answered?.call == "page" && moment.calls.contains { $0.name != "page" }
          },
        ], fingerprint: { $0.fingerprint }, make: ExploredPost.init)
      await expectClean(explorer, depth: 8)
    }
  }
}

@MainActor
private final class ExploredPost {
  static let actions: [StoreAction<ExploredPost>] = [
    StoreAction("refresh", canBeCancelled: true) { await $0.store.refresh() },
    StoreAction("like", canBeCancelled: true) { await $0.store.react(.like, to: "1") },
    StoreAction("unlike", canBeCancelled: true) { await $0.store.react(.unlike, to: "1") },
    StoreAction("delete", canBeCancelled: true) { await $0.store.react(.delete, to: "1") },
  ]

  let server = PostServer()
  let store: FeedStore

  init(_ dependencies: ControlledDependencies) {
    let server = server
    let page = dependencies.useCase("page", whenCancelled: FeedError.cancelled) { (_: FeedPageRequest) in
      [.success("as requested", FeedPage(posts: server.posts, nextCursor: nil)), .failure("offline", .noNetwork)]
    }
    let like = dependencies.useCase("like", whenCancelled: FeedError.cancelled) { isLiked in
      [.served("done") { () throws(FeedError) in try server.setLiked(isLiked) }, .failure("offline", .noNetwork)]
    }
    let deletion = dependencies.useCase("delete", whenCancelled: FeedError.cancelled) { (_: Void) in
      [.served("done") { () throws(FeedError) in server.delete() }, .failure("offline", .noNetwork)]
    }
    let repository = ReactionRepository(page: page, like: like, deletion: deletion)
    store = FeedStore(useCase: FeedUseCase(repository: repository), messages: .japanese)
  }

  var fingerprint: StateFingerprint {
    StateFingerprint(store.memory.withoutGenerations, server.posts, identifiers: [store.memory.generation])
  }
}

private struct ReactionRepository: FeedRepository {
  let page: AnyUseCase<FeedPageRequest, FeedPage, FeedError>
  let like: AnyUseCase<Bool, Post, FeedError>
  let deletion: AnyUseCase<Void, Void, FeedError>

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { try await page.execute(request) }
  func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    switch reaction {
    case .like, .unlike: return try await like.execute(reaction == .like)
    case .delete:
      try await deletion.execute()
      return nil
    }
  }
}

/// A server with one post, until that is deleted.
private final class PostServer: Sendable {
  private let state = Mutex([Post.sample(1)])

  var posts: [Post] { state.withLock { $0 } }

  func setLiked(_ isLiked: Bool) throws(FeedError) -> Post {
    let post = state.withLock { posts in
      if !posts.isEmpty { (posts[0].isLiked, posts[0].likes) = (isLiked, isLiked ? 1 : 0) }
      return posts.first
    }
    guard let post else { throw .unknownPost }
    return post
  }

  func delete() {
    state.withLock { $0 = [] }
  }
}
