#if Network
  import Core
  import Foundation
  import Synchronization

  /// A server with a fault, and clients that make one call after the other to it.
  public struct FaultServer: Sendable {
    /// How often a client sends at most what may be repeated.
    public static let maximumAttempts = 3

    private let fault: Fault
    private let url: URL
    private let transport: any HTTPTransport
    private let patience: Duration?
    private let desk: Desk

    /// Serves for as long as the work takes.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - transport: What carries the calls.
    ///   - patience: How long the server may be silent in real time; by default until the fault says that it is.
    ///   - work: What to do meanwhile.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws, or an error of the system where no server can be started.
    public static func run<Answer: Sendable>(
      with fault: Fault, over transport: any HTTPTransport, patience: Duration? = nil,
      work: (FaultServer) async throws -> Answer
    ) async throws -> Answer {
      let desk = Desk()
      func server(at url: URL) -> FaultServer {
        FaultServer(fault: fault, url: url, transport: transport, patience: patience, desk: desk)
      }
      let behave: @Sendable (inout SocketConnection) async throws -> Void = { connection in
        while true {
          if !fault.isDeaf { guard try await connection.request() != nil else { return } }
          guard let trial = desk.takeRequest() else { return }
          try await fault.behave(&connection, trial.call, trial.clock)
          if fault.isDeaf { return }
        }
      }
      switch fault.setting {
      case .nobody: return try await work(server(at: SocketServer.nobody))
      case .server: return try await SocketServer.run(behave) { try await work(server(at: $0.url)) }
      case .secureServer:
        return try await SocketServer.run(isSecure: true, behave) { try await work(server(at: $0.url)) }
      }
    }

    /// Has a client make one call.
    ///
    /// - Parameters:
    ///   - call: The call, which the server answers in its own way.
    ///   - body: Makes the call.
    /// - Returns: What the body returns, how often the client tried, and how many requests reached the server.
    public func answer<Answer>(
      _ call: ContractCall, _ body: (HTTPAPIClient) async -> Answer
    ) async -> (answer: Answer, attempts: Int, requests: Int) {
      let attempts = Mutex(0)
      let clock = FaultClock(longestWait: .seconds(10), patience: patience)
      desk.begin(call, clock)
      let client = HTTPAPIClient(
        baseURL: url, transport: transport,
        policy: HTTPClientConfiguration(
          maximumAttempts: Self.maximumAttempts, deadline: fault.deadline ?? .seconds(3_600),
          idleTimeout: .seconds(15), maximumBodySize: 100_000, firstDelay: .milliseconds(1),
          clock: fault.deadline == nil ? clock : ContinuousClock()),
        report: { event in if event.kind == .sending { attempts.withLock { $0 += 1 } } })
      let answer = await body(client)
      return (answer, attempts.withLock { $0 }, desk.requests)
    }
  }

  /// Which call is being made, so that the server knows what it is to get wrong.
  private final class Desk: Sendable {
    struct Trial {
      let call: ContractCall
      let clock: FaultClock
      var requests = 0
    }

    private let trial = Mutex<Trial?>(nil)

    var requests: Int { trial.withLock { $0?.requests ?? 0 } }

    func begin(_ call: ContractCall, _ clock: FaultClock) {
      trial.withLock { $0 = Trial(call: call, clock: clock) }
    }

    func takeRequest() -> Trial? {
      trial.withLock { trial in
        trial?.requests += 1
        return trial
      }
    }
  }
#endif
