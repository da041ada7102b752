#if Driver
  import ArgumentParser
  import Core

  /// What makes a backend fail: the embedded one, or a served one.
  public protocol FaultControl: Sendable {
    /// Makes the next requests to a route fail.
    ///
    /// - Parameters:
    ///   - method: The verb.
    ///   - path: The path.
    ///   - kind: How they fail.
    ///   - times: How many requests fail.
    /// - Throws: ``FaultControlError`` where the backend could not be told.
    func fail(_ method: HTTPMethod, _ path: String, _ kind: FaultKind, times: Int) async throws(FaultControlError)
  }

  /// Why a backend could not be told to fail, in words for whoever asked.
  public struct FaultControlError: Error, Sendable {
    /// The words.
    public let message: String

    /// Makes an error.
    ///
    /// - Parameter message: The words.
    public init(_ message: String) {
      self.message = message
    }
  }

  /// How a request fails.
  public enum FaultKind: Sendable, Equatable, ExpressibleByArgument {
    /// No answer comes: there is no network.
    case offline
    /// No answer comes in time.
    case timeout
    /// The answer is no JSON.
    case malformed
    /// The answer has this status.
    case status(Int)

    /// Reads a word of a script.
    ///
    /// - Parameter argument: `offline`, `timeout`, `malformed`, or a number from 300 to 599.
    public init?(argument: String) {
      switch argument {
      case "offline": self = .offline
      case "timeout": self = .timeout
      case "malformed": self = .malformed
      default:
        guard let status = Int(argument), (300...599).contains(status) else { return nil }
        self = .status(status)
      }
    }

    /// What the fake backend does with the request.
    public var outcome: FakeOutcome {
      switch self {
      case .offline: .fail(.offline)
      case .timeout: .fail(.timedOut)
      case .malformed: .malformed
      case .status(let code): .status(code)
      }
    }
  }

  extension FakeBackend: FaultControl {
    /// Makes the next requests to a route of the embedded backend fail.
    ///
    /// - Parameters:
    ///   - method: The verb.
    ///   - path: The path.
    ///   - kind: How they fail.
    ///   - times: How many requests fail.
    public func fail(_ method: HTTPMethod, _ path: String, _ kind: FaultKind, times: Int) {
      fail(method, path, with: kind.outcome, times: times)
    }
  }

  /// A verb in a script, in upper or lower case.
  struct FaultMethod: ExpressibleByArgument {
    let method: HTTPMethod

    init?(argument: String) {
      guard let method = HTTPMethod(rawValue: argument.uppercased()) else { return nil }
      self.method = method
    }
  }
#endif
