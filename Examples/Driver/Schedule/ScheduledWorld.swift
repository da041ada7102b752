#if Driver
  import Core
  import CoreTesting
  import Foundation
  import StoreExploring
  import Synchronization

  /// What a scheduled app has from outside: its client, whose requests wait for the schedule, and its clock.
  package final class ScheduledWorld: Sendable {
    private struct State {
      var dependencies: ControlledDependencies?
      var now: Date
      var backend: FakeBackend?
      /// The labels of the answers that an exploration looks at, by the name of the call.
      var answers: (@Sendable (String) -> Set<String>)?
    }

    private let state: Mutex<State>

    init(start: Date) {
      state = Mutex(State(now: start))
    }

    /// The time of the last step.
    package var now: @Sendable () -> Date { { self.state.withLock { $0.now } } }

    /// The fake backend behind the client, if it is one.
    package var backend: FakeBackend? { state.withLock { $0.backend } }

    /// Creates the fake backend of a scheduled app, which is the same wherever a recording is played, but for
    /// its tokens: those of a seed would tell apart states that differ in how often a user has signed in.
    package func makeBackend(failuresBeforeLock: Int = 5) -> FakeBackend {
      FakeBackend(
        FakeConfiguration(
          failuresBeforeLock: failuresBeforeLock, recordedRequests: 0, remembered: 50, tokenSeed: nil, now: now))
    }

    /// Returns a client whose requests wait for the schedule, before `client` gets them.
    package func client(_ client: any APIClient) -> any APIClient {
      state.withLock { $0.backend = (client as? FakeAPIClient)?.backend }
      return ScheduledClient(client: client, world: self)
    }

    func set(_ now: Date) {
      state.withLock { $0.now = now }
    }

    /// Lets the next process make its requests.
    func use(_ dependencies: ControlledDependencies) {
      state.withLock { $0.dependencies = dependencies }
    }

    /// Whether an exploration goes on from here, which keeps no log.
    var isExplored: Bool { state.withLock { $0.answers != nil } }

    /// Lets requests have only these answers from now on, by the name of the call: by default what the server says, and
    /// that there is no network.
    func beExplored(answers: @escaping @Sendable (String) -> Set<String> = { _ in [HeldResponse.answered, "offline"] })
    {
      state.withLock { $0.answers = answers }
    }

    fileprivate func client(of client: any APIClient) -> any APIClient {
      let (dependencies, answers) = state.withLock { ($0.dependencies, $0.answers) }
      guard let dependencies else { return client }
      return dependencies.client(client) { call in
        HeldResponse.scheduled.filter { answers?(call).contains($0.label) ?? true }
      }
    }
  }

  private struct ScheduledClient: APIClient {
    let client: any APIClient
    let world: ScheduledWorld

    func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
      try await world.client(of: client).send(request)
    }
  }

  extension HeldResponse {
    /// The label of what the server says.
    package static let answered = "answered"

    /// What the server says, and what a script can make of a request.
    fileprivate static let scheduled =
      [released(answered)] + ["401", "503", "malformed", "offline", "timeout", "lost"].compactMap(HeldResponse.init)

    private init?(_ kind: String) {
      switch FakeOutcome(kind: kind) {
      case .respond(let response): self = .responded(kind, response)
      case .fail(let failure): self = .failed(kind, .requestFailed(failure))
      case .answerThenFail(let failure): self = .lost(kind, .requestFailed(failure))
      case .answer, nil: return nil
      }
    }
  }
#endif
