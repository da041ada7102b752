import Authentication
import Core
import CoreTesting
import ExampleApp
import Foundation
import MyPage
import StoreExploring
import TestSupport
import Testing

@testable import Feed

@MainActor
struct AppRootTests {
  private let backend = FakeBackend.sample()
  private let storages = AppStorages.inMemory()
  private let root: AppRoot

  init() async {
    root = AppRoot(AppEnvironment(client: FakeAPIClient(backend: backend), storages: storages, language: .english))
    await root.launch()
  }

  private func signIn(as account: FakeAccount = .taro) async {
    await root.auth.login(email: account.email, pass: account.password.rawValue)
    await root.waitForRoutes()
  }

  private func open(_ link: String) async throws {
    await root.open(try #require(DeepLink(link)))
  }

  @Test func `Without a stored session the first screen is sign-up, and a second launch does not restore`() async throws
  {
    #expect(root.screen == .login(.signUp))
    try await storages.session.update { _ in .taro }
    await root.launch()
    #expect(root.screen == .login(.signUp))
  }

  @Test func `A post that is sent where no timeline is shown reads it`() async {
    await signIn()
    await root.outbox.post(text: "Hello")
    await root.waitForRoutes()
    #expect(root.feed.state.content?.posts.first?.text == "Hello")
  }

  @Test func `A user who signs out while the server is asked for them sees the sign-in screen at once`() async throws {
    let client = HoldingAPIClient(FakeAPIClient(backend: backend))
    let root = AppRoot(AppEnvironment(client: client, storages: .inMemory(session: .taro)))
    let launch = StartedAction("launch") { await root.launch() }
    await launch.waitUntilSuspended()
    #expect(root.screen == .home(.myPage))
    let logout = StartedAction("logout") { await root.auth.logout() }
    #expect(root.screen == .login(.signIn))
    for action in [launch, logout] {
      try client.release()
      try await action.finish()
    }
  }

  @Test func `A relaunched app keeps its user, in memory and in files`() async throws {
    let folder = try TemporaryFolder()
    for storages in [AppStorages.inMemory(), .files(in: folder.url.appending(path: "state"))] {
      let environment = AppEnvironment(client: FakeAPIClient(backend: backend), storages: storages)
      let first = AppRoot(environment)
      await first.launch()
      await first.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
      await first.myPage.load()
      await first.myPage.save(name: "太郎", gender: 1)
      let second = AppRoot(environment)
      #expect(second.screen == .launch)
      await second.launch()
      #expect(second.screen == .home(.myPage))
      #expect(second.auth.state == .signedIn(user: AuthenticatedUser(name: "太郎")))
      #expect(storages.flags.isSaved(for: FakeAccount.taro.id))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `Announced posts are read where a timeline is shown, also those announced while it is read`() async {
    let (demands, demand) = AsyncStream.makeStream(of: Void.self)
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
    let (releases, release) = AsyncStream.makeStream(of: Void.self)
    let backend = FakeBackend { request in
      guard request.path == "/v1/timeline" else { return .answer }
      arrive.yield()
      for await _ in releases { break }
      return .answer
    }
    var environment = AppEnvironment(client: FakeAPIClient(backend: backend), storages: .inMemory())
    environment.postChanges = { _ in
      AsyncStream {
        demand.yield()
        for await _ in changes { return }
        return nil
      } onCancel: {
        demand.finish()
      }
    }
    let root = AppRoot(environment)
    var (demanded, arrived) = (demands.makeAsyncIterator(), arrivals.makeAsyncIterator())
    await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
    await demanded.next()
    change.yield()
    await demanded.next()
    #expect(root.feed.state == .idle)

    let load = Task { await root.feed.load() }
    await arrived.next()
    #expect(root.feed.state == .loading)
    for _ in 0..<2 {
      change.yield()
      release.yield()
      await arrived.next()
      #expect(root.feed.state.content?.reading == .refreshing)
    }
    release.yield()
    for _ in 0..<2 { await demanded.next() }
    await load.value
    await root.auth.logout()
    #expect(await demanded.next() == nil)
    #expect(backend.requests.count { $0.path == "/v1/timeline" } == 3)
  }

  /// The files in which what was shown is kept.
  private func snapshots(in folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter {
      $0.hasPrefix("snapshots") && $0.hasSuffix(".json")
    }
  }

  @Test(arguments: [false, true])
  func `What was shown last is kept over a sign-out, unless the app removes it, and goes with a renamed user`(
    _ removes: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    var environment = AppEnvironment(client: FakeAPIClient(backend: backend), storages: .files(in: folder.url))
    environment.removesSnapshotsAtSignOut = removes
    let root = AppRoot(environment)
    func signIn() async {
      await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
      await root.feed.load()
      await root.myPage.save(name: "Taro", gender: 1)
    }
    await signIn()
    #expect(try snapshots(in: folder).count == 2)
    await root.auth.logout()
    await root.waitForRoutes()
    #expect(try snapshots(in: folder).isEmpty == removes)
    await signIn()
    #expect(await root.session.renew(User(id: "renamed", name: "Taro", email: "t@example.com")) == false)
    _ = try? await root.session.renew(
      { () async throws(SampleError) in
        StoredSession(user: User(id: "renamed", name: "Taro", email: "t@example.com"), accessToken: nil)
      }, isSameUser: { _, _ in true })
    #expect(try snapshots(in: folder).isEmpty)
  }

  @Test func `The deletion of an account removes what is kept of its user`() async throws {
    await signIn()
    await root.myPage.save(name: "太郎", gender: 1)
    await root.feed.load()
    root.outbox.compose(text: "half a post", replyTo: nil)
    await root.outbox.keep()
    root.outbox.compose(text: "half a post, typed on", replyTo: nil)
    #expect(storages.flags.isSaved(for: FakeAccount.taro.id))
    #expect(try await storages.drafts.load(for: FakeAccount.taro.id) != Drafts())
    #expect(await storages.snapshots?.load(KeptFeed.self, for: FakeAccount.taro.id) != nil)
    await root.auth.deleteAccount(pass: FakeAccount.taro.password.rawValue)
    #expect(await storages.snapshots?.load(KeptFeed.self, for: FakeAccount.taro.id) == nil)
    #expect(root.auth.state == .signedOut)
    #expect(try await storages.session.load() == nil)
    #expect(!storages.flags.isSaved(for: FakeAccount.taro.id))
    await signIn(as: .hanako)
    #expect(try await storages.drafts.load(for: FakeAccount.taro.id) == Drafts())
  }

  @Test func `Drafts that a deletion cannot remove are told, and removed at the next launch`() async throws {
    let folder = try TemporaryFolder()
    let storages = AppStorages.files(in: folder.url)
    let environment = AppEnvironment(client: FakeAPIClient(backend: backend), storages: storages)
    let first = AppRoot(environment)
    await first.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
    first.outbox.compose(text: "half a post", replyTo: nil)
    await first.outbox.keep()
    let drafts = folder.url.appending(path: "drafts")
    let aside = folder.url.appending(path: "aside")
    try FileManager.default.moveItem(at: drafts, to: aside)
    try Data().write(to: drafts)
    await first.auth.deleteAccount(pass: FakeAccount.taro.password.rawValue)
    #expect(first.auth.state == .signedOut)
    #expect(first.auth.notice?.text == first.auth.messages.userDataNotRemoved)
    try FileManager.default.removeItem(at: drafts)
    try FileManager.default.moveItem(at: aside, to: drafts)
    let second = AppRoot(environment)
    await second.launch()
    #expect(second.auth.state == .signedOut)
    #expect(second.auth.notice?.text == second.auth.messages.deleteAccountDone)
    #expect(try await storages.drafts.load(for: FakeAccount.taro.id) == Drafts())
    #expect(try await storages.session.load() == nil)
  }

  @Test func `A flag that a deletion cannot remove is told`() async {
    let storages = AppStorages(
      session: InMemorySessionStorage(), flags: StuckFlagStorage(), drafts: InMemoryDraftStorage())
    let root = AppRoot(AppEnvironment(client: FakeAPIClient(backend: backend), storages: storages))
    await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
    await root.auth.deleteAccount(pass: FakeAccount.taro.password.rawValue)
    #expect(root.auth.state == .signedOut)
    #expect(root.auth.notice?.text == root.auth.messages.userDataNotRemoved)
  }

  @Test func `The example environment’s backend knows the stored session`() async {
    let root = AppRoot(await .example(storages: .inMemory(session: .taro)))
    await root.launch()
    await root.feed.load()
    #expect(root.feed.state.content?.posts.isEmpty == false)
  }

  @Test func `Nothing of a user is left in the Stores after a sign-out, nor after another process’s sign-in`()
    async throws
  {
    for isOut in [true, false] {
      await signIn()
      let user = root.user
      await root.feed.select(timeline: .list("swift"))
      await root.feed.loadMore()
      await root.myPage.load()
      try backend.fail(.post, "/v1/posts", with: .fail(.offline))
      await root.outbox.post(text: "unsent")
      root.outbox.compose(text: "half a post", replyTo: nil)
      await root.outbox.keep()
      #expect(root.feed.memory.withoutGenerations != FeedMemory())
      #expect(root.outbox.memory.withoutGenerations != OutboxMemory())
      if isOut {
        await root.auth.logout()
        #expect(root.feed.memory.withoutGenerations == FeedMemory())
      } else {
        await root.session.begin(.hanako)
        #expect(root.feed.memory.withoutGenerations == FeedMemory())
        #expect(root.outbox.memory.withoutGenerations == OutboxMemory())
        await root.waitForRoutes()
        #expect(root.outbox.state == OutboxState() && root.outbox.memory.withoutGenerations != OutboxMemory())
        #expect(root.feed.state == .idle && root.feed.memory.withoutGenerations != FeedMemory())
      }
      #expect(root.user != user)
      #expect(root.myPage.state == .idle)
    }
  }

  @Test func `Posts of an earlier launch wait on every screen as soon as their user is signed in`() async throws {
    let draft = PostDraft(text: "Hello", replyTo: nil, idempotencyKey: "key")
    try await storages.drafts.apply(.add(draft), for: FakeAccount.taro.id)
    await signIn()
    #expect(root.outbox.state.unsent == [UnsentPost(draft: draft)])
    let relaunched = AppRoot(AppEnvironment(client: FakeAPIClient(backend: backend), storages: storages))
    await relaunched.launch()
    await relaunched.waitForRoutes()
    #expect(relaunched.outbox.state.unsent == [UnsentPost(draft: draft)])
  }

  @Test func `An app that becomes active reads what its storage has refused, once it is launched`() async throws {
    let storage = LockedStorage(.taro)
    let backend = FakeBackend(FakeConfiguration(sessions: [.taro]))
    let root = AppRoot(
      AppEnvironment(
        client: FakeAPIClient(backend: backend),
        storages: AppStorages(session: storage, flags: InMemorySavedFlagStorage(), drafts: storage)))
    await root.resume()
    #expect(storage.reads.values == [])
    await root.launch()
    #expect(root.screen == .login(.signUp))
    storage.unlocked.append("session")
    await root.resume()
    await root.waitForRoutes()
    #expect(root.screen == .home(.myPage))
    #expect(root.outbox.state == OutboxState())
    storage.unlocked.append("drafts")
    await root.resume()
    #expect(root.outbox.state.unsent.map(\.draft) == [LockedStorage.draft])
  }

  @Test func `What needs a user leads to sign-in, and what was read before is gone afterwards`() async {
    await root.feed.load()
    #expect(root.feed.state == .notAuthorized)
    #expect(root.screen == .login(.signIn))
    root.auth.showSignUp()
    await root.myPage.load()
    #expect(root.screen == .login(.signIn))
    await signIn()
    #expect((root.feed.state, root.myPage.state) == (.idle, .idle))
  }

  @Test func `Each link leads a signed-in user to its destination`() async throws {
    await signIn()
    try await open("focal://timeline")
    #expect(root.screen == .home(.timeline))
    let post = try #require(root.feed.state.content?.posts.first)
    try await open("focal://compose?reply_to=\(post.id)")
    #expect(root.screen == .home(.compose(replyTo: post.id, screenName: post.author.screenName)))
    try await open("focal://compose?reply_to=")
    #expect(root.screen == .home(.compose(replyTo: nil, screenName: nil)))
    try await open("focal://timeline/quiet")
    #expect(root.screen == .home(.timeline))
    #expect(root.feed.timelines.chosen == .list("quiet"))
    try await open("focal://post/\(post.id)")
    #expect(root.screen == .home(.timeline))
    #expect(root.feed.timelines.chosen == .thread(of: post.id))
    #expect(root.feed.state.content?.posts.contains { $0.id == post.id } == true)
    try await open("focal://mypage")
    #expect(root.screen == .home(.myPage))
    #expect(root.myPage.state == .loaded(MyPageContent()))
    for link in ["focal://signin", "focal://signup"] {
      root.show(.timeline)
      try await open(link)
      #expect(root.screen == .home(.myPage))
    }
  }

  @Test(arguments: [
    ("focal://timeline/quiet", HomeDestination.timeline), ("focal://post/7", .timeline), ("focal://mypage", .myPage),
    ("focal://compose?reply_to=7", .compose(replyTo: "7", screenName: nil)),
  ])
  func `A link opens once a user has signed in, and only once`(link: String, destination: HomeDestination) async throws
  {
    try await open(link)
    #expect(root.screen == .login(.signIn))
    await signIn()
    #expect(root.screen == .home(destination))
    await root.auth.logout()
    await signIn()
    #expect(root.screen == .home(.myPage))
  }

  @Test func `A link during a sign-in opens after it, and does not switch the form`() async throws {
    let client = HoldingAPIClient(FakeAPIClient(backend: backend))
    let root = AppRoot(AppEnvironment(client: client, storages: .inMemory()))
    await root.launch()
    let signUp = StartedAction("sign up") { await root.auth.signUp(email: "jiro@example.com", pass: "secret123") }
    await signUp.waitUntilSuspended()
    await root.open(.signIn)
    await root.open(.compose(replyTo: nil))
    #expect(root.screen == .login(.signUp))
    try client.release()
    try await signUp.finish()
    await root.waitForRoutes()
    #expect(root.screen == .home(.compose(replyTo: nil, screenName: nil)))
  }

  @Test(arguments: [
    "focal://", "focal://nowhere", "https://mypage", "focal://timeline/a/b", "focal://mypage/a", "",
    "focal://timeline/" + String(repeating: "a", count: 10_240),
  ])
  func `A link has one of the forms, and other text is not a link`(text: String) {
    #expect(DeepLink.forms.filter { DeepLink($0) == nil } == [])
    #expect(DeepLink(text) == nil)
  }

  @Test func `The composer asks a signed-out user to sign in, and opens then`() async {
    root.feed.compose(replyTo: "7")
    await root.waitForRoutes()
    #expect(root.screen == .login(.signIn))
    await signIn()
    #expect(root.screen == .home(.compose(replyTo: "7", screenName: nil)))
  }

  @Test func `A text that is sent closes its composer at once, and leaves every other destination`() async throws {
    let client = HoldingAPIClient(FakeAPIClient(backend: backend))
    let root = AppRoot(AppEnvironment(client: client, storages: .inMemory(), providers: .example))
    let start = StartedAction("start") {
      await root.auth.login(with: root.environment.providers[0])
      await root.feed.load()
    }
    while !start.hasReturned {
      try client.release()
      await start.waitUntilSuspended()
    }
    let composer = HomeDestination.compose(replyTo: nil, screenName: nil)
    root.feed.compose()
    await root.outbox.post(text: "")
    #expect(root.screen == .home(composer))
    let posts = ["A", "B"].map { text in StartedAction("post") { await root.outbox.post(text: text) } }
    #expect(root.screen == .home(.timeline))
    // The next composer is open when the first post is answered.
    for (destination, index) in [(composer, 0), (.myPage, 1)] {
      root.show(destination)
      await posts[index].waitUntilSuspended()
      try client.release("POST /v1/posts")
      try await posts[index].finish()
      #expect(root.screen == .home(destination))
    }
    root.feed.compose()
    let reply = StartedAction("reply") { await root.outbox.post(text: "Reply", replyTo: "132") }
    #expect(root.screen == .home(composer))
    reply.cancel()
    try await reply.finish()
  }

  @Test func `Another process’s sign-in closes the composer, and what was typed is kept for its user`() async throws {
    await signIn()
    root.feed.compose()
    root.outbox.compose(text: "half a post", replyTo: nil)
    await root.session.begin(.hanako)
    await root.waitForRoutes()
    #expect(root.screen == .home(.myPage))
    #expect(root.outbox.state == OutboxState())
    await root.outbox.keep()
    await root.session.begin(.taro)
    await root.waitForRoutes()
    #expect(root.outbox.state.text(replyTo: nil) == "half a post")
    #expect(try await storages.drafts.load(for: FakeAccount.hanako.id) == Drafts())
  }

  @Test func `A released root releases its Stores`() async {
    weak var released: AppRoot?
    weak var store: AuthStore?
    do {
      let root = AppRoot(AppEnvironment(client: FakeAPIClient(), storages: .inMemory()))
      await root.launch()
      (released, store) = (root, root.auth)
    }
    #expect(released == nil)
    #expect(store == nil)
  }
}

/// A storage of a device that is locked, with a session and a draft.
private struct LockedStorage: SessionStorage, DraftStorage {
  static let draft = PostDraft(text: "Hello", replyTo: nil, idempotencyKey: "key")

  /// What can be read.
  let unlocked = Log<String>()
  let reads = Log<String>()
  private let session: InMemorySessionStorage
  private let drafts = InMemoryDraftStorage()

  init(_ session: StoredSession) {
    self.session = InMemorySessionStorage(session)
  }

  func load() throws(SessionStorageError) -> StoredSession? {
    reads.append("session")
    guard unlocked.values.contains("session") else { throw .unavailable(reason: "locked") }
    return session.load()
  }

  func load(for userID: User.ID) throws(DraftStorageError) -> Drafts {
    reads.append("drafts")
    guard unlocked.values.contains("drafts") else { throw .unavailable(reason: "locked") }
    return Drafts(unsent: [Self.draft])
  }

  func update(_ change: @Sendable (StoredSession?) -> StoredSession?) -> StoredSession? { session.update(change) }
  func apply(_ change: DraftChange, for userID: User.ID) { drafts.apply(change, for: userID) }
  func removeAll(for userID: User.ID) { drafts.removeAll(for: userID) }
}

/// A storage whose flags cannot be cleared.
private struct StuckFlagStorage: SavedFlagStorage {
  func isSaved(for userID: User.ID) -> Bool { true }
  func set(_ isSaved: Bool, for userID: User.ID) {}
}
