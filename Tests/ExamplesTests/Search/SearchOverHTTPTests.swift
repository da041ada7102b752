#if Network
  import AsyncHTTPClientTransport
  import Core
  import FakeServer
  import Foundation
  import Search
  import StoreExploring
  import Testing

  /// The search against recorded answers of GitHub, served on this machine.
  @MainActor
  @Suite(.timeLimit(.minutes(10)))
  struct SearchOverHTTPTests {
    private nonisolated static let transport = AsyncHTTPClientTransport()

    private nonisolated static func store(at url: URL) async -> SearchStore {
      let client = HTTPAPIClient(baseURL: url, transport: transport, configuration: .patient(maximumAttempts: 1))
      return await MainActor.run { SearchStore(client: client, clock: ImmediateClock()) }
    }

    /// The states and the notices of these searches, one after the other, each with its answer.
    private func search(
      _ texts: [String], _ answers: [FakeOutcome], _ backend: FakeBackend? = nil
    ) async throws -> (contents: [SearchContent], notices: [Notice?]) {
      let left = Answers(answers)
      let backend = backend ?? FakeBackend { _ in left.next() }
      return try await serving(backend) { url in
        let store = await Self.store(at: url)
        var contents: [SearchContent] = []
        var notices: [Notice?] = []
        for text in texts {
          await store.search(text: text)
          contents.append(await store.state.content)
          notices.append(await store.notice)
          await store.dismissNotice()
        }
        return (contents, notices)
      }
    }

    private static let names = [
      "swiftlang/swift ☆69000", "apple/swift-nio ☆8300", "apple/swift-collections ☆8300", "example/no-stars ☆0",
      "example/stars-missing", "example/stars-null",
    ]

    @Test func `what GitHub finds is shown, the most stars first`() async throws {
      let found = try await search(["swift"], [try .recorded("found")]).contents
      #expect(found.map { $0.results?.text } == ["swift"])
      #expect(found.first?.results?.rows.map(\.text) == Self.names)
      #expect(found.first?.results?.rows.first?.htmlURL.absoluteString == "https://github.com/swiftlang/swift")
    }

    @Test(arguments: ["swift", "c++ & c", "a=b?c#d%20", "検索 🔎👨‍👩‍👧", "user:apple language:swift", "\"a b\"/c"])
    func `the text arrives as it was typed, from somebody who says who they are`(_ text: String) async throws {
      let empty = try FakeOutcome.recorded("empty")
      let backend = FakeBackend { _ in empty }
      let found = try await search([text], [], backend)
      #expect(found.contents == [SearchContent(results: SearchResults(text: text, rows: []))])
      let request = try #require(backend.requests.first)
      #expect(backend.requests.count == 1)
      #expect([request.method.rawValue, request.path] == ["GET", "/search/repositories"])
      #expect(request.query == [URLQueryItem(name: "q", value: text)])
      #expect(request.headers["User-Agent"] == "focal-search")
      #expect(request.headers["Authorization"] == nil)
    }

    @Test(arguments: [(403, "rate-limit"), (429, "secondary-rate-limit"), (429, "rate-limit")])
    func `a rate limit in the middle is an alert, and what was found stays`(
      _ status: Int, _ answer: String
    ) async throws {
      let answers = [try FakeOutcome.recorded("found"), try .recorded(answer, status: status), try .recorded("empty")]
      let seen = try await search(["s", "sw", "swi"], answers)
      #expect(seen.notices == [nil, SearchSample.notice("API rate limit exceeded."), nil])
      #expect(seen.contents.map { $0.results?.text } == ["s", "s", "swi"])
      #expect(seen.contents.map { $0.results?.rows.count } == [6, 6, 0])
    }

    @Test func `each other failure has its text, and what was found stays`() async throws {
      let page = HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Data("<html>".utf8))
      let answers = [
        try FakeOutcome.recorded("found"), .fail(.connectionLost), try .recorded("unusable-text", status: 422),
        .status(500), .malformed, .respond(page), try .recorded("rate-limit", status: 200),
      ]
      let server = SearchSample.notice("サーバーで問題が発生しました。時間をおいて再試行してください。")
      let seen = try await search(["found", "b", "c", "d", "e", "f", "g"], answers)
      #expect(
        seen.notices == [
          nil, SearchSample.notice("ネットワーク接続を確認してください。"), SearchSample.notice("この言葉では検索できません。"), server, server,
          server, server,
        ])
      #expect(seen.contents.allSatisfy { $0.results?.rows.map(\.text) == Self.names })
    }

    @Test func `where nobody listens there is no network`() async throws {
      let url = try await serving(FakeBackend()) { $0 }
      let store = await Self.store(at: url)
      await store.search(text: "swift")
      #expect(store.notice == SearchSample.notice("ネットワーク接続を確認してください。"))
      #expect(store.state == SearchSample.idle)
    }

    @Test func `a new search ends the transfer of the old one, which is never answered`() async throws {
      let (asked, ask) = AsyncStream.makeStream(of: Void.self)
      let found = try FakeOutcome.recorded("found")
      let backend = FakeBackend { request in
        guard request.query.first?.value == "old" else { return found }
        ask.yield()
        // Until the connection is closed, which cancels the answer.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        return .fail(.connectionLost)
      }
      let state = try await serving(backend) { url in
        let store = await Self.store(at: url)
        let old = Task { await store.search(text: "old") }
        for await _ in asked { break }
        await store.search(text: "new")
        await old.value
        return await store.state
      }
      #expect(state.content.results?.text == "new")
      #expect(backend.requests.compactMap { $0.query.first?.value } == ["old", "new"])
    }
  }
#endif
