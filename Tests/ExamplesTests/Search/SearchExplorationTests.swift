import Core
import Search
import StoreExploring
import StoreTesting
import Testing

/// What must hold in whatever order somebody types and the server answers.
@MainActor
struct SearchExplorationTests {
  private func explorer(
    failing: Bool, _ invariants: [Invariant<SearchStore, SearchState>]
  ) -> StoreExplorer<SearchStore, SearchState> {
    StoreExplorer(
      state: \SearchStore.state,
      actions: [
        StoreAction("type a") { await $0.search(text: "a") }, StoreAction("type b") { await $0.search(text: "b") },
        StoreAction("clear") { await $0.search(text: "") },
      ],
      invariants: invariants,
      fingerprint: { StateFingerprint(idle: [String(describing: $0.state), String(describing: $0.notice)]) },
      make: { SearchStore(useCase: .held(by: $0, failing: failing)) })
  }

  private let always: [Invariant<SearchStore, SearchState>] = [
    .always("only the latest search goes on") { $0.calls.count <= 1 },
    .whenIdle("nothing is being searched for") { moment in
      if case .searching = moment.state { false } else { true }
    },
    .always("what is found is what was typed last") { moment in
      guard case .answered("search", with: "found", let run) = moment.events.last(where: \.isAnswer) else {
        return true
      }
      guard run == moment.lastTyped, moment.events.contains(.returned(run)) else { return true }
      return moment.state == .found(SearchContent(results: .sample(run.name == "type a" ? "a" : "b")))
    },
    .always("a cleared search finds nothing until somebody types again") { moment in
      guard moment.lastTyped?.name == "clear" else { return true }
      return moment.state == .idle(SearchContent())
    },
  ]

  @Test func `the latest wish wins and the old transfer stops`() async {
    await expectClean(explorer(failing: true, always), depth: 6)
  }

  @Test func `what is cancelled shows no alert`() async {
    let silent = Invariant<SearchStore, SearchState>.always("there is no alert") { $0.subject.notice == nil }
    await expectClean(explorer(failing: false, always + [silent]), depth: 6)
  }
}

extension Event {
  fileprivate var isAnswer: Bool {
    if case .answered = self { true } else { false }
  }
}

extension ExplorationState {
  /// What was typed last since all was last quiet.
  fileprivate var lastTyped: ActionRun? {
    for case .started(let run) in events.reversed() { return run }
    return nil
  }
}

extension SearchResults {
  fileprivate static func sample(_ text: String) -> SearchResults {
    SearchResults(text: text, rows: [SearchRow(SearchSample.repository(text))])
  }
}

extension SearchUseCase {
  fileprivate static func held(by holds: ControlledDependencies, failing: Bool) -> SearchUseCase {
    var useCase = SearchUseCase(repository: Nowhere())
    useCase.waitForPause = holds.useCase("pause", whenCancelled: .cancelled) { _ in [.success("over")] }
    useCase.search = holds.useCase("search", whenCancelled: .cancelled) { text in
      let found = HeldAnswer<[CodeRepositorySummary], SearchError>.success("found", [SearchSample.repository(text)])
      return failing ? [found, .failure("offline", .noNetwork)] : [found]
    }
    return useCase
  }
}

/// Stands where the held use cases need none.
private struct Nowhere: SearchRepository {
  func repositories(matching text: String) async throws(SearchError) -> [CodeRepositorySummary] {
    throw .noNetwork
  }
}
