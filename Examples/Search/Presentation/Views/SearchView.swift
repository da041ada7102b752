#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The search for repositories, as in the article "A UseCase protocol for Swift".
  public struct SearchView: View {
    private let store: SearchStore
    private let messages: SearchMessages
    @State private var text = ""

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - store: The search.
    ///   - messages: The texts.
    public init(store: SearchStore, messages: SearchMessages = .japanese) {
      self.store = store
      self.messages = messages
    }

    /// The recommended repositories, and what was found, under a search field.
    public var body: some View {
      NavigationStack {
        List {
          TextField(messages.title, text: $text)
          section(messages.recommended, store.state.content.recommended)
          if let results = store.state.content.results {
            section(messages.results(results.rows.count), results.rows)
          }
          if case .searching = store.state {
            ProgressView(messages.loading)
          }
        }
        .navigationTitle(messages.title)
      }
      .task { await store.load() }
      .task(id: text) { await store.search(text: text) }
      .noticeAlert(store.notice, dismiss: store.dismissNotice)
    }

    private func section(_ title: String, _ rows: [SearchRow]) -> some View {
      Section(title) {
        ForEach(rows) { row in
          Button(row.text) { store.select(row.id) }
        }
      }
    }
  }
#endif
