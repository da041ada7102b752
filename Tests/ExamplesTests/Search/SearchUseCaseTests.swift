import Core
import Foundation
import Search
import TestSupport
import Testing

@MainActor
struct SearchUseCaseTests {
  @Test func `A pause is measured by the given clock, and ends with its task`() async throws {
    let clock = SteadyClock()
    let wait = WaitForPause(clock: clock)
    try await wait.execute(())
    #expect(clock.sleeps.values == [.milliseconds(300)])
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: SearchError.cancelled) { try await wait.execute(()) }
    }.value
  }

  @Test func `Numbers of results are counted, and every string is translated`() {
    let (japanese, english) = (SearchMessages(language: .japanese), SearchMessages(language: .english))
    #expect([0, 1, 30].map(japanese.results) == ["検索結果 0件", "検索結果 1件", "検索結果 30件"])
    #expect([0, 1, 30].map(english.results) == ["0 Results", "1 Result", "30 Results"])
    #expect(!"\(english)".contains(/\p{Han}|\p{Hiragana}|\p{Katakana}/))
  }
}

/// The repository at answers in the shape in which GitHub gives them.
@MainActor
struct SearchRepositoryTests {
  private let failures = Log<SearchError>()

  private func search(_ text: String, _ backend: FakeBackend) async -> SearchStore {
    let store = SearchStore(
      client: FakeAPIClient(backend: backend), messages: .english, clock: SteadyClock(),
      onFailure: failures.append)
    await store.search(text: text)
    return store
  }

  private nonisolated static func answer(_ name: String, status: Int = 200) throws -> FakeOutcome {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Answers/\(name).json")
    let headers: HTTPHeaders = ["Content-Type": "application/json; charset=utf-8"]
    return .respond(HTTPResponse(status: status, headers: headers, body: try Data(contentsOf: file)))
  }

  @Test func `The response becomes rows, the most stars first`() async throws {
    let found = try Self.answer("found")
    let results = await search("swift", FakeBackend { _ in found }).state.content.results
    #expect(
      results?.rows.map(\.text) == [
        "swiftlang/swift ☆69000", "apple/swift-nio ☆8300", "apple/swift-collections ☆8300", "example/no-stars ☆0",
        "example/stars-missing", "example/stars-null",
      ])
    #expect(results?.rows.first?.htmlURL.absoluteString == "https://github.com/swiftlang/swift")
  }

  @Test(arguments: ["c++ & c", "a=b?c#d%20", "検索 🔎👨‍👩‍👧", "\"a b\"/c"])
  func `The text is sent as typed, anonymously and with a user agent`(_ text: String) async throws {
    let empty = try Self.answer("empty")
    let backend = FakeBackend { _ in empty }
    let store = await search(text, backend)
    #expect(store.state.content.results == SearchResults(text: text, rows: []))
    let request = try #require(backend.requests.first)
    #expect([request.method.rawValue, request.path] == ["GET", "/search/repositories"])
    #expect(request.query == [URLQueryItem(name: "q", value: text)])
    #expect(request.headers["User-Agent"] == "focal-search")
    #expect(request.headers["Authorization"] == nil)
  }

  @Test(arguments: [
    (403, "rate-limit", SearchError.rateLimited(retryAfter: nil)),
    (429, "secondary-rate-limit", .rateLimited(retryAfter: nil)), (422, "unusable-text", .unusableText),
    (200, "rate-limit", .serverError(reason: "items is missing.")),
  ])
  func `Each refusal is an error of its own`(_ status: Int, _ name: String, _ error: SearchError) async throws {
    let refusal = try Self.answer(name, status: status)
    let store = await search("swift", FakeBackend { _ in refusal })
    #expect(failures.values == [error])
    #expect(store.notice?.text == SearchMessages.english.search(failedWith: error))
  }
}

/// A clock that stands still and does not wait.
private struct SteadyClock: Clock {
  let sleeps = Log<Duration>()
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero

  func sleep(until end: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    sleeps.append(now.duration(to: end))
  }
}
