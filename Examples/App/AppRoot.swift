import Authentication
import Core
import Feed
import Foundation
import MyPage
import Observation

/// The composition root that every front end shares: which Stores there are, and which route leads where.
///
/// What belongs to somebody goes when they do: at the end of a session Feed and MyPage begin anew.
@MainActor
@Observable
public final class AppRoot {
  /// Who is signed in.
  public let auth: AuthStore
  /// The chosen timeline.
  public private(set) var feed: FeedStore
  /// The profile of whoever is signed in.
  public private(set) var myPage: MyPageStore

  private var isLaunched = false
  private var entrance = AppEntrance.signUp
  private var place = HomeDestination.myPage

  /// What the app is made of.
  public let environment: AppEnvironment
  private let relay: RouteRelay
  @ObservationIgnored private var pendingLink: DeepLink?
  @ObservationIgnored private var work: Task<Void, Never>?

  /// Makes the app.
  ///
  /// - Parameter environment: What it is made of.
  public init(_ environment: AppEnvironment) {
    self.environment = environment
    let relay = RouteRelay()
    self.relay = relay
    auth = AuthStore(
      client: environment.client, session: environment.session, messages: environment.language.auth,
      route: { relay.root?.perform($0) })
    feed = Self.makeFeed(environment, relay)
    myPage = Self.makeMyPage(environment, relay)
    relay.root = self
  }

  /// The screen to show.
  ///
  /// Who is signed in sees the home of the app; in every other state of Authentication it is the entrance.
  public var screen: AppScreen {
    guard isLaunched else { return .launch }
    switch auth.state {
    case .signedIn: return .home(place)
    case .loading, .signedOut, .error: return .entrance(entrance)
    }
  }

  /// Takes up the session that an earlier launch left, then shows the first screen.
  public func launch() async {
    await auth.restore()
    isLaunched = true
  }

  /// Goes to a place, as somebody does who picks a tab or leaves the composer.
  ///
  /// - Parameter place: The place, which is shown once somebody is signed in.
  public func show(_ place: HomeDestination) {
    self.place = place
  }

  /// Goes where a link leads, after signing in where nobody is signed in.
  ///
  /// - Parameter link: The link.
  public func open(_ link: DeepLink) async {
    switch (link, auth.state) {
    case (.signIn, _):
      auth.showSignIn()
    case (.signUp, _):
      auth.showSignUp()
    case (.compose(let replyTo), .signedIn):
      feed.compose(replyTo: replyTo)
    case (.timeline(let id), .signedIn):
      place = .timeline
      await feed.select(timeline: id)
    case (.myPage, .signedIn):
      place = .myPage
      await myPage.load()
    case (.compose, _), (.timeline, _), (.myPage, _):
      pendingLink = link
      auth.showSignIn()
    }
  }

  /// Waits for what a route has set in motion.
  public func settle() async {
    while let work {
      self.work = nil
      await work.value
    }
  }
}

// MARK: - Routes

extension AppRoot {
  fileprivate func perform(_ route: AuthRoute) {
    switch route {
    case .signIn:
      entrance = .signIn
    case .signUp:
      entrance = .signUp
    case .signedIn:
      place = .myPage
      guard let link = pendingLink else { return }
      pendingLink = nil
      run { await $0.open(link) }
    case .signedOut:
      entrance = .signIn
      feed = Self.makeFeed(environment, relay)
      myPage = Self.makeMyPage(environment, relay)
    }
  }

  fileprivate func perform(_ route: FeedRoute) {
    switch route {
    case .compose(let replyTo, let screenName): place = .compose(replyTo: replyTo, screenName: screenName)
    case .signIn: entrance = .signIn
    case .sessionEnded: run { await $0.endSession() }
    }
  }

  fileprivate func perform(_ route: MyPageRoute) {
    switch route {
    case .signIn: entrance = .signIn
    case .sessionEnded: run { await $0.endSession() }
    }
  }

  /// Tells Authentication that the session is over, unless somebody has signed in again meanwhile.
  private func endSession() async {
    guard environment.session.record == nil else { return }
    await auth.sessionEnded()
  }

  /// A route is a value that a Store leaves behind; what takes longer than to note it is waited for by ``settle()``.
  private func run(_ body: @escaping @MainActor (AppRoot) async -> Void) {
    let earlier = work
    work = Task {
      await earlier?.value
      await body(self)
    }
  }

  private static func makeFeed(_ environment: AppEnvironment, _ relay: RouteRelay) -> FeedStore {
    FeedStore(
      client: environment.client, session: environment.session,
      messages: environment.language.feed.dates(in: environment.timeZone), route: { relay.root?.perform($0) })
  }

  private static func makeMyPage(_ environment: AppEnvironment, _ relay: RouteRelay) -> MyPageStore {
    MyPageStore(
      client: environment.client, session: environment.session, flags: environment.flags,
      messages: environment.language.myPage, route: { relay.root?.perform($0) }, now: environment.now)
  }
}

/// Leads the routes of the Stores to the root, which they are made before.
@MainActor
private final class RouteRelay {
  weak var root: AppRoot?
}
