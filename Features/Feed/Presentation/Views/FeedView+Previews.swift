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
      preview("Loading") { backend, _ in backend.fallSilent() }
    }

    private static var loaded: some View {
      preview("Loaded, in English", messages: .english) { _, store in await store.load() }
    }

    private static var refreshing: some View {
      preview("Refreshing", before: loadThenFallSilent) { await $0.refresh() }
    }

    private static var loadingMore: some View {
      preview("Loading more", before: loadThenFallSilent) { await $0.loadMore() }
    }

    private static var posting: some View {
      preview("Posting", before: loadThenFallSilent) { await $0.post(text: "こんにちは") }
    }

    private static var empty: some View {
      preview("Empty") { _, store in await store.select(timeline: "quiet") }
    }

    private static var notAuthorized: some View {
      preview("Not authorized") { backend, _ in _ = await backend.session.close() }
    }

    private static var error: some View {
      preview("Error") { backend, _ in try? backend.backend.fail(.get, "/v1/timeline", with: .fail(.offline)) }
    }

    private static var notice: some View {
      preview("Notice") { backend, store in
        await store.load()
        try? backend.backend.fail(.get, "/v1/timeline", with: .fail(.offline), times: 2)
      } during: {
        await $0.refresh()
      }
    }

    private static var composer: some View {
      let backend = PreviewBackend()
      let store = FeedStore(
        client: backend.client, session: backend.session, drafts: InMemoryDraftStorage(), messages: .japanese)
      return FeedForm(store: store, composer: FeedComposer(replyTo: "1", screenName: "hanako")) {}
        .previewDisplayName("Composer")
    }

    private static func loadThenFallSilent(_ backend: PreviewBackend, _ store: FeedStore) async {
      await store.load()
      backend.fallSilent()
    }

    private static func preview(
      _ name: String, messages: FeedMessages = .japanese,
      before: @escaping @MainActor (PreviewBackend, FeedStore) async -> Void,
      during: @escaping @MainActor (FeedStore) async -> Void = { _ in }
    ) -> some View {
      let backend = PreviewBackend()
      let store = FeedStore(
        client: backend.client, session: backend.session, drafts: InMemoryDraftStorage(), messages: messages)
      return FeedView(store: store).preview(name) {
        await backend.signIn()
        await before(backend, store)
      } during: {
        await during(store)
      }
    }
  }
#endif
