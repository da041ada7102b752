import Authentication
import Core
import Feed
import MyPage
import Observation

/// The composition root that every front end shares: creates the Stores and navigates by their routes.
///
/// The Stores live as long as the app; each starts afresh when another user, or none, is signed in.
@MainActor
@Observable
public final class AppRoot {
  /// Authentication.
  public let auth: AuthStore
  /// The timelines of the user.
  public let feed: FeedStore
  /// What the user has written and is not sent.
  public let outbox: OutboxStore
  /// The profile of the user.
  public let myPage: MyPageStore
  /// Changes when a user signs in or out, so that the views of the home begin anew.
  public private(set) var user = Generation()
  /// The session that the Stores share.
  public let session: Session
  /// The dependencies of the app.
  public let environment: AppEnvironment

  private var isLaunched = false
  private var purpose: LoginPurpose
  private var destination = HomeDestination.myPage
  @ObservationIgnored private var observations: [Session.Observation] = []
  /// The user whose snapshots are removed at the sign-out, where that is so.
  @ObservationIgnored private var forgotten: User.ID?
  /// The link to open once a user has signed in.
  @ObservationIgnored private var pendingLink: DeepLink?
  @ObservationIgnored private var routeTask: Task<Void, Never>?
  @ObservationIgnored private var following: Task<Void, Never>?

  /// Creates the app.
  public init(_ environment: AppEnvironment) {
    let session = Session(storage: environment.storages.session)
    let repositories = environment.makeRepositories(session)
    let relay = RouteRelay()
    self.environment = environment
    self.session = session
    // Before Authentication, which removes what is kept of a deleted user: nothing is saved after that.
    outbox = OutboxStore(
      repository: repositories.feed, session: session, drafts: environment.storages.drafts,
      snapshots: environment.storages.snapshots, messages: environment.feedMessages,
      onRoute: { relay.root?.perform($0) })
    auth = AuthStore(
      repository: repositories.auth, session: session, messages: environment.messages.auth,
      onRoute: { route in relay.root?.perform(route) },
      removeUserData: { userID throws(AuthError) in try await environment.storages.removeAll(of: userID) })
    feed = FeedStore(
      repository: repositories.feed, session: session, drafts: environment.storages.drafts,
      snapshots: environment.storages.snapshots, messages: environment.feedMessages,
      onRoute: { relay.root?.perform($0) })
    myPage = MyPageStore(
      repository: repositories.profile, session: session, flags: environment.storages.flags,
      snapshots: environment.storages.snapshots, messages: environment.profileMessages,
      onRoute: { relay.root?.perform($0) }, now: environment.now)
    purpose = auth.capabilities.contains(.signUp) ? .signUp : .signIn
    relay.root = self
    observations = [
      session.onStorageFailure(environment.onStorageFailure),
      session.onUserChange { [weak self] in self?.forgetUser() },
      session.onUserRenewal { [weak self] former, renewed in await self?.forget(former, renewedAs: renewed) },
    ]
  }

  deinit {
    following?.cancel()
  }

  /// The screen to show.
  public var screen: AppScreen {
    switch auth.state {
    case .signedIn: .home(destination)
    case .loading where auth.isDeletingAccount: .home(destination)
    case .loading, .signedOut, .error: isLaunched ? .login(purpose) : .launch
    }
  }

  /// What is on the screen, and the states of the Stores.
  public var state: AppState {
    AppState(screen: screen, auth: auth.state, feed: feed.state, outbox: outbox.state, myPage: myPage.state)
  }

  /// Restores the session of an earlier launch, which the server then confirms.
  public func launch() async {
    guard !isLaunched else { return }
    await auth.restore()
    isLaunched = true
  }

  /// Repeats what a locked or full storage has refused; call it when the app becomes active.
  public func resume() async {
    guard isLaunched else { return }
    await auth.restore()
    await outbox.load()
    await feed.sendReactions()
  }

  /// Navigates to a destination, such as a tab that the user picked.
  public func show(_ destination: HomeDestination) {
    self.destination = destination
  }

  /// Opens a link, after signing in where that is needed.
  public func open(_ link: DeepLink) async {
    // Also while the account is being deleted, which can fail: a link that waited would be opened for the next user.
    guard !isHome else { return await openAtHome(link) }
    switch (auth.state, link) {
    case (.loading, .signIn), (.loading, .signUp):
      break
    case (_, .signUp):
      auth.showSignUp()
    case (_, .signIn):
      auth.showSignIn()
    case (.loading, .compose), (.loading, .timeline), (.loading, .myPage):
      pendingLink = link
    case (_, .compose), (_, .timeline), (_, .myPage):
      pendingLink = link
      auth.showSignIn()
    }
  }

  private var isHome: Bool { if case .home = screen { true } else { false } }

