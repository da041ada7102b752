import Authentication
import Core
import ExampleApp
import Feed
import Foundation
import MyPage
import StoreExploring
import TestSupport
import Testing

/// A mistake between the Stores of the app, with the smallest exploration that finds it.
struct PlantedMistake: CustomTestStringConvertible {
  let name: String
  /// The name of the invariant that it violates.
  let invariant: String
  /// The length of the shortest schedule that does.
  let length: Int
  var actions: @MainActor @Sendable () -> [StoreAction<ExploredApp>]
  var signedIn: AppUser? = .taro
  var hasPost = false
  var maximumRunning = 2
  var isKilled = false
  /// The only requests that can fail.
  var offline: [String] = []
  let mistake: AppMistake

  var testDescription: String { name }

  /// Explores the app, with the mistake or without.
  @MainActor
  func explorer(isPlanted: Bool) -> StoreExplorer<ExploredApp, AppState> {
    .ofTheApp(actions(), isKilled: isKilled) { [self] in
      AppWorld(
        signedIn: signedIn, hasPost: hasPost, isOffline: { offline.contains($0) }, mistake: isPlanted ? mistake : nil)
    }
  }

  static let all: [PlantedMistake] = [
    storedSession, storedFlag, storedDrafts, removedDrafts, storedKeys, newKeys, endlessRetry, waitingPost,
    cachedProfile, lateRefusal, sceneLink, oldToken(after: 1, length: 13), oldToken(after: 2, length: 15),
    oldToken(after: 3, length: 17),
  ]
}

// MARK: - Storages

extension PlantedMistake {
  private static let storedSession = PlantedMistake(
    name: "a sign-out leaves the session in the storage",
    invariant: "a user who is not signed in is not signed in by a launch", length: 2,
    actions: { [.signOut] }, isKilled: true,
    mistake: .storages {
      AppStorages(session: LeavingSessionStorage(storage: $0.session), flags: $0.flags, drafts: $0.drafts)
    })

  private static let storedFlag = PlantedMistake(
    name: "the saved flag is that of the device",
    invariant: "registering is offered exactly to a user without a profile", length: 7,
    actions: { [.signIn(.hana), .signOut, .myPage] }, offline: ["GET /v1/profile"],
    mistake: .storages {
      AppStorages(session: $0.session, flags: DeviceFlagStorage(storage: $0.flags), drafts: $0.drafts)
    })

  private static let storedDrafts = PlantedMistake(
    name: "the drafts are those of the device",
    invariant: "a user sees nothing of another user", length: 6,
    actions: { [.signIn(.hana), .signOut, .post(by: [.taro])] }, maximumRunning: 1,
    offline: ["POST /v1/posts"],
    mistake: .storages {
      AppStorages(session: $0.session, flags: $0.flags, drafts: DeviceDraftStorage(storage: $0.drafts))
    })

  private static let removedDrafts = PlantedMistake(
    name: "the removal of a user’s data removes the drafts of all users",
    invariant: "what was written is published or kept, until the user discards it", length: 10,
    actions: { [.signIn(), .signIn(.hana), .signOut, .post(by: [.taro]), .deleteAccount] }, signedIn: nil,
    maximumRunning: 1, offline: ["POST /v1/posts"],
    mistake: .storages {
      AppStorages(session: $0.session, flags: $0.flags, drafts: SweepingDraftStorage(storage: $0.drafts))
    })
}

extension PlantedMistake {
  private static let storedKeys = PlantedMistake(
    name: "the key of a post is not kept across launches",
    invariant: "a post is published once, by the user who wrote it", length: 5,
    actions: { [.post, .retry] }, isKilled: true,
    mistake: .storages {
      AppStorages(session: $0.session, flags: $0.flags, drafts: KeylessDraftStorage(storage: $0.drafts))
    })
}

private struct LeavingSessionStorage: SessionStorage {
  let storage: any SessionStorage

  func load() async throws(SessionStorageError) -> StoredSession? { try await storage.load() }

  func update(
    _ change: @Sendable (StoredSession?) -> StoredSession?
  ) async throws(SessionStorageError) -> StoredSession? {
    try await storage.update { change($0) ?? $0 }
  }
}

