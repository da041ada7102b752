#if canImport(SwiftUI)
  import Authentication
  import Core
  import SwiftUI

  struct ContentPreviews: PreviewProvider {
    static var previews: some View {
      preview("Sign up") { _ in }
      preview("Sign in") { await $0.open(.signIn) }
      preview("Home") { await logIn(to: $0) }
      preview("Timeline, in English", language: .english) {
        await logIn(to: $0)
        $0.show(.timeline)
      }
      preview("Composer") {
        await logIn(to: $0)
        await $0.open(.compose(replyTo: nil))
      }
    }

    private static func logIn(to root: AppRoot) async {
      await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password.rawValue)
    }

    private static func preview(
      _ name: String, language: Language = .japanese, before: @escaping @MainActor (AppRoot) async -> Void
    ) -> some View {
      let root = AppRoot(
        AppEnvironment(client: FakeAPIClient(), storages: .inMemory(), providers: .example, language: language))
      return ContentView(root: root).preview(name) {
        await root.launch()
        await before(root)
      }
    }
  }
#endif
