#if Network
  import AsyncHTTPClientTransport
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import MyPage
  import Synchronization
  import Testing

  @testable import Driver

  @Suite("Tour over HTTP", .timeLimit(.minutes(10)))
  @MainActor
  struct TourOverHTTPTests {
    private let driver = PlayedDriver()

    @Test(arguments: Language.allCases)
    func `The tour over HTTP prints the transcript of the embedded one`(language: Language) async throws {
      try await serving(driver.backend) { @MainActor url in
        try await Tour.builtIn.play(
          on: backend(at: url), language: language, transcript: driver.transcript(json: false))
      }
      let golden = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Golden/tour-\(language.rawValue).txt")
      #expect(try driver.text == String(contentsOf: golden, encoding: .utf8))
    }

    /// The lines of the tour that act; the faults of the others, what they leave unsent, and the expectations are for a
    /// server that stays up.
    ///
    /// Without the link of the first part, after which a sign-in reads more than it would read again.
    private let lines = Tour.builtIn.parts.dropFirst().flatMap(\.lines).filter { line in
      !["fail ", "expect ", "feed retry "].contains { line.hasPrefix($0) }
    }

    @Test(arguments: CrashingBackend.Moment.allCases, 0..<2)
    func `A server that crashes at any request leaves every Store usable and no post doubled`(
      moment: CrashingBackend.Moment, request number: Int
    ) async throws {
      let crashing = CrashingBackend(moment)
      var server = try await RunningServer.startOnReusablePort(crashing.backend)
      let backend = backend(at: server.url)
      let player = Player(
        backend.environment(.english), on: backend, transcript: driver.transcript(json: false))
      await player.launch()
      let expected = try await undisturbed()
      var crashes = 0
      for (line, step) in zip(lines, expected) {
        crashing.arm(atRequest: number)
        try await player.play(line)
        if crashing.disarm() {
          crashes += 1
          #expect(VisibleState(player).isIdle, "\(line)")
          await server.stop()
          try await again(line, player)
          #expect(VisibleState(player).isIdle, "\(line)")
          server = try await server.restarted(crashing.backend)
          try await again(line, player)
        }
        #expect(VisibleState(player) == step.state, "\(line)")
      }
      await server.stop()
      // What a crash kept from being read is read by a later line.
      #expect(crashes >= expected.count { $0.requestCount > number })
    }

    /// Does what a user does whose line has failed: what waits for the network is not asked for again.
    private func again(_ line: String, _ player: Player) async throws {
      if ["feed like", "feed unlike", "feed delete"].contains(where: line.hasPrefix) {
        await player.root.feed.sendReactions()
      } else {
        try await player.play(line)
      }
    }

    @Test func `No line of the tour sends more requests than the crashes are tried at`() async throws {
      #expect(try await undisturbed().map(\.requestCount).max() == 2)
    }

    /// The state after each line on a server that does not crash, and the number of requests that the line sends.
    private func undisturbed() async throws -> [(state: VisibleState, requestCount: Int)] {
      let driver = PlayedDriver()
      let player = driver.makePlayer(.english, json: false)
      await player.launch()
      var steps: [(state: VisibleState, requestCount: Int)] = []
      for line in lines {
        let before = driver.backend.requests.count
        try await player.play(line)
        steps.append((VisibleState(player), driver.backend.requests.count - before))
      }
      return steps
    }

    private func backend(at url: URL) -> DriverBackend {
      DriverBackend(
        client: HTTPAPIClient(
          baseURL: url, transport: AsyncHTTPClientTransport(), configuration: .patient(maximumAttempts: 1)),
        faults: driver.backend)
    }

    /// What the Stores show, but for notices: a failure leaves more of them.
    private struct VisibleState: Equatable {
      let auth: AuthState
      let feed: FeedState
      let myPage: MyPageState
      let draft: String?

      @MainActor
      init(_ player: Player) {
        auth = player.root.auth.state
        feed = player.root.feed.state
        myPage = player.root.myPage.state
        draft = player.root.outbox.state.unsent.first?.draft.text
      }

      var isIdle: Bool {
        if let content = feed.content, content.reading != .idle { return false }
        if case .loaded(let content) = myPage, content.activity != .idle { return false }
        return auth != .loading && feed != .loading && myPage != .loading
      }
    }
  }

  /// A backend whose server loses the connection of a chosen request; its content survives.
  final class CrashingBackend: Sendable {
    enum Moment: CaseIterable {
      case beforeHandling
      case afterHandling
    }

    let backend: FakeBackend
    private let countdown = Countdown()

    init(_ moment: Moment) {
      backend = FakeBackend(FakeConfiguration(now: { DriverBackend.tourDate })) { [countdown] _ in
        guard countdown.isDue() else { return .answer }
        return switch moment {
        case .beforeHandling: .fail(.connectionLost)
        case .afterHandling: .answerThenFail(.connectionLost)
        }
      }
    }

    /// Crashes at one of the next requests, 0 for the first.
    func arm(atRequest number: Int) {
      countdown.remaining.withLock { $0 = number }
    }

    /// Stops crashing and returns whether it has crashed since it was armed.
    func disarm() -> Bool {
      countdown.remaining.withLock { remaining in
        defer { remaining = nil }
        return remaining == nil
      }
    }

    private final class Countdown: Sendable {
      let remaining = Mutex<Int?>(nil)

      func isDue() -> Bool {
        remaining.withLock { remaining in
          guard let number = remaining else { return false }
          remaining = number == 0 ? nil : number - 1
          return number == 0
        }
      }
    }
  }
#endif