private struct DeviceFlagStorage: SavedFlagStorage {
  let storage: any SavedFlagStorage

  func isSaved(for userID: User.ID) -> Bool { storage.isSaved(for: AppUser.taro.user.id) }

  func set(_ isSaved: Bool, for userID: User.ID) { storage.set(isSaved, for: AppUser.taro.user.id) }
}

private struct DeviceDraftStorage: DraftStorage {
  let storage: any DraftStorage

  func load(for userID: User.ID) async throws(DraftStorageError) -> Drafts {
    try await storage.load(for: AppUser.taro.user.id)
  }

  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    try await storage.apply(change, for: AppUser.taro.user.id)
  }

  func removeAll(for userID: User.ID) async throws(DraftStorageError) {
    try await storage.removeAll(for: AppUser.taro.user.id)
  }
}

private struct KeylessDraftStorage: DraftStorage {
  let storage: any DraftStorage

  func load(for userID: User.ID) async throws(DraftStorageError) -> Drafts {
    let drafts = try await storage.load(for: userID)
    return Drafts(
      unsent: drafts.unsent.map {
        PostDraft(text: $0.text, replyTo: $0.replyTo, idempotencyKey: UUID().uuidString)
      }, composed: drafts.composed)
  }

  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    try await storage.apply(change, for: userID)
  }

  func removeAll(for userID: User.ID) async throws(DraftStorageError) { try await storage.removeAll(for: userID) }
}

private struct SweepingDraftStorage: DraftStorage {
  let storage: any DraftStorage

  func load(for userID: User.ID) async throws(DraftStorageError) -> Drafts { try await storage.load(for: userID) }

  func apply(_ change: DraftChange, for userID: User.ID) async throws(DraftStorageError) {
    try await storage.apply(change, for: userID)
  }

  func removeAll(for userID: User.ID) async throws(DraftStorageError) {
    for user in AppUser.allCases { try await storage.removeAll(for: user.user.id) }
  }
}

// MARK: - Repositories

extension PlantedMistake {
  private static let newKeys = PlantedMistake(
    name: "a post that is tried again has a new key",
    invariant: "a post is published once, by the user who wrote it", length: 5,
    actions: { [.post, .retry] },
    mistake: .repositories { repositories, _, _ in
      repositories.replacing(
        feed: MistakenFeed(
          feed: repositories.feed,
          sending: { draft, feed throws(FeedError) in
            try await feed.send(
              PostDraft(text: draft.text, replyTo: draft.replyTo, idempotencyKey: UUID().uuidString))
          }))
    })

  private static let endlessRetry = PlantedMistake(
    name: "a repository goes on trying to send a post after the user has signed out",
    invariant: "nothing is sent for a user who has signed out", length: 4,
    actions: { [.signOut, .post] }, offline: ["POST /v1/posts"],
    mistake: .repositories { repositories, session, tools in
      let backOff = tools.wait(for: "end of the back-off")
      return repositories.replacing(
        feed: MistakenFeed(
          feed: repositories.feed,
          sending: { draft, _ throws(FeedError) in
            let request = APIRequest<PostResponse>(
              .post, "/v1/posts", headers: ["Idempotency-Key": draft.id], body: PostRequest(text: draft.text),
              authorization: session.current?.accessToken.map { .bearer($0) } ?? .anonymous)
            for _ in 0..<3 {
              if let response = try? await tools.client.send(request) { return response.post }
              await backOff()
            }
            throw .noNetwork
          }))
    })

  private static let waitingPost = PlantedMistake(
    name: "a post that waits for the network is sent in the session of the moment",
    invariant: "a post is published once, by the user who wrote it", length: 7,
    actions: { [.signIn(.hana), .signOut, .post(by: [.taro])] },
    mistake: .repositories { repositories, _, tools in
      let network = tools.wait(for: "network")
      return repositories.replacing(
        feed: MistakenFeed(
          feed: repositories.feed,
          sending: { draft, feed throws(FeedError) in
            await network()
            return try await feed.send(draft)
          }))
    })