  private func openAtHome(_ link: DeepLink) async {
    switch link {
    case .signIn, .signUp:
      show(.myPage)
    case .compose(let replyTo):
      feed.compose(replyTo: replyTo)
    case .timeline(let id):
      show(.timeline)
      await feed.select(timeline: id)
    case .myPage:
      show(.myPage)
      await myPage.load()
    }
  }

  /// Removes what was shown to a user who has signed out, where the app wants that.
  private func forgetUser() {
    guard environment.removesSnapshotsAtSignOut, let snapshots = environment.storages.snapshots else { return }
    if let forgotten { start { _ in try? await snapshots.removeAll(for: forgotten) } }
    forgotten = session.current?.user.id
  }

  /// Removes what was shown to a user whose identifier has changed.
  private func forget(_ former: User, renewedAs renewed: User) async {
    guard former.id != renewed.id else { return }
    if forgotten == former.id { forgotten = renewed.id }
    try? await environment.storages.snapshots?.removeAll(for: former.id)
  }

  /// Waits for the work that routes have started.
  public func waitForRoutes() async {
    while let task = routeTask {
      routeTask = nil
      await task.value
    }
  }
}

// MARK: - Routes

extension AppRoot {
  fileprivate func perform(_ route: AuthRoute) {
    switch route {
    case .signIn:
      purpose = .signIn
    case .signUp:
      purpose = .signUp
    case .signedIn:
      // A restore asks the server next, which a sign-out must not wait for.
      isLaunched = true
      purpose = .signIn
      user.next()
      destination = .myPage
      followPosts()
      // Every screen can say that posts wait.
      start { await $0.outbox.load() }
      start { await $0.feed.sendReactions() }
      guard let link = pendingLink else { return }
      pendingLink = nil
      start { await $0.open(link) }
    case .signedOut:
      user.next()
      following?.cancel()
    }
  }

  fileprivate func perform(_ route: FeedRoute) {
    switch route {
    case .compose(let replyTo, let screenName):
      guard isHome else {
        return start { await $0.open(.compose(replyTo: replyTo)) }
      }
      destination = .compose(replyTo: replyTo, screenName: screenName)
    case .signIn:
      purpose = .signIn
    }
  }

  fileprivate func perform(_ route: OutboxRoute) {
    switch route {
    case .queued(let draft):
      if case .compose(draft.replyTo, _) = destination { destination = .timeline }
    case .posted(let post):
      feed.show(posted: post)
      if feed.state.content == nil { start { await $0.feed.load() } }
    }
  }

  fileprivate func perform(_ route: MyPageRoute) {
    switch route {
    case .signIn: purpose = .signIn
    }
  }

  /// Refreshes the timeline whenever posts have changed.
  private func followPosts() {
    following?.cancel()
    following = environment.postChanges.map { postChanges in
      let changes = postChanges(session)
      return Task { [weak self] in
        for await _ in changes { await self?.refreshPosts() }
      }
    }
  }

  /// Refreshes the timeline where one is shown, as soon as it would not ignore that.
  private func refreshPosts() async {
    while feed.state.isBusy {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = feed.state
        } onChange: {
          // The change itself comes after this call.
          Task { @MainActor in continuation.resume() }
        }
      }
    }
    if feed.state.content != nil, !Task.isCancelled { await feed.refresh() }
  }

  /// Starts work that takes longer than a route handler may.
  private func start(_ work: @escaping @MainActor (AppRoot) async -> Void) {
    let earlier = routeTask
    routeTask = Task {
      await work(self)
      await earlier?.value
    }
  }
}

extension FeedState {
  /// Whether a refresh would be ignored.
  fileprivate var isBusy: Bool {
    switch self {
    case .loading: true
    case .loaded(let content), .empty(let content): content.reading != .idle
    case .idle, .notAuthorized, .error: false
    }
  }
}

/// Forwards the routes of the Stores to the root, which is created after them.
@MainActor
private final class RouteRelay {
  weak var root: AppRoot?
}

// MARK: - State

/// The state of the app: what is on the screen, and the states of the Stores.
public struct AppState: Sendable, Hashable {
  /// The screen to show.
  public let screen: AppScreen
  /// The state of Authentication.
  public let auth: AuthState
  /// The state of the timelines.
  public let feed: FeedState
  /// The state of what is written and not sent.
  public let outbox: OutboxState
  /// The state of the profile.
  public let myPage: MyPageState
}

/// The screen that the app shows.
public enum AppScreen: Sendable, Hashable {
  /// The launch screen, until the storage of the session has been read.
  case launch
  /// The sign-in or sign-up screen.
  case login(LoginPurpose)
  /// The home of the signed-in user.
  case home(HomeDestination)
}

/// A destination in the home of the signed-in user.
public enum HomeDestination: Sendable, Hashable {
  /// The profile.
  case myPage
  /// The timeline.
  case timeline
  /// The composer, for a reply to a post and its author where they are known.
  case compose(replyTo: Post.ID?, screenName: String?)
}
