import Core
import Foundation

/// What a user can do with timelines, posts and drafts.
public struct FeedUseCase: Sendable {
  /// The maximum number of characters of a post.
  public static let maximumLength = 280
  /// The number of timelines of a repository that a user can choose from; further ones are left out.
  static let maximumTimelines = 200
  /// The number of reactions of earlier launches that one launch sends; the others wait for the next one.
  static let maximumReactions = 1000

  private let repository: any FeedRepository
  private let storage: (any DraftStorage)?
  private let snapshots: (any SnapshotStorage)?
  private let userID: @Sendable () -> User.ID?
  private let makeKey: @Sendable () -> String
  private let onFailure: @Sendable (FeedError) -> Void

  /// Creates the use case of a repository, a storage of drafts and reactions, and one of what was shown last, if these are
  /// kept; `onFailure` is called with each error before it is thrown.
  ///
  /// `userID` returns the signed-in user, or `nil`. `makeKey` returns a new Idempotency-Key with each call.
  public init(
    repository: any FeedRepository, drafts: (any DraftStorage)? = nil,
    snapshots: (any SnapshotStorage)? = nil,
    userID: @escaping @Sendable () -> User.ID? = { "" },
    makeKey: @escaping @Sendable () -> String = { UUID().uuidString },
    onFailure: @escaping @Sendable (FeedError) -> Void = { _ in }
  ) {
    self.repository = repository
    storage = drafts
    self.snapshots = snapshots
    self.userID = userID
    self.makeKey = makeKey
    self.onFailure = onFailure
  }

  /// What the server offers.
  public var capabilities: Set<FeedCapability> { repository.capabilities }

  /// The signed-in user, whose posts can be deleted, and whose drafts are kept.
  public var currentUser: User.ID? { userID() }

  /// Whether the session is another user’s already than that of a Store.
  func isOfAnotherUser(than user: User.ID?) -> Bool { user != nil && currentUser != user }

  // MARK: Reading

  /// Returns the first 200 timelines that a user can choose beside the home timeline.
  public func timelines() async throws(FeedError) -> [Timeline] {
    try await request { () async throws(FeedError) in
      Array(try await repository.timelines().prefix(Self.maximumTimelines))
    }
  }

  /// Reads a page of a timeline.
  public func page(_ page: FeedPageRequest) async throws(FeedError) -> FeedPage {
    try await request { () async throws(FeedError) in try await repository.page(page) }
  }

  // MARK: What was shown last

  /// Returns what an earlier launch has shown to the user.
  func kept() async -> Snapshot<KeptFeed>? {
    guard let snapshots, let userID = userID() else { return nil }
    return await snapshots.load(KeptFeed.self, for: userID)
  }

  /// Keeps the first page of a timeline of a user for the next launch; a thread is not kept.
  func keep(_ page: FeedPage, of timeline: Timeline.ID?, timelines: [Timeline], for userID: User.ID?) async {
    guard let snapshots, let userID, userID == self.userID(), timeline?.post == nil else { return }
    await snapshots.keep(KeptFeed(timeline: timeline, page: page, timelines: timelines), for: userID)
  }

  /// Keeps the timelines to choose from.
  func keep(_ timelines: [Timeline], for userID: User.ID?) async {
    await change(for: userID) { $0.timelines = timelines }
  }

  /// Keeps a post as it is now, where it is kept; `nil` removes it.
  func keep(_ post: Post?, as id: Post.ID, for userID: User.ID?) async {
    await change(for: userID) { $0.set(post, for: id) }
  }

  /// Keeps a post that the user has sent.
  func keep(posted post: Post, for userID: User.ID?) async {
    await change(for: userID) { $0.insert(post) }
  }

  /// Changes what is kept of a user, unless that is another one by now.
  private func change(for userID: User.ID?, _ change: @escaping @Sendable (inout KeptFeed) -> Void) async {
    guard let snapshots, let userID, userID == self.userID() else { return }
    await snapshots.change(KeptFeed.self, for: userID, change)
  }

  // MARK: Reacting

