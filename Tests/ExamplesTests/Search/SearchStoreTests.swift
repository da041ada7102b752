import Core
import Foundation
import Search
import StoreExploring
import Testing

@MainActor
struct SearchStoreTests {
  private typealias Sample = SearchSample

  @Test func `a search waits for a pause and for its answer`() async throws {
    let search = HeldSearch()
    try await search.expect([Sample.idle, Sample.searching, Sample.found("swift", "a/b")]) {
      let action = await search.type(" swift\n")
      #expect(search.searching.calls == [])
      try search.pause.succeed()
      await action.waitUntilSuspended()
      #expect(search.searching.calls == ["swift"])
      try search.searching.succeed(with: [Sample.repository("a/b")])
      try await action.finish()
    }
  }

  @Test func `a word typed fast is one search`() async throws {
    let search = HeldSearch()
    try await search.expect([Sample.idle, Sample.searching, Sample.found("swift", "a/b")]) {
      var typed: [StartedAction] = []
      for text in ["s", "sw", "swi", "swif", "swift"] { typed.append(await search.type(text)) }
      for action in typed.dropLast() { try await action.finish() }
      #expect(search.pause.calls.count == 1)
      try search.pause.succeed()
      await typed[4].waitUntilSuspended()
      #expect(search.searching.calls == ["swift"])
      try search.searching.succeed(with: [Sample.repository("a/b")])
      try await typed[4].finish()
    }
  }

  @Test func `a new search stops the transfer of the old one`() async throws {
    let search = HeldSearch()
    try await search.expect([Sample.idle, Sample.searching, Sample.found("new", "a/b")]) {
      let old = try await search.startSearching("old")
      let new = await search.type("new")
      try await old.finish()
      #expect(search.searching.calls == [])
      try search.pause.succeed()
      await new.waitUntilSuspended()
      try search.searching.succeed(with: [Sample.repository("a/b")])
      try await new.finish()
    }
  }

  @Test(arguments: [
    Result<[CodeRepositorySummary], SearchError>.success([SearchSample.repository("old/old")]),
    .failure(.noNetwork),
  ])
  func `an answer that comes nevertheless changes nothing`(
    _ late: Result<[CodeRepositorySummary], SearchError>
  ) async throws {
    let search = HeldSearch(whenCancelled: nil)
    try await search.expect([Sample.idle, Sample.searching, Sample.found("new", "a/b")]) {
      let old = try await search.startSearching("old")
      let new = try await search.startSearching("new")
      try search.searching.succeed(with: [Sample.repository("a/b")], call: 1)
      try await new.finish()
      try search.searching.answer(late)
      try await old.finish()
    }
  }

  @Test(arguments: ["", "  ", "\n\u{3000}"])
  func `an empty text stops the search, clears and searches for nothing`(_ empty: String) async throws {
    let search = HeldSearch()
    try await search.find("swift", .success([Sample.repository("a/b")]))
    await search.expect([Sample.found("swift", "a/b"), Sample.idle]) {
      await search.store.search(text: empty)
    }
    let waiting = await search.type("swift")
    await search.store.search(text: empty)
    try await waiting.finish()
    let asked = try await search.startSearching("swift")
    await search.store.search(text: empty)
    try await asked.finish()
    #expect(search.store.state == Sample.idle)
    #expect(search.store.notice == nil)
    #expect(search.pause.calls.isEmpty && search.searching.calls.isEmpty)
  }

  @Test func `a cancelled search leaves what was there, and no alert`() async throws {
    let search = HeldSearch()
    let first = await search.type("swift")
    first.cancel()
    try await first.finish()
    #expect(search.store.state == Sample.idle)
    try await search.find("swift", .success([Sample.repository("a/b")]))
    let states = [
      Sample.found("swift", "a/b"), Sample.searching(after: "swift", "a/b"), Sample.found("swift", "a/b"),
    ]
    try await search.expect(states) {
      let second = try await search.startSearching("nio")
      second.cancel()
      try await second.finish()
    }
    #expect(search.searching.calls == [])
  }

  @Test(arguments: [
    (SearchError.noNetwork, "ネットワーク接続を確認してください。"),
    (.rateLimited(retryAfter: .seconds(60)), "API rate limit exceeded."),
    (.rateLimited(retryAfter: nil), "API rate limit exceeded."),
    (.unusableText, "この言葉では検索できません。"),
    (.serverError(reason: "x"), "サーバーで問題が発生しました。時間をおいて再試行してください。"),
  ])
  func `a failure is an alert, and what was found stays`(_ error: SearchError, _ text: String) async throws {
    let search = HeldSearch()
    try await search.expect([Sample.idle, Sample.searching, Sample.idle], notices: [nil, Sample.notice(text)]) {
      try await search.find("swift", .failure(error))
    }
    search.store.dismissNotice()
    try await search.find("swift", .success([Sample.repository("a/b")]))
    try await search.expect(
      [
        Sample.found("swift", "a/b"), Sample.searching(after: "swift", "a/b"), Sample.found("swift", "a/b"),
      ], notices: [nil, Sample.notice(text), nil]
    ) {
      try await search.find("swiftui", .failure(error))
      search.store.dismissNotice()
    }
  }

  @Test func `nothing found is a result`() async throws {
    let search = HeldSearch()
    try await search.expect([Sample.idle, Sample.searching, Sample.found("swift")]) {
      try await search.find("swift", .success([]))
    }
  }

  @Test func `a chosen repository leaves as a route to its page`() async throws {
    let search = HeldSearch()
    await search.store.load()
    try await search.find("swift", .success([Sample.repository("a/b")]))
    for id in ["a/b", "swiftlang/swift", "nobody/nothing"] { search.store.select(id) }
    let pages = [Sample.repository("a/b").htmlURL, URL(string: "https://github.com/swiftlang/swift")]
    #expect(search.routes == pages.compactMap { $0.map(SearchRoute.page) })
    #expect(search.routes.count == 2)
  }

  @Test func `the recommended ones are shown whatever goes on`() async throws {
    let recommended = RecommendRepositories().execute(()).map(SearchRow.init)
    let content = SearchContent(recommended: recommended)
    let search = HeldSearch()
    let action = await search.type("swift")
    try await search.expect([Sample.searching, .searching(content), .idle(content)]) {
      await search.store.load()
      await search.store.load()
      action.cancel()
      try await action.finish()
    }
  }
}