  private static func oldToken(after count: Int, length: Int) -> PlantedMistake {
    PlantedMistake(
      name: "once \(count) likes were sent, all others are with the token of the first one",
      invariant: "nothing is sent for a user who has signed out", length: length,
      actions: { [.signIn(), .signOut, .timeline, .like] }, signedIn: nil, hasPost: true,
      maximumRunning: 1,
      mistake: .repositories { repositories, session, tools in
        repositories.replacing(
          feed: MistakenFeed(
            feed: repositories.feed,
            reacting: { reaction, id throws(FeedError) in
              let token = tools.kept.keep(session.current?.accessToken?.rawValue, asOneOf: count)
              let request = APIRequest<PostResponse>(
                reaction == .like ? .put : .delete, "/v1/posts/\(id)/like",
                authorization: token.map { .bearer(Secret($0)) } ?? .anonymous)
              return try await tools.client.send(request, orThrow: FeedError.self).post
            }))
      })
  }

  private static let cachedProfile = PlantedMistake(
    name: "the profile of the former user is answered from a cache",
    invariant: "a user sees nothing of another user", length: 9,
    actions: { [.signIn(), .signIn(.hana), .signOut, .myPage] }, signedIn: nil, maximumRunning: 1,
    mistake: .repositories { repositories, _, tools in
      repositories.replacing(
        profile: MistakenProfiles { () throws(MyPageError) in
          if let name = tools.kept.content.first {
            return Profile(userID: name, name: name, gender: .male, createdAt: .sample)
          }
          let profile = try await repositories.profile.profile()
          _ = tools.kept.keep(profile?.name)
          return profile
        })
    })

  private static let lateRefusal = PlantedMistake(
    name: "a late refusal ends the session of the moment",
    invariant: "a user whose session has ended sees the reason, and the server has ended it", length: 6,
    actions: { [.signIn(), .signOut, .myPage] },
    mistake: .repositories { repositories, session, tools in
      repositories.replacing(
        profile: MistakenProfiles { () throws(MyPageError) in
          let request = APIRequest<ProfileResponse>(
            .get, "/v1/profile", authorization: session.current?.accessToken.map { .bearer($0) } ?? .anonymous)
          do throws(APIError) {
            return try await tools.client.send(request).profile
          } catch {
            if case .invalidResponse = error { _ = await session.close() }
            throw .cancelled
          }
        })
    })
}

/// A repository of Feed with other ways to send or to react.
private struct MistakenFeed: FeedRepository {
  let feed: any FeedRepository
  var sending: (@Sendable (PostDraft, any FeedRepository) async throws(FeedError) -> Post)?
  var reacting: (@Sendable (Reaction, Post.ID) async throws(FeedError) -> Post?)?

  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { try await feed.page(request) }

  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    if let sending { try await sending(draft, feed) } else { try await feed.send(draft) }
  }

  func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    if let reacting { try await reacting(reaction, id) } else { try await feed.react(reaction, to: id) }
  }
}

/// A repository of MyPage with another way to read the profile.
private struct MistakenProfiles: MyPageRepository {
  let reading: @Sendable () async throws(MyPageError) -> Profile?

  func profile() async throws(MyPageError) -> Profile? { try await reading() }
}

extension AppRepositories {
  fileprivate func replacing(
    feed: (any FeedRepository)? = nil, profile: (any MyPageRepository)? = nil
  ) -> AppRepositories {
    AppRepositories(auth: auth, feed: feed ?? self.feed, profile: profile ?? self.profile)
  }
}

// MARK: - The scene

extension PlantedMistake {
  private static let sceneLink = PlantedMistake(
    name: "the scene opens its last link for whichever user signs in",
    invariant: "a link is performed once, for the user who opened it or signed in after it", length: 6,
    actions: { [.signIn(.hana), .signOut, .link] }, maximumRunning: 1,
    mistake: AppMistake(
      keepLink: { _ = $0.keep("link") },
      afterSignIn: { root, kept in
        if !kept.content.isEmpty { await root.open(.timeline(nil)) }
      }))
}
