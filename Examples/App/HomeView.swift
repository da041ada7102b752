#if canImport(SwiftUI)
  import Authentication
  import Core
  import Feed
  import MyPage
  import SwiftUI

  /// The home of whoever is signed in, as in the article "FOCAL": a greeting, the way out, and the features.
  public struct HomeView: View {
    private let root: AppRoot
    private let place: HomeDestination

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - root: The app.
    ///   - place: Where they are.
    public init(root: AppRoot, place: HomeDestination) {
      self.root = root
      self.place = place
    }

    /// The greeting above the tabs.
    public var body: some View {
      VStack {
        HStack {
          if case .signedIn(let user) = root.auth.state {
            Text(messages.welcome(user.name))
          }
          Spacer()
          Button(messages.logout) {
            Task { await root.auth.logout() }
          }
        }
        .padding()
        TabView(selection: tab) {
          FeedView(
            store: root.feed, messages: language.feed.dates(in: root.environment.timeZone), composer: composer
          )
          .tabItem { Label(messages.timeline, systemImage: "list.bullet") }
          .tag(HomeTab.timeline)
          MyPageView(store: root.myPage, messages: language.myPage)
            .tabItem { Label(messages.myPage, systemImage: "person") }
            .tag(HomeTab.myPage)
        }
      }
      .noticeAlert(root.auth.notice, dismiss: root.auth.dismissNotice)
    }

    private var language: AppLanguage { root.environment.language }
    private var messages: AppMessages { language.app }

    private var tab: Binding<HomeTab> {
      Binding {
        HomeTab(place)
      } set: { @MainActor tab in
        root.show(tab.place)
      }
    }

    private var composer: Binding<FeedComposer?> {
      Binding {
        guard case .compose(let replyTo, let screenName) = place else { return nil }
        return FeedComposer(replyTo: replyTo, screenName: screenName)
      } set: { @MainActor composer in
        if composer == nil { root.show(.timeline) }
      }
    }
  }

  private enum HomeTab: Hashable {
    case timeline
    case myPage

    init(_ place: HomeDestination) {
      switch place {
      case .timeline, .compose: self = .timeline
      case .myPage: self = .myPage
      }
    }

    var place: HomeDestination {
      switch self {
      case .timeline: .timeline
      case .myPage: .myPage
      }
    }
  }
#endif
