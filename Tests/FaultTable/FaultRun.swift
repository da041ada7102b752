#if Network
  import Core
  import Foundation

  /// One call over a transport to a server with a fault, and what came of it.
  public struct FaultRun: Sendable {
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
    ///   - patience: How long the server may be silent in real time; by default until the fault says that it is.
    /// - Returns: What came of each.
    /// - Throws: An error of the system where no server can be started.
    public static func all(
      _ calls: [ContractCall], against fault: Fault, over transport: any HTTPTransport, patience: Duration? = nil
    ) async throws -> [FaultRun] {
      try await FaultServer.run(with: fault, over: transport, patience: patience) { server in
        var runs: [FaultRun] = []
        for call in calls { runs.append(await run(call, at: server)) }
        return runs
      }
    }

    private static func run(_ call: ContractCall, at server: FaultServer) async -> FaultRun {
      let session = Session()
      let user = User(id: "1", name: "Taro", email: "t@example.com", lastLoginDate: Date(timeIntervalSince1970: 0))
      _ = await session.begin(StoredSession(user: user, token: AccessToken("token-1")), in: session.generation)
      let before = session.generation
      let (outcome, attempts, requests) = await server.answer(call) { client in
        do throws(APIError) {
          try await call.send(AuthorizedAPIClient(wrapping: client, session: session))
          return Outcome.success
        } catch {
          return Outcome(error)
        }
      }
      return FaultRun(
        call: call, outcome: outcome, attempts: attempts, requests: requests, isSignedIn: session.record != nil,
        endedSessions: session.generation == before ? 0 : 1)
    }
  }

  extension Outcome {
    /// What came of a call that failed.
    ///
    /// - Parameter error: Why it failed.
    public init(_ error: APIError) {
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
