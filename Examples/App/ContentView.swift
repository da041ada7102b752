#if canImport(SwiftUI)
  import Authentication
  import Core
  import Foundation
  import SwiftUI

  /// The root view of the article "FOCAL": whoever is signed in sees the home of the app, everybody else the entrance.
  public struct ContentView: View {
    private let root: AppRoot
    private let providers: [IdentityProvider]

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - root: The app.
    ///   - providers: Who else vouches for users, in the order to show them.
    public init(root: AppRoot, providers: [IdentityProvider] = []) {
      self.root = root
      self.providers = providers
    }

    /// The screen that the root names.
    public var body: some View {
      ZStack {
        switch root.screen {
        case .launch:
          ProgressView(root.environment.language.app.loading)
        case .entrance(.signIn):
          entrance(.signIn)
        case .entrance(.signUp):
          entrance(.signUp)
        case .home(let place):
          HomeView(root: root, place: place)
        }
      }
      .task { await root.launch() }
      .onOpenURL { url in
        guard let link = DeepLink(url.absoluteString) else { return }
        Task { await root.open(link) }
      }
    }

    private func entrance(_ purpose: LoginPurpose) -> some View {
      LoginView(store: root.auth, messages: root.environment.language.auth, purpose: purpose, providers: providers)
    }
  }
#endif
