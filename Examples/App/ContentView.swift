#if canImport(SwiftUI)
  import Authentication
  import Core
  import Feed
  import Foundation
  import MyPage
  import SwiftUI

  /// The root view: the launch screen, the sign-in screen, or the home of the signed-in user.
  public struct ContentView: View {
    private let root: AppRoot
    @Environment(\.scenePhase) private var phase

    /// Creates the view.
    public init(root: AppRoot) {
      self.root = root
    }

    /// The screen that the root names.
    public var body: some View {
      ZStack {
        switch root.screen {
        case .launch:
          ProgressView(root.auth.messages.common.loading)
        case .login(let purpose):
          LoginView(store: root.auth, purpose: purpose, providers: root.environment.providers)
        case .home(let destination):
          HomeView(root: root, destination: destination)
        }
      }
      .task { await root.launch() }
      .onChange(of: phase) {
        if phase == .active { Task { await root.resume() } }
      }
      .onOpenURL { url in
        guard let link = DeepLink(url.absoluteString) else { return }
        Task { await root.open(link) }
      }
    }
  }

  /// The home of the signed-in user: a greeting, the sign-out button, and a tab for each feature.
  private struct HomeView: View {
    let root: AppRoot
    let destination: HomeDestination

    var body: some View {
      VStack {
        HStack {
          if case .signedIn(let user) = root.auth.state {
            Text(messages.welcome(user.name))
          }
          Spacer()
          DeleteAccountButton(store: root.auth)
          Button(messages.logout) {
            Task { await root.auth.logout() }
          }
        }
        .padding()
        TabView(selection: tab) {
          // For another user, a view begins anew: it reads, and forgets what was typed.
          Tab(messages.timeline, systemImage: "list.bullet", value: HomeTab.timeline) {
            FeedView(store: root.feed, outbox: root.outbox, composer: composer).id(root.user)
          }
          Tab(messages.myPage, systemImage: "person", value: HomeTab.myPage) {
            MyPageView(store: root.myPage).id(root.user)
          }
        }
      }
      .noticeAlert(
        root.auth.passwordRefusal == nil ? root.auth.notice : nil, messages: root.auth.messages.common,
        dismiss: root.auth.dismissNotice)
    }

    private var messages: AppMessages { AppMessages(language: root.environment.language) }

    private var tab: Binding<HomeTab> {
      Binding {
        switch destination {
        case .timeline, .compose: .timeline
        case .myPage: .myPage
        }
      } set: { @MainActor tab in
        switch tab {
        case .timeline: root.show(.timeline)
        case .myPage: root.show(.myPage)
        }
      }
    }

    private var composer: Binding<FeedComposer?> {
      Binding {
        guard case .compose(let replyTo, let screenName) = destination else { return nil }
        return FeedComposer(replyTo: replyTo, screenName: screenName)
      } set: { @MainActor composer in
        if composer == nil { root.show(.timeline) }
      }
    }
  }

  private enum HomeTab: Hashable {
    case timeline
    case myPage
  }
#endif
