#if canImport(SwiftUI)
  import Core
  import SwiftUI

  struct FeedPreviews: PreviewProvider {
    static var previews: some View {
      loading
      loaded
      refreshing
      loadingMore
      posting
      empty
      notAuthorized
      error
      notice
      composer
    }

    private static var loading: some View {
      stage("Loading") { backend, _ in backend.fallSilent() }
    }

    private static var loaded: some View {
      stage("Loaded, in English", messages: .english) { _, store in await store.load() }
    }

    private static var refreshing: some View {
      stage("Refreshing", before: loadThenFallSilent) { await $0.refresh() }
    }

    private static var loadingMore: some View {
      stage("Loading more", before: loadThenFallSilent) { await $0.loadMore() }
    }

    private static var posting: some View {
      stage("Posting", before: loadThenFallSilent) { await $0.post(text: "こんにちは") }
    }

    private static var empty: some View {
      stage("Empty") { _, store in await store.select(timeline: "quiet") }
    }

    private static var notAuthorized: some View {
      stage("Not authorized") { backend, _ in await backend.session.end() }
    }

    private static var error: some View {
      stage("Error") { backend, _ in try? backend.backend.fail(.get, "/v1/lists", with: .fail(.offline)) }
    }

    private static var notice: some View {
      stage("Notice") { backend, store in
        await store.load()
        try? backend.backend.fail(.get, "/v1/timeline", with: .fail(.offline), times: 2)
      } during: {
        await $0.refresh()
      }
    }

    private static var composer: some View {
      let store = FeedStore(client: PreviewBackend().client, session: Session())
      return FeedForm(store: store, messages: .japanese, composer: FeedComposer(replyTo: "1", screenName: "hanako")) {}
        .previewDisplayName("Composer")
    }

    private static func loadThenFallSilent(_ backend: PreviewBackend, _ store: FeedStore) async {
      await store.load()
      backend.fallSilent()
    }

    private static func stage(
      _ name: String, messages: FeedMessages = .japanese,
      before: @escaping @MainActor (PreviewBackend, FeedStore) async -> Void,
      during: @escaping @MainActor (FeedStore) async -> Void = { _ in }
    ) -> some View {
      let backend = PreviewBackend()
      let store = FeedStore(client: backend.client, session: backend.session, messages: messages)
      return FeedView(store: store, messages: messages).preview(name) {
        await backend.signIn()
        await before(backend, store)
      } during: {
        await during(store)
      }
    }
  }
#endif
