#if Network
  import Core
  import Foundation
  import Synchronization

  /// One call over a transport to a server with a fault, and what came of it.
  public struct FaultRun: Sendable {
    /// How often the client sends at most what may be repeated.
    public static let maximumAttempts = 3

    /// The call.
    public let call: ContractCall
    /// What came of it.
    public let outcome: Outcome
    /// How often the client tried.
    public let attempts: Int
    /// How many requests reached the server.
    public let requests: Int
    /// Whether the session is still there.
    public let isSignedIn: Bool
    /// How many sessions ended.
    public let endedSessions: Int

    /// Makes calls to a server with a fault, one after the other over the same connections.
    ///
    /// - Parameters:
    ///   - calls: The calls.
    ///   - fault: The fault.
    ///   - transport: What carries the calls.
    ///   - patience: How long the server may be silent in real time; by default time stands still until it is.
    /// - Returns: What came of each.
    /// - Throws: An error of the system where no server can be started.
    public static func all(
      _ calls: [ContractCall], against fault: Fault, over transport: any HTTPTransport, patience: Duration? = nil
    ) async throws -> [FaultRun] {
      let current = Mutex<(call: ContractCall, clock: FaultClock, requests: Int)?>(nil)
      @Sendable func behave(_ connection: inout SocketConnection) async throws {
        while true {
          if !fault.isDeaf { guard try await connection.request() != nil else { return } }
          let now = current.withLock { current in
            current?.requests += 1
            return current
          }
          guard let now else { return }
          try await fault.behave(&connection, now.call, now.clock)
          if fault.isDeaf { return }
        }
      }
      @Sendable func runs(_ server: SocketServer) async -> [FaultRun] {
        var runs: [FaultRun] = []
        for call in calls {
          let clock = FaultClock(longestWait: .seconds(10))
          current.withLock { $0 = (call, clock, 0) }
          runs.append(
            await run(call, server.url, fault, transport, clock, patience) { current.withLock { $0?.requests ?? 0 } })
        }
        return runs
      }
      switch fault.setting {
      case .nobody: return await runs(SocketServer(url: SocketServer.nobody))
      case .server: return try await SocketServer.run(behave) { await runs($0) }
      case .secureServer: return try await SocketServer.run(isSecure: true, behave) { await runs($0) }
      }
    }

    private static func run(
      _ call: ContractCall, _ url: URL, _ fault: Fault, _ transport: any HTTPTransport, _ clock: FaultClock,
      _ patience: Duration?, requests: () -> Int
    ) async -> FaultRun {
      let attempts = Mutex(0)
      let session = Session()
      let user = User(id: "1", name: "Taro", email: "t@example.com", lastLoginDate: Date(timeIntervalSince1970: 0))
      _ = await session.begin(SessionRecord(user: user, token: AccessToken("token-1")), in: session.generation)
      let before = session.generation
      let isReal = patience != nil || fault.deadline != nil
      let client = HTTPAPIClient(
        baseURL: url, transport: transport,
        policy: HTTPPolicy(
          maximumAttempts: maximumAttempts, deadline: fault.deadline ?? .seconds(3_600),
          idleTimeout: patience ?? .seconds(15), maximumBodySize: 100_000, firstDelay: .milliseconds(1),
          clock: isReal ? ContinuousClock() : clock),
        report: { event in if event.kind == .sending { attempts.withLock { $0 += 1 } } })
      let outcome: Outcome
      do throws(APIError) {
        try await call.send(AuthorizedAPIClient(wrapping: client, session: session))
        outcome = .success
      } catch {
        outcome = Outcome(error)
      }
      return FaultRun(
        call: call, outcome: outcome, attempts: attempts.withLock { $0 }, requests: requests(),
        isSignedIn: session.record != nil, endedSessions: session.generation == before ? 0 : 1)
    }
  }

  extension Outcome {
    fileprivate init(_ error: APIError) {
      switch error {
      case .requestFailed(.refused): self = .refused
      case .requestFailed(.connectionLost): self = .connectionLost
      case .requestFailed(.timedOut): self = .timedOut
      case .requestFailed(.insecure): self = .insecure
      case .requestFailed(.offline): self = .offline
      case .requestFailed(.unusableRequest(let reason)): self = .other(reason)
      case .invalidResponse(let response): self = .status(response.statusCode)
      case .decodingFailed: self = .unreadable
      case .sessionEnded: self = .sessionEnded
      case .cancelled: self = .other("cancelled")
      }
    }
  }
#endif
