#if Network
  import Core

  /// One thing that a server or the way to it can do wrong, and what comes of it.
  public struct Fault: Sendable, CustomStringConvertible {
    /// What a server does once it has read a request.
    typealias Behaviour = @Sendable (inout SocketConnection, ContractCall, FaultClock) async throws -> Void

    /// Who is at the other end.
    enum Setting: Sendable {
      case server, secureServer, nobody
    }

    /// Whom the fault does no harm.
    enum Spared: Sendable {
      case nobody, callsWithoutAnswer, callsWithoutDates
    }

    /// What goes wrong, in a few words.
    public let description: String
    /// What comes of it.
    let outcome: Outcome
    /// Whether it may go better the next time, so that what may be repeated is.
    let isTransient: Bool
    let spared: Spared
    let setting: Setting
    /// Whether the server does not even read the request.
    let isDeaf: Bool
    /// How long a call takes at most, in real time; by default time stands still until the server falls silent.
    let deadline: Duration?
    /// How many seconds the server asks to wait; `nil` where it does not say.
    public private(set) var retryAfter: Int?
    let behave: Behaviour

    init(
      _ description: String, _ outcome: Outcome, isTransient: Bool = false, sparing spared: Spared = .nobody,
      setting: Setting = .server, isDeaf: Bool = false, deadline: Duration? = nil,
      _ behave: @escaping Behaviour = { _, _, _ in }
    ) {
      self.description = description
      self.outcome = outcome
      self.isTransient = isTransient
      self.spared = spared
      self.setting = setting
      self.isDeaf = isDeaf
      self.deadline = deadline
      self.behave = behave
    }

    /// A fault that is an answer in bytes.
    init(
      _ description: String, _ outcome: Outcome, isTransient: Bool = false, sparing spared: Spared = .nobody,
      closes: Bool = false, answer: @escaping @Sendable (ContractCall) -> [UInt8]
    ) {
      self.init(description, outcome, isTransient: isTransient, sparing: spared) { connection, call, _ in
        try await connection.send(answer(call))
        if closes { throw Hangup() }
      }
    }

    func asking(toWait seconds: Int) -> Fault {
      var fault = self
      fault.retryAfter = seconds
      return fault
    }

    /// What is to come of a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - maximumAttempts: How often the client sends at most what may be repeated.
    /// - Returns: The outcome and the number of attempts.
    public func expected(of call: ContractCall, maximumAttempts: Int) -> (outcome: Outcome, attempts: Int) {
      switch spared {
      case .callsWithoutAnswer where call.answer.isEmpty, .callsWithoutDates where !call.hasDates: return (.success, 1)
      case .nobody, .callsWithoutAnswer, .callsWithoutDates: break
      }
      if outcome == .status(401), call.authorization == .session { return (.sessionEnded, 1) }
      return (outcome, isTransient && call.isRepeatable && deadline == nil ? maximumAttempts : 1)
    }

    /// Everything that can go wrong.
    public static let all = connections + framing + bodies + statuses
  }

  /// Ends a connection.
  struct Hangup: Error {}

  /// What comes of a call, without its details.
  public enum Outcome: Sendable, Equatable, CustomStringConvertible {
    /// It succeeds.
    case success
    /// Nobody listens.
    case refused
    /// The connection broke.
    case connectionLost
    /// It took too long.
    case timedOut
    /// The server is not trusted.
    case insecure
    /// There is no way to the server.
    case offline
    /// The answer cannot be read.
    case unreadable
    /// The answer has another status than 2xx.
    case status(Int)
    /// The session is over, and this call noticed.
    case sessionEnded
    /// Something else.
    case other(String)

    /// The outcome in words.
    public var description: String {
      switch self {
      case .success: "success"
      case .refused: "refused"
      case .connectionLost: "connection lost"
      case .timedOut: "timed out"
      case .insecure: "not trusted"
      case .offline: "offline"
      case .unreadable: "unreadable answer"
      case .status(let code): "\(code)"
      case .sessionEnded: "session ended"
      case .other(let text): text
      }
    }
  }
#endif
