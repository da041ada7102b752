import Authentication
import Core
import Feed
import Foundation
import MyPage

/// The dependencies of an app beyond its features.
public struct AppEnvironment: Sendable {
  /// Creates the repositories of the app, once, with the session that they share.
  public var makeRepositories: @Sendable (Session) -> AppRepositories
  /// Announces that posts have changed, for the user of a session, where the server does that.
  public var postChanges: (@Sendable (Session) -> AsyncStream<Void>)?
  /// The data that outlives the process.
  public var storages: AppStorages
  /// The identity providers on the sign-in screen, in this order.
  public var providers: [IdentityProvider]
  /// The language of the strings.
  public let language: Language
  /// The strings of the features, by default the built-in ones in ``language``.
  public var messages: FeatureMessages
  /// The time zone of dates; with `nil` that of the device, and of a Japanese day of registration Tokyo’s.
  public var timeZone: TimeZone?
  /// The clock.
  public var now: @Sendable () -> Date
  /// Whether a sign-out in this process removes what was shown to the user last; the drafts stay.
  public var removesSnapshotsAtSignOut = true
  /// Called when persisting a sign-in or a sign-out fails.
  public var onStorageFailure: @Sendable (SessionStorageError) -> Void

  /// Creates an environment on a server of the built-in contract.
  public init(
    client: any APIClient, storages: AppStorages, providers: [IdentityProvider] = [],
    language: Language = .preferred, timeZone: TimeZone? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    onStorageFailure: @escaping @Sendable (SessionStorageError) -> Void = { _ in }
  ) {
    self.init(
      makeRepositories: { AppRepositories(client: client, session: $0) }, storages: storages, providers: providers,
      language: language, timeZone: timeZone, now: now, onStorageFailure: onStorageFailure)
  }

  /// Creates an environment on any server.
  public init(
    makeRepositories: @escaping @Sendable (Session) -> AppRepositories, storages: AppStorages,
    providers: [IdentityProvider] = [],
    language: Language = .preferred, timeZone: TimeZone? = nil,
    now: @escaping @Sendable () -> Date = { Date() },
    onStorageFailure: @escaping @Sendable (SessionStorageError) -> Void = { _ in }
  ) {
    self.makeRepositories = makeRepositories
    self.storages = storages
    self.providers = providers
    self.language = language
    messages = FeatureMessages(language: language)
    self.timeZone = timeZone
    self.now = now
    self.onStorageFailure = onStorageFailure
  }

  var feedMessages: FeedMessages { timeZone.map(messages.feed.dates) ?? messages.feed }

  var profileMessages: MyPageMessages { timeZone.map(messages.myPage.dates) ?? messages.myPage }

  /// Creates the environment of the example app, on a fake backend that knows the stored session, as a real one would.
  public static func example(storages: AppStorages) async -> AppEnvironment {
    let session = try? await storages.session.load()
    let backend = FakeBackend(FakeConfiguration(sessions: session.map { [$0] } ?? []))
    return AppEnvironment(client: FakeAPIClient(backend: backend), storages: storages, providers: .example)
  }
}

/// The repositories of an app: all that differs from one server to the next.
public struct AppRepositories: Sendable {
  /// Signs in and out.
  public let auth: any AuthRepository
  /// Reads timelines and posts.
  public let feed: any FeedRepository
  /// Reads and saves the profile.
  public let profile: any MyPageRepository

  /// Creates the repositories of a server.
  public init(auth: any AuthRepository, feed: any FeedRepository, profile: any MyPageRepository) {
    self.auth = auth
    self.feed = feed
    self.profile = profile
  }

  /// Creates the repositories of a server of the built-in contract.
  public init(client: any APIClient, session: Session) {
    self.init(
      auth: RemoteAuthRepository(client: client, session: session),
      feed: RemoteFeedRepository(client: client, session: session),
      profile: RemoteMyPageRepository(client: client, session: session))
  }
}

/// The storages of an app.
public struct AppStorages: Sendable {
  /// The storage of the session.
  public let session: any SessionStorage
  /// The storage of the saved flags.
  public let flags: any SavedFlagStorage
  /// The storage of what users write.
  public let drafts: any DraftStorage
  /// The storage of what was shown last; with `nil` it is not kept.
  public let snapshots: (any SnapshotStorage)?

  /// Creates the storages of an app.
  public init(
    session: any SessionStorage, flags: any SavedFlagStorage, drafts: any DraftStorage,
    snapshots: (any SnapshotStorage)? = nil
  ) {
    self.session = session
    self.flags = flags
    self.drafts = drafts
    self.snapshots = snapshots
  }

  /// Removes what is kept of a user beside the session.
  func removeAll(of userID: User.ID) async throws(AuthError) {
    flags.set(false, for: userID)
    guard !flags.isSaved(for: userID) else { throw .userDataNotRemoved(reason: "The saved flag of the user remains.") }
    do throws(DraftStorageError) {
      try await drafts.removeAll(for: userID)
    } catch {
      throw .userDataNotRemoved(reason: "\(error)")
    }
    do throws(SnapshotError) {
      try await snapshots?.removeAll(for: userID)
    } catch {
      throw .userDataNotRemoved(reason: "\(error)")
    }
  }

  /// Returns storages that last as long as they are kept: for tests and previews.
  public static func inMemory(
    session: StoredSession? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) -> AppStorages {
    AppStorages(
      session: InMemorySessionStorage(session), flags: InMemorySavedFlagStorage(), drafts: InMemoryDraftStorage(),
      snapshots: InMemorySnapshotStorage(now: now))
  }

  /// Returns storages in files of a folder, which is created at the first sign-in.
  public static func files(in folder: URL, now: @escaping @Sendable () -> Date = { Date() }) -> AppStorages {
    AppStorages(
      session: FileSessionStorage(file: folder.appending(path: "session.json")),
      flags: FileSavedFlagStorage(file: folder.appending(path: "flags.json")),
      drafts: FileDraftStorage(folder: folder.appending(path: "drafts", directoryHint: .isDirectory)),
      snapshots: FileSnapshotStorage(folder: folder.appending(path: "snapshots", directoryHint: .isDirectory), now: now)
    )
  }

  /// Returns the storages for an app with this identifier: files in the user’s application support folder, and for the
  /// session and the flags, on Apple’s platforms, the keychain and the user defaults.
  public static func platform(identifier: String) -> AppStorages {
    let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
    let folder = (folders.first ?? FileManager.default.homeDirectoryForCurrentUser).appending(path: identifier)
    let files = files(in: folder)
    #if canImport(Security)
      let session = InstallationSessionStorage(
        KeychainSessionStorage(service: identifier), mark: folder.appending(path: "installed"))
      return AppStorages(
        session: session, flags: UserDefaultsSavedFlagStorage(), drafts: files.drafts, snapshots: files.snapshots)
    #else
      return files
    #endif
  }
}

extension [IdentityProvider] {
  /// Apple, Facebook and Google, which vouch for the example user at the fake backend without showing a sign-in screen.
  public static let example: [IdentityProvider] = [
    .apple { Secret("apple-taro") }, .facebook { Secret("facebook-taro") },
    .google { Secret("google-taro") },
  ]
}
