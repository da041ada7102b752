#if Network
  import Authentication
  import Core
  import Feed
  import Foundation
  import MyPage

  /// The Stores of the three features over one client, and all that a user can see of them.
  @MainActor
  final class Stage {
    let client: TroubledClient
    private let storage = InMemorySessionStorage()
    private let routes = Routes()
    private var session: Session
    private(set) var auth: AuthStore
    private(set) var feed: FeedStore
    private(set) var myPage: MyPageStore

    init(_ client: TroubledClient) {
      self.client = client
      session = Session(storage: storage)
      (auth, feed, myPage) = Self.stores(client, session, routes)
    }

    /// Ends the app and starts it again, with what it has stored.
    func relaunch() {
      session = Session(storage: storage)
      (auth, feed, myPage) = Self.stores(client, session, routes)
    }

    private static func stores(
      _ client: TroubledClient, _ session: Session, _ routes: Routes
    ) -> (AuthStore, FeedStore, MyPageStore) {
      (
        AuthStore(client: client, session: session, messages: .english, route: { routes.auth.append($0) }),
        FeedStore(client: client, session: session, messages: .english, route: { routes.feed.append($0) }),
        MyPageStore(
          client: client, session: session, messages: .english, route: { routes.myPage.append($0) },
          now: { Date(timeIntervalSince1970: 1_772_944_371) })
      )
    }

    func logIn() async {
      await auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
    }

    /// Signs in again where the session is over, as a user is asked to.
    func returnToSession() async {
      guard case .signedIn = auth.state, session.record == nil else { return }
      await auth.sessionEnded()
      await logIn()
    }

    /// Forgets what the user has been told.
    func takeNote() {
      auth.dismissNotice()
      feed.dismissNotice()
      myPage.dismissNotice()
      routes.auth = []
      routes.feed = []
      routes.myPage = []
    }

    var sight: Sight {
      Sight(
        auth: auth.state, feed: feed.state, myPage: myPage.state, draft: feed.draft?.text,
        notices: [auth.notice, feed.notice, myPage.notice].compactMap(\.self), authRoutes: routes.auth,
        feedRoutes: routes.feed, myPageRoutes: routes.myPage, isSignedIn: session.record != nil)
    }
  }

  /// All that a user can see, and where the Stores want to go.
  struct Sight: Equatable {
    var auth: AuthState
    var feed: FeedState
    var myPage: MyPageState
    var draft: String?
    var notices: [Notice] = []
    var authRoutes: [AuthRoute] = []
    var feedRoutes: [FeedRoute] = []
    var myPageRoutes: [MyPageRoute] = []
    var isSignedIn: Bool
  }

  @MainActor
  private final class Routes {
    var auth: [AuthRoute] = []
    var feed: [FeedRoute] = []
    var myPage: [MyPageRoute] = []
  }
#endif
