#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The items of Placeholder.
  public struct PlaceholderView: View {
    private let store: PlaceholderStore
    private let messages: PlaceholderMessages

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - store: The items.
    ///   - messages: The texts.
    public init(store: PlaceholderStore, messages: PlaceholderMessages = .japanese) {
      self.store = store
      self.messages = messages
    }

    /// The items, or why there are none, under a title.
    public var body: some View {
      NavigationStack {
        ZStack { content }
          .navigationTitle(messages.title)
      }
      .task { await store.load() }
      .noticeAlert(store.notice, dismiss: store.dismissNotice)
    }

    @ViewBuilder private var content: some View {
      switch store.state {
      case .idle, .loading:
        ProgressView(messages.loading)
      case .loaded(let content) where content.items.isEmpty:
        MessageView(messages.empty, button: messages.retry, action: store.load)
      case .loaded(let content):
        List {
          ForEach(content.items) { item in
            Button(item.title) { store.select(item.id) }
          }
        }
        .refreshable { await store.load() }
      case .error(let text):
        MessageView(text, isError: true, button: messages.retry, action: store.load)
      }
    }
  }
#endif