  /// Reacts to a post, and returns it as it is now; `nil` once it is deleted.
  public func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    try await request { () async throws(FeedError) in try await repository.react(reaction, to: id) }
  }

  /// Returns the reactions of an earlier launch that the server may not have, in their order.
  func unsentReactions(of userID: User.ID?) async throws(FeedError) -> [PostReaction] {
    Array(try await drafts(of: userID).reactions.prefix(Self.maximumReactions))
  }

  /// Keeps a reaction of a user until it is settled; returns whether it is kept.
  func keep(_ reaction: PostReaction, of userID: User.ID?) async -> Bool {
    guard storage != nil, userID != nil else { return false }
    return (try? await change(.react(reaction), of: userID)) != nil
  }

  /// Forgets a reaction of a user, which the server has answered.
  func settle(_ reaction: PostReaction, of userID: User.ID?) async {
    try? await change(.settle(reaction), of: userID)
  }

  // MARK: Posting

  /// Makes a draft of what was typed: trims the text and checks its length.
  ///
  /// Without a key, the draft has a new one. Throws ``FeedError/invalidText``, and for more than 10 KiB too.
  public func draft(_ input: PostInput, key: PostDraft.ID? = nil) throws(FeedError) -> PostDraft {
    guard let text = input.text.trimmedInput, (1...Self.maximumLength).contains(text.count) else {
      onFailure(.invalidText)
      throw .invalidText
    }
    return PostDraft(text: text, replyTo: input.replyTo, idempotencyKey: key ?? makeKey())
  }

  /// Sends a post, and returns it as published.
  public func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    try await request { () async throws(FeedError) in try await repository.send(draft) }
  }

  // MARK: Drafts

  /// Why the drafts of an earlier launch are not sent, where that is known.
  public var failureOfEarlierDrafts: FeedError? { repository.publishesOnce ? nil : .postMayHaveArrived }

  /// Reads the drafts of a user; without a user, or a storage, there are none.
  public func drafts(of userID: User.ID?) async throws(FeedError) -> Drafts {
    guard let storage, let userID else { return Drafts() }
    return try await stored { () async throws(DraftStorageError) in try await storage.load(for: userID) }
  }

  /// Changes the drafts of a user, in the order of the calls; without a user, or a storage, nothing is saved.
  public func change(_ change: DraftChange, of userID: User.ID?) async throws(FeedError) {
    guard let storage, let userID else { return }
    try await stored { () async throws(DraftStorageError) in try await storage.apply(change, for: userID) }
  }

  /// Moves the drafts of a user whose identifier has changed; where that fails, it can be repeated.
  public func moveDrafts(from former: User.ID, to userID: User.ID) async throws(FeedError) {
    guard let storage else { return }
    try await stored { () async throws(DraftStorageError) in
      let (drafts, newer) = (try await storage.load(for: former), try await storage.load(for: userID))
      for draft in drafts.unsent { try await storage.apply(.add(draft), for: userID) }
      for input in drafts.composed where newer.text(replyTo: input.replyTo).isEmpty {
        try await storage.apply(.compose(input), for: userID)
      }
      for reaction in drafts.reactions where !newer.reactions.contains(where: { $0.id == reaction.id }) {
        try await storage.apply(.react(reaction), for: userID)
      }
      try await storage.removeAll(for: former)
    }
  }

  /// Sends a request; one that the server refuses to a signed-in user does not ask for a sign-in.
  private func request<Success>(_ operation: () async throws(FeedError) -> Success) async throws(FeedError) -> Success {
    try await FeedError.reporting(to: onFailure) { () async throws(FeedError) in
      do throws(FeedError) {
        return try await operation()
      } catch {
        throw error == .notAuthorized && userID() != nil ? .accessDenied : error
      }
    }
  }

  private func stored<Success>(
    _ operation: () async throws(DraftStorageError) -> Success
  ) async throws(FeedError) -> Success {
    try await FeedError.reporting(to: onFailure) { () async throws(FeedError) in
      do throws(DraftStorageError) {
        return try await operation()
      } catch {
        throw FeedError(error)
      }
    }
  }
}
