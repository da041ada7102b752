#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The screen of Placeholder.
  public struct PlaceholderView: View {
    private let store: PlaceholderStore

    /// Creates the view.
    public init(store: PlaceholderStore) {
      self.store = store
    }

    /// The items under the title.
    public var body: some View {
      NavigationStack {
        ZStack { content }
          .navigationTitle(store.messages.title)
      }
      .task { await store.load() }
      .noticeAlert(
        store.notice, messages: store.messages.common, dismiss: store.dismissNotice, retry: store.load)
    }

    @ViewBuilder private var content: some View {
      switch store.state {
      case .idle, .loading:
        ProgressView(store.messages.common.loading)
      case .loaded(let items) where items.isEmpty:
        MessageView(store.messages.empty, button: store.messages.common.retry, action: store.load)
      case .loaded(let items):
        List {
          ForEach(items) { item in
            Button(item.title) { store.select(item.id) }
          }
        }
        .refreshable { await store.load() }
      case .error(let text):
        MessageView(text, isError: true, button: store.messages.common.retry, action: store.load)
      }
    }
  }
#endif
