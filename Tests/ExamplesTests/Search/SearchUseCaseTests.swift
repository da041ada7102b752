import Core
import Foundation
import Search
import StoreExploring
import Testing

@MainActor
struct SearchUseCaseTests {
  @Test func `a pause is measured by the clock that was passed in`() async throws {
    let clock = HeldClock()
    let wait = WaitForPause(.milliseconds(300), clock: clock)
    var hasPassed = false
    let action = StartedAction("wait") {
      try? await wait.execute(())
      hasPassed = true
    }
    await action.waitUntilSuspended()
    #expect(clock.sleeps.calls == [.milliseconds(300)])
    #expect(!hasPassed)
    try clock.sleeps.succeed()
    try await action.finish()
    #expect(hasPassed)
  }

  @Test func `a cancelled pause throws cancelled`() async throws {
    let wait = WaitForPause(clock: HeldClock())
    var thrown: SearchError?
    let action = StartedAction("wait") {
      do throws(SearchError) { try await wait.execute(()) } catch { thrown = error }
    }
    action.cancel()
    try await action.finish()
    #expect(thrown == .cancelled)
  }

  @Test func `the most stars come first, then the order they came in; not known comes last`() {
    let given: [(String, Int?)] = [
      ("unknown", nil), ("none", 0), ("five", 5), ("unknown too", nil), ("five too", 5), ("none too", 0),
      ("twelve", 12),
    ]
    // Sorting cannot fail and does no I/O: neither `try` nor `await`.
    let sorted = SortByStars().execute(given.map { SearchSample.repository($0.0, stars: $0.1) })
    #expect(sorted.map(\.name) == ["twelve", "five", "five too", "none", "none too", "unknown", "unknown too"])
    #expect(SortByStars().execute([]) == [])
  }

  @Test func `three repositories are recommended, without a network`() {
    #expect(
      RecommendRepositories().execute(()).map(\.htmlURL.absoluteString) == [
        "https://github.com/swiftlang/swift", "https://github.com/apple/swift-nio",
        "https://github.com/apple/swift-collections",
      ])
  }

  @Test func `two summaries are the same only where all they say is`() {
    #expect(SearchSample.repository("a/b", stars: 1) != SearchSample.repository("a/b", stars: 2))
    #expect(SearchSample.repository("a/b", stars: 0) != SearchSample.repository("a/b", stars: nil))
  }

  @Test(arguments: [(0 as Int?, "a/b ☆0"), (69_000, "a/b ☆69000"), (nil, "a/b")])
  func `a row is the name and the stars`(_ stars: Int?, _ text: String) {
    #expect(SearchRow(SearchSample.repository("a/b", stars: stars)).text == text)
  }

  @Test func `the texts are the article's, and there are English ones`() {
    let japanese = SearchMessages.japanese
    #expect(japanese.recommended == "おすすめ")
    #expect([0, 1, 30].map(japanese.results) == ["検索結果 0件", "検索結果 1件", "検索結果 30件"])
    #expect([japanese.failedTitle, japanese.dismiss] == ["通信エラー", "OK"])
    #expect(japanese.text(for: .rateLimited(retryAfter: nil)) == "API rate limit exceeded.")
    let english = SearchMessages.english
    #expect([0, 1, 30].map(english.results) == ["0 Results", "1 Result", "30 Results"])
    let texts = Mirror(reflecting: english).children.map { "\($0.value)" }
    #expect(texts.count == 12)
    #expect(texts.allSatisfy { !$0.contains(/\p{Han}|\p{Hiragana}|\p{Katakana}/) })
  }
}

/// A clock that stands still; whoever sleeps waits until the test wakes them.
private struct HeldClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (first: Instant, second: Instant) -> Bool { first.offset < second.offset }
  }

  let sleeps = HoldingUseCase<Duration, Void, CancellationError>("sleep", whenCancelled: CancellationError())
  let now = Instant()
  let minimumResolution: Duration = .nanoseconds(1)

  func sleep(until end: Instant, tolerance: Duration?) async throws {
    try await sleeps.execute(end.offset)
  }
}
