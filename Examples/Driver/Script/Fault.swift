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
    ///   - kind: How they fail: `offline`, `timeout`, `malformed`, or a status code.
    ///   - times: How many requests fail.
    /// - Throws: ``FaultControlError`` where the backend could not be told.
    func fail(_ method: HTTPMethod, _ path: String, kind: FaultKind, times: Int) async throws(FaultControlError)
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

  /// How a request fails: `offline`, `timeout`, `malformed`, or a status code.
  public struct FaultKind: Sendable, ExpressibleByArgument {
    /// The word of the script.
    public let word: String
    /// What the fake backend does with the request.
    let outcome: FakeOutcome

    /// The words that there are, for a message.
    public static let allValueStrings = ["offline", "timeout", "malformed", "a status code from 200 to 599"]

    /// Reads a word of a script, or fails where it names no fault.
    ///
    /// - Parameter argument: `offline`, `timeout`, `malformed`, or a status code.
    public init?(argument: String) {
      guard let outcome = FakeOutcome(kind: argument) else { return nil }
      word = argument
      self.outcome = outcome
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
    /// - Throws: ``FaultControlError`` where there is no such route, whose fault would wait for ever.
    public func fail(
      _ method: HTTPMethod, _ path: String, kind: FaultKind, times: Int
    ) throws(FaultControlError) {
      do throws(FakeFaultError) {
        try fail(method, path, with: kind.outcome, times: times)
      } catch {
        throw FaultControlError("\(error)")
      }
    }
  }

  /// A verb in a script, in upper or lower case.
  struct FaultMethod: ExpressibleByArgument {
    let method: HTTPMethod

    static var allValueStrings: [String] {
      HTTPMethod.allCases.filter { method in FakeBackend.routes.contains { $0.method == method } }.map(\.rawValue)
    }

    init?(argument: String) {
      guard let method = HTTPMethod(rawValue: argument.uppercased()) else { return nil }
      self.method = method
    }
  }
#endif
