#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core
  import Driver
  import Foundation
  import Search
  import StoreExploring

  /// `focal-http search`: the example feature Search, with GitHub as its server.
  struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "search", abstract: "Searches GitHub for repositories and prints the Store’s every transition.",
      discussion: "GitHub allows ten searches a minute without a token. --api names another server.")

    @ParentCommand var parent: FocalHTTP

    @Argument(help: "The text to search for. Of several, each but the last is replaced before its response arrives.")
    var texts: [String]

    @Option(help: "The language of the strings, ja or en. Default: that of LANG, or English.")
    var language: Language?

    @MainActor
    func run() async throws {
      try parent.refuseServerKind(for: "search")
      try parent.options.refuse(json: true, state: true, by: "search")
      let messages = SearchMessages(language ?? parent.options.chosenLanguage)
      guard let url = parent.api ?? RemoteSearchRepository.gitHub else { return }
      let client = HTTPAPIClient(baseURL: url, transport: AsyncHTTPClientTransport())
      let store = SearchStore(client: client, messages: messages)
      let recorder = StoreRecorder()
      recorder.record(store, \.state) { write($0.to.line) }
      await store.load()
      let searches = texts.map { text in Task { await store.search(text: text) } }
      for search in searches { await search.value }
      recorder.flush()
      if let notice = store.notice {
        write("\(notice.title): \(notice.text)")
        throw ExitCode(1)
      }
      show(messages.recommended, store.state.content.recommended)
      if let rows = store.state.content.results?.rows { show(messages.results(rows.count), rows) }
    }

    private func show(_ title: String, _ rows: [SearchRow]) {
      write("")
      write(title)
      for row in rows { write("  \(row.text)") }
    }

    private func write(_ line: String) {
      StandardOutput.write("\(line.printable())\n")
    }
  }

  extension SearchMessages {
    fileprivate init(_ language: Language) {
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
