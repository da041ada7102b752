#if canImport(SwiftUI)
  import Core
  import SwiftUI

  struct MyPagePreviews: PreviewProvider {
    static var previews: some View {
      loading
      form
      saving
      invalidName
      profile
      deleting
      error
      notice
    }

    private static var loading: some View {
      scene("Loading") { backend, _ in backend.fallSilent() }
    }

    private static var form: some View {
      scene("Form, in English", messages: .english)
    }

    private static var saving: some View {
      scene("Saving") { backend, store in
        await store.load()
        backend.fallSilent()
      } during: {
        await save(in: $0)
      }
    }

    private static var invalidName: some View {
      scene("Invalid name") { _, store in
        await store.load()
      } during: {
        await $0.save(name: "太", gender: 1)
      }
    }

    private static var profile: some View {
      scene("Profile") { _, store in await register(in: store) }
    }

    private static var deleting: some View {
      scene("Deleting") { backend, store in
        await register(in: store)
        backend.fallSilent()
      } during: {
        await $0.deleteProfile()
      }
    }

    private static var error: some View {
      scene("Error") { backend, _ in try? backend.backend.fail(.get, "/v1/profile", with: .fail(.offline)) }
    }

    private static var notice: some View {
      scene("Notice") { backend, store in
        await register(in: store)
        try? backend.backend.fail(.get, "/v1/profile", with: .fail(.offline))
      } during: {
        await $0.load()
      }
    }

    private static func save(in store: MyPageStore) async {
      await store.save(name: "太郎", gender: 1)
    }

    private static func register(in store: MyPageStore) async {
      await store.load()
      await save(in: store)
      store.dismissNotice()
    }

    private static func scene(
      _ name: String, messages: MyPageMessages = .japanese,
      before: @escaping @MainActor (PreviewBackend, MyPageStore) async -> Void = { _, _ in },
      during: @escaping @MainActor (MyPageStore) async -> Void = { _ in }
    ) -> some View {
      let backend = PreviewBackend()
      let store = MyPageStore(
        client: backend.client, session: backend.session, flags: InMemorySavedFlagStorage(), messages: messages)
      return MyPageView(store: store).preview(name) {
        await backend.signIn()
        await before(backend, store)
      } during: {
        await during(store)
      }
    }
  }
#endif
