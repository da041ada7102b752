#if canImport(SwiftUI)
  import Authentication
  import Core
  import Foundation
  import SwiftUI

  struct ContentPreviews: PreviewProvider {
    static var previews: some View {
      signUp
      signIn
      launch
      home
      homeInEnglish
      composer
    }

    private static var signUp: some View {
      stage("Sign up") { _, _ in }
    }

    private static var signIn: some View {
      stage("Sign in") { await $1.open(.signIn) }
    }

    private static var launch: some View {
      let backend = PreviewBackend()
      let storage = InMemorySessionStorage(
        StoredSession(
          user: User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: .now), token: nil))
      let root = AppRoot(AppEnvironment(client: backend.client, session: Session(storage: storage)))
      return ContentView(root: root).preview("Launch", before: backend.fallSilent)
    }

    private static var home: some View {
      stage("Home") { await logIn(to: $1) }
    }

    private static var homeInEnglish: some View {
      stage("Timeline, in English", language: .english) {
        await logIn(to: $1)
        $1.show(.timeline)
      }
    }

    private static var composer: some View {
      stage("Composer") {
        await logIn(to: $1)
        await $1.open(.compose(replyTo: nil))
      }
    }

    private static func logIn(to root: AppRoot) async {
      await root.auth.login(email: FakeAccount.taro.email, pass: FakeAccount.taro.password)
    }

    private static func stage(
      _ name: String, language: AppLanguage = .japanese,
      before: @escaping @MainActor (PreviewBackend, AppRoot) async -> Void
    ) -> some View {
      let backend = PreviewBackend()
      let root = AppRoot(AppEnvironment(client: backend.client, session: backend.session, language: language))
      return ContentView(root: root).preview(name) {
        await root.launch()
        await before(backend, root)
      }
    }
  }
#endif
