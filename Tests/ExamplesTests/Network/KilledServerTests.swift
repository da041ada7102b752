#if Network
  import AsyncHTTPClientTransport
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import MyPage
  import Testing

  @testable import Driver

  /// Plays the tour on a server that is killed while it answers, and started again.
  @Suite("A server that is killed and started again", .timeLimit(.minutes(10)))
  @MainActor
  struct KilledServerTests {
    /// Every line of the tour that acts; what it makes fail, and what it expects then, is another test's.
    private let lines = Tour.builtIn.parts.flatMap(\.lines).filter {
      !$0.hasPrefix("fail ") && !$0.hasPrefix("expect ")
    }

    @Test(arguments: LethalBackend.Moment.allCases, 0..<2)
    func `leaves every Store in a state that the user can leave, and makes no post twice`(
      moment: LethalBackend.Moment, request number: Int
    ) async throws {
      let lethal = LethalBackend(moment)
      var server = try await RunningServer.startAgainAndAgain(lethal.backend)
      let player = player(on: server.url)
      await player.launch()
      let undisturbed = try await undisturbed()
      var kills = 0
      for (line, step) in zip(lines, undisturbed) {
        lethal.arm(atRequest: number)
        try await player.play(line)
        if lethal.disarm() {
          kills += 1
          #expect(VisibleState(player).isAtRest, "\(line)")
          await server.stop()
          try await player.play(line)
          #expect(VisibleState(player).isAtRest, "\(line)")
          server = try await server.restarted(lethal.backend)
          try await player.play(line)
        }
        #expect(VisibleState(player) == step.state, "\(line)")
      }
      await server.stop()
      #expect(kills == undisturbed.count { $0.requestCount > number })
    }

    @Test func `no line of the tour takes more requests than are killed`() async throws {
      #expect(try await undisturbed().map(\.requestCount).max() == 2)
    }

    /// What is to be seen after each line where nothing goes wrong, and how many requests it takes.
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

    private func player(on url: URL) -> Player {
      let driver = PlayedDriver()
      let client = HTTPAPIClient(
        baseURL: url, transport: AsyncHTTPClientTransport(), configuration: .patient(maximumAttempts: 1))
      return Player(
        DriverBackend(client: client, faults: driver.backend).environment(.english), faults: driver.backend,
        transcript: driver.transcript(json: false))
    }
  }

  /// The visible state of the three Stores, without notices: a failure presents more of them.
  private struct VisibleState: Equatable {
    let auth: AuthState
    let feed: FeedState
    let myPage: MyPageState
    let draft: String?
    let isSignedIn: Bool

    @MainActor
    init(_ player: Player) {
      let root = player.root
      auth = root.auth.state
      feed = root.feed.state
      myPage = root.myPage.state
      draft = root.feed.draft?.text
      isSignedIn = player.environment.session.record != nil
    }

    /// Whether nothing is shown as under way.
    var isAtRest: Bool {
      if case .loaded(let content) = feed, content.activity != .none { return false }
      if case .loaded(let content) = myPage, content.activity != .none { return false }
      return auth != .loading && feed != .loading && myPage != .loading
    }
  }
#endif
