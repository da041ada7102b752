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
      thread
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
      let backend = PreviewBackend()
      let (store, outbox) = stores(backend, .japanese)
      return FeedView(store: store, outbox: outbox).preview("Posting") {
        await backend.signIn()
        await loadThenFallSilent(backend, store)
      } during: {
        await outbox.post(text: "こんにちは")
      }
    }

    private static var thread: some View {
      preview("Thread") { _, store in
        await store.load()
        let reply = store.state.content?.posts.first { $0.inReplyTo != nil }
        if let reply { await store.select(timeline: .thread(of: reply.id)) }
      }
    }

    private static var empty: some View {
      preview("Empty") { _, store in await store.select(timeline: .list("quiet")) }
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
      let (_, outbox) = stores(backend, .japanese)
      return FeedForm(store: outbox, composer: FeedComposer(replyTo: "1", screenName: "hanako")) {}
        .previewDisplayName("Composer")
    }

    private static func stores(_ backend: PreviewBackend, _ messages: FeedMessages) -> (FeedStore, OutboxStore) {
      let store = FeedStore(client: backend.client, session: backend.session, messages: messages)
      let outbox = OutboxStore(
        client: backend.client, session: backend.session, drafts: InMemoryDraftStorage(), messages: messages
      ) { route in
        switch route {
        case .queued: break
        case .posted(let post): store.show(posted: post)
        }
      }
      return (store, outbox)
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
      let (store, outbox) = stores(backend, messages)
      return FeedView(store: store, outbox: outbox).preview(name) {
        await backend.signIn()
        await before(backend, store)
      } during: {
        await during(store)
      }
    }
  }
#endif
