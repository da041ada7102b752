#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The screen of Placeholder.
  public struct PlaceholderView: View {
    private let store: PlaceholderStore
    private var actions: any PlaceholderActions { store }

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
      .task { await actions.load() }
      .noticeAlert(
        store.notice, messages: store.messages.common, dismiss: actions.dismissNotice, retry: actions.load)
    }

    @ViewBuilder private var content: some View {
      switch store.state {
      case .idle, .loading:
        ProgressView(store.messages.common.loading)
      case .loaded(let items) where items.isEmpty:
        MessageView(store.messages.empty, button: store.messages.common.retry, action: actions.load)
      case .loaded(let items):
        List {
          ForEach(items) { item in
            Button(item.title) { actions.select(item.id) }
          }
        }
        .refreshable { await actions.load() }
      case .error(let text):
        MessageView(text, isError: true, button: store.messages.common.retry, action: actions.load)
      }
    }
  }
#endif
