#if canImport(SwiftUI)
  import Authentication
  import Core
  import ExampleApp
  import Foundation
  import SwiftUI

  /// The example app with its views, on the fake backend: no server, no key.
  @main
  struct SwiftUIApp: App {
    @State private var root = AppRoot(
      AppEnvironment(client: FakeAPIClient(), language: AppLanguage(locale: Locale.current.identifier)))

    init() {
      Platform.becomeApp()
    }

    var body: some Scene {
      WindowGroup {
        ContentView(root: root, providers: providers)
      }
    }

    /// The fake backend knows Taro by these tokens; a real provider would ask him.
    private let providers: [IdentityProvider] = [
      .facebook { AccessToken("facebook-taro") }, .google { AccessToken("google-taro") },
    ]
  }
#else
  /// Says where the views of the example app can be seen.
  @main
  struct SwiftUIApp {
    static func main() {
      print("SwiftUIApp runs on Apple's platforms. Here, `swift run focal` plays the same app.")
    }
  }
#endif
