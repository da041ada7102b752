import Core
import Foundation
import Search
import StoreExploring
import StoreTesting
import TestSupport
import Testing

@MainActor
struct SearchStoreTests {
  private let pause = HoldingUseCase<Void, Void, SearchError>("pause", whenCancelled: .cancelled)
  private let searching = HoldingUseCase<String, [CodeRepositorySummary], SearchError>(
    "search", whenCancelled: .cancelled)
  private let routes = Log<SearchRoute>()
  private let store: SearchStore
  private let found = SearchState.found("swift", "a/b")

  init() {
    let useCase = SearchUseCase(search: AnyUseCase(searching), waitForPause: AnyUseCase(pause))
    store = SearchStore(useCase: useCase, messages: .japanese, onRoute: routes.append)
  }

  /// Starts a search, which waits for the pause.
  private func type(_ text: String) async -> StartedAction {
    let action = StartedAction("search “\(text)”") { [store] in await store.search(text: text) }
    await action.waitUntilSuspended()
    return action
  }

  /// Starts a search, which waits for its response.
  private func send(_ text: String) async throws -> StartedAction {
    let action = await type(text)
    try pause.succeed()
    await action.waitUntilSuspended()
    return action
  }

  private func search(_ text: String, _ result: Result<[CodeRepositorySummary], SearchError>) async throws {
    let action = try await send(text)
    try searching.answer(result)
    try await action.finish()
  }

  @Test func `A word typed fast is one search, after a pause`() async throws {
    try await expectStates(of: store, \.state, [.none, .searching(SearchContent()), found]) {
      var typed: [StartedAction] = []
      for text in ["s", "sw", " swift\n"] { typed.append(await type(text)) }
      for action in typed.dropLast() { try await action.finish() }
      #expect((pause.calls.count, searching.calls) == (1, []))
      try pause.succeed()
      await typed[2].waitUntilSuspended()
      #expect(searching.calls == ["swift"])
      try searching.succeed(with: [.sample("a/b")])
      try await typed[2].finish()
    }
  }

  @Test(arguments: ["", "\n\u{3000}"])
  func `An empty text stops the search and removes the results`(_ empty: String) async throws {
    try await search("swift", .success([.sample("a/b")]))
    let waiting = await type("nio")
    await store.search(text: empty)
    try await waiting.finish()
    let sent = try await send("nio")
    await store.search(text: empty)
    try await sent.finish()
    #expect((store.state, store.notice) == (.none, nil))
    #expect(pause.calls.isEmpty && searching.calls.isEmpty)
  }

  @Test func `A cancelled search leaves the results, silently`() async throws {
    let first = await type("swift")
    first.cancel()
    try await first.finish()
    #expect(store.state == .none)
    try await search("swift", .success([.sample("a/b")]))
    try await expectStates(
      of: store, \.state, [found, .searching(found.content), found], and: \.notice, [nil]
    ) {
      let second = try await send("nio")
      second.cancel()
      try await second.finish()
    }
  }

  @Test(arguments: [
    (SearchError.noNetwork, "ネットワーク接続を確認してください。"), (.notAuthorized, "ログインしてください。"),
    (.rateLimited(retryAfter: .seconds(60)), "API rate limit exceeded."), (.unusableText, "この言葉では検索できません。"),
    (.serverError(reason: "x"), "サーバーで問題が発生しました。時間をおいて再試行してください。"),
  ])
  func `A failure is a notice, and the results stay`(_ error: SearchError, _ text: String) async throws {
    let notice = Notice(title: "通信エラー", text: text, button: "OK")
    try await search("swift", .failure(error))
    #expect((store.state, store.notice) == (.none, notice))
    store.dismissNotice()
    try await search("swift", .success([.sample("a/b")]))
    try await search("nio", .failure(error))
    #expect((store.state, store.notice) == (found, notice))
  }

  @Test func `A repository that is shown leads to its page`() async throws {
    await store.load()
    try await search("swift", .success([.sample("a/b")]))
    for id in ["a/b", "swiftlang/swift", "no/where"] { store.select(id) }
    let page = try #require(URL(string: "https://github.com/swiftlang/swift"))
    #expect(routes.values == [.page(CodeRepositorySummary.sample("a/b").htmlURL), .page(page)])
  }

  @Test func `Recommendations appear during a search, once`() async throws {
    let content = SearchContent(recommended: RecommendRepositories().execute(()).map(SearchRow.init))
    let action = await type("swift")
    try await expectStates(of: store, \.state, [.searching(SearchContent()), .searching(content), .idle(content)]) {
      await store.load()
      await store.load()
      action.cancel()
      try await action.finish()
    }
  }

  @Test func `No order of searches, responses and cancellations breaks an invariant`() async {
    let explorer = StoreExplorer(
      state: \SearchStore.state,
      actions: ["a", "b", ""].map { text in StoreAction("search “\(text)”") { await $0.search(text: text) } },
      invariants: [
        .always("one search is sent at a time") { $0.calls.count <= 1 },
        .whenIdle("nothing is shown as in progress") { state in
          if case .searching = state.state { false } else { true }
        },
        .always("a response shows what was searched for last") { state in
          guard case .answered("search", with: "found", let run) = state.lastEvents.first else { return true }
          return state.state == .found(run.name == "search “a”" ? "a" : "b", "a/b")
        },
        .always("an empty text removes the results") { state in
          guard case .started(let run) = state.lastEvents.first, run.name == "search “”" else { return true }
          return state.state == .none
        },
      ],
      fingerprint: { StateFingerprint($0) },
      make: { dependencies in
        SearchStore(
          useCase: SearchUseCase(
            search: dependencies.useCase("search", whenCancelled: .cancelled) { _ in
              [.success("found", [.sample("a/b")]), .failure("offline", .noNetwork)]
            },
            waitForPause: dependencies.useCase("pause", whenCancelled: .cancelled) { _ in [.success("over")] }))
      })
    await expectClean(explorer, depth: 6)
  }
}

extension CodeRepositorySummary {
  fileprivate static func sample(_ name: String) -> CodeRepositorySummary {
    CodeRepositorySummary(name: name, stars: 1, htmlURL: URL(filePath: "/").appending(path: name))
  }
}

extension SearchState {
  fileprivate static let none = SearchState.idle(SearchContent())

  fileprivate static func found(_ text: String, _ names: String...) -> SearchState {
    .found(SearchContent(results: SearchResults(text: text, rows: names.map { SearchRow(.sample($0)) })))
  }
}
