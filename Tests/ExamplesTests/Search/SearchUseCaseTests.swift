import Core
import Foundation
import Search
import StoreExploring
import TestSupport
import Testing

@MainActor
struct SearchUseCaseTests {
  @Test func `A pause is measured by the given clock`() async throws {
    let clock = HeldClock()
    let wait = WaitForPause(clock: clock)
    let action = StartedAction("wait") { try? await wait.execute(()) }
    await action.waitUntilSuspended()
    let sleeps = try #require(clock.sleeps)
    #expect(sleeps.calls == [.milliseconds(300)])
    try sleeps.succeed()
    try await action.finish()
  }

  @Test func `A cancelled pause throws cancelled`() async throws {
    let wait = WaitForPause(clock: HeldClock())
    let thrown = Log<SearchError>()
    let action = StartedAction("wait") {
      do throws(SearchError) { try await wait.execute(()) } catch { thrown.append(error) }
    }
    action.cancel()
    try await action.finish()
    #expect(thrown.values == [.cancelled])
  }

  @Test func `The most stars come first, unknown ones last, and ties keep their order`() {
    let stars: [(String, Int?)] = [
      ("unknown", nil), ("none", 0), ("five", 5), ("unknown too", nil), ("five too", 5), ("none too", 0),
      ("twelve", 12),
    ]
    let sorted = SortByStars().execute(stars.map { .sample($0.0, stars: $0.1) })
    #expect(sorted.map(\.name) == ["twelve", "five", "five too", "none", "none too", "unknown", "unknown too"])
  }

  @Test(arguments: [(0 as Int?, "a/b ☆0"), (69_000, "a/b ☆69000"), (nil, "a/b")])
  func `A row is the name and the stars`(_ stars: Int?, _ text: String) {
    #expect(SearchRow(.sample("a/b", stars: stars)).text == text)
  }

  @Test func `The Japanese strings are those of the article, and the others are translated`() {
    let (japanese, english) = (SearchMessages(language: .japanese), SearchMessages(language: .english))
    #expect(japanese.recommended == "おすすめ")
    #expect([0, 1, 30].map(japanese.results) == ["検索結果 0件", "検索結果 1件", "検索結果 30件"])
    #expect([japanese.failedTitle, japanese.rateLimited] == ["通信エラー", "API rate limit exceeded."])
    #expect([0, 1, 30].map(english.results) == ["0 Results", "1 Result", "30 Results"])
    #expect(english.common == .english)
    let strings = Mirror(reflecting: english).children.compactMap { $0.value as? String }
    #expect(strings.count == 7 && strings.allSatisfy { !$0.contains(/\p{Han}|\p{Hiragana}|\p{Katakana}/) })
  }
}

/// The repository at answers in the shape in which GitHub gives them.
@MainActor
struct SearchRepositoryTests {
  private let failures = Log<SearchError>()

  private func search(_ text: String, _ backend: FakeBackend) async -> SearchStore {
    let store = SearchStore(
      client: FakeAPIClient(backend: backend), messages: .english, clock: HeldClock(sleeps: nil),
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

/// A clock that stands still: each sleep waits for the test, or not at all.
private struct HeldClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  var sleeps: HoldingUseCase<Duration, Void, CancellationError>? = HoldingUseCase(
    "sleep", whenCancelled: CancellationError())
  let now = Instant()
  let minimumResolution: Duration = .nanoseconds(1)

  func sleep(until end: Instant, tolerance: Duration?) async throws {
    try await sleeps?.execute(end.offset)
  }
}
