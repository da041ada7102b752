#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The search screen.
  public struct SearchView: View {
    private let store: SearchStore
    private var actions: any SearchActions { store }
    @State private var text = ""

    /// Creates the view.
    public init(store: SearchStore) {
      self.store = store
    }

    /// The recommended repositories and the results under a search field.
    public var body: some View {
      NavigationStack {
        List {
          TextField(store.messages.title, text: $text)
          section(store.messages.recommended, store.state.content.recommended)
          if let results = store.state.content.results {
            section(store.messages.results(results.rows.count), results.rows)
          }
          if case .searching = store.state {
            ProgressView(store.messages.common.loading)
          }
        }
        .navigationTitle(store.messages.title)
      }
      .task { await actions.load() }
      .task(id: text) { await actions.search(text: text) }
      .noticeAlert(store.notice, messages: store.messages.common, dismiss: actions.dismissNotice)
    }

    private func section(_ title: String, _ rows: [SearchRow]) -> some View {
      Section(title) {
        ForEach(rows) { row in
          Button(row.text) { actions.select(row.id) }
        }
      }
    }
  }
#endif
