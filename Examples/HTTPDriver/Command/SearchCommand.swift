#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core
  import Driver
  import ExampleApp
  import Foundation
  import Search
  import StoreExploring

  /// `focal-http search`: the fourth feature, against GitHub.
  struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Searches GitHub for repositories, and prints the Store’s every transition.",
      discussion: "GitHub answers ten searches a minute to whoever is not signed in. --api names another server.")

    @ParentCommand var parent: FocalHTTP

    @Argument(help: "The text to search for; of several, each but the last is typed on before it is answered.")
    var texts: [String]

    @Option(help: "The language of the texts: ja or en. By default that of LANG, English if in doubt.")
    var language: AppLanguage?

    @MainActor
    func run() async throws {
      let messages = SearchMessages(language ?? parent.options.chosenLanguage)
      guard let url = parent.api?.url ?? URL(string: "https://api.github.com") else { return }
      let client = HTTPAPIClient(baseURL: url, transport: AsyncHTTPClientTransport())
      let store = SearchStore(client: client, messages: messages)
      let recorder = StoreRecorder()
      recorder.record(store, \.state) { StandardOutput.write("\($0.to.line)\n") }
      await store.load()
      let typed = texts.map { text in Task { await store.search(text: text) } }
      for search in typed { await search.value }
      recorder.flush()
      if let notice = store.notice {
        StandardOutput.write("\(notice.title): \(notice.text)\n")
        throw ExitCode(1)
      }
      show(messages.recommended, store.state.content.recommended)
      if let rows = store.state.content.results?.rows { show(messages.results(rows.count), rows) }
    }

    private func show(_ title: String, _ rows: [SearchRow]) {
      StandardOutput.write((["", title] + rows.map { "  \($0.text)" } + [""]).joined(separator: "\n"))
    }
  }

  extension SearchMessages {
    fileprivate init(_ language: AppLanguage) {
      switch language {
      case .japanese: self = .japanese
      case .english: self = .english
      }
    }
  }

  extension SearchState {
    fileprivate var line: String {
      switch self {
      case .idle: "idle"
      case .searching: "searching"
      case .found(let content): "found: \(content.results?.rows.count ?? 0)"
      }
    }
  }
#endif
