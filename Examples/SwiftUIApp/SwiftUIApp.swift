#if canImport(SwiftUI)
  import Core
  import ExampleApp
  import SwiftUI

  /// The example app with its views, on the fake backend: no server, no key.
  @main
  struct SwiftUIApp: App {
    @State private var root: AppRoot?

    init() {
      Platform.becomeApp()
    }

    var body: some Scene {
      WindowGroup {
        ZStack {
          if let root { ContentView(root: root) }
        }
        .task {
          guard root == nil else { return }
          root = AppRoot(await .example(storages: .platform(identifier: "com.example.focal")))
        }
      }
    }
  }
#else
  /// Says where the example app runs.
  @main
  struct SwiftUIApp {
    static func main() {
      print("SwiftUIApp runs on Apple’s platforms. On Linux, play the same app with: swift run focal")
    }
  }
#endif
