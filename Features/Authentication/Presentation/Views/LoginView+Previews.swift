#if canImport(SwiftUI)
  import Core
  import SwiftUI

  struct LoginPreviews: PreviewProvider {
    static var previews: some View {
      signedOut
      signUp
      loading
      error
      signedIn
      notice
    }

    private static var signedOut: some View {
      view(of: store(PreviewBackend())).preview("Signed out")
    }

    private static var signUp: some View {
      LoginView(store: store(PreviewBackend(), .english), purpose: .signUp).preview("Sign up, in English")
    }

    private static var loading: some View {
      let backend = PreviewBackend()
      let store = store(backend)
      return view(of: store).preview("Loading", before: backend.fallSilent) { await signIn(to: store) }
    }

    private static var error: some View {
      let store = store(PreviewBackend())
      return view(of: store).preview("Error") { await store.login(email: taro.email, pass: "") }
    }

    private static var signedIn: some View {
      let store = store(PreviewBackend())
      return view(of: store).preview("Signed in") { await signIn(to: store) }
    }

    private static var notice: some View {
      let store = store(PreviewBackend())
      return view(of: store).preview("Notice") {
        await signIn(to: store)
      } during: {
        await store.logout()
      }
    }

    private static let taro = FakeAccount.taro

    private static func signIn(to store: AuthStore) async {
      await store.login(email: taro.email, pass: taro.password.rawValue)
    }

    private static func store(_ backend: PreviewBackend, _ messages: AuthMessages = .japanese) -> AuthStore {
      AuthStore(client: backend.client, session: backend.session, messages: messages)
    }

    private static func view(of store: AuthStore) -> LoginView {
      let apple = IdentityProvider.apple { Secret("apple-taro") }
      let google = IdentityProvider.google { Secret("google-taro") }
      let facebook = IdentityProvider.facebook { Secret("facebook-taro") }
      return LoginView(store: store, providers: [apple, facebook, google])
    }
  }
#endif
