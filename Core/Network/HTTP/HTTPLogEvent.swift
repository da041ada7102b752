/// Something that happened to a call on its way, for a log.
///
/// It holds a call's verb and path, and nothing of its query, header fields, body or answer, where secrets travel.
public struct HTTPLogEvent: Sendable, Equatable, CustomStringConvertible {
  /// What happened.
  public enum Kind: Sendable, Equatable {
    /// An attempt begins.
    case sending
    /// The server sent the attempt on to another path of its own.
    case redirected
    /// The attempt was answered.
    case answered(status: Int, bodySize: Int)
    /// The attempt was not answered.
    case failed(HTTPTransportError)
    /// There will be another attempt after a wait.
    case retrying(after: Duration)
  }

  /// The verb of the call.
  public let method: HTTPMethod
  /// The path of the call.
  public let path: String
  /// The number of the attempt, from 1.
  public let attempt: Int
  /// How long the call has taken so far.
  public let elapsed: Duration
  /// What happened.
  public let kind: Kind

  /// Makes an event.
  ///
  /// - Parameters:
  ///   - method: The verb of the call.
  ///   - path: The path of the call.
  ///   - attempt: The number of the attempt, from 1.
  ///   - elapsed: How long the call has taken so far.
  ///   - kind: What happened.
  public init(_ method: HTTPMethod, _ path: String, attempt: Int, elapsed: Duration, kind: Kind) {
    self.method = method
    self.path = path
    self.attempt = attempt
    self.elapsed = elapsed
    self.kind = kind
  }

  /// One line for a log.
  public var description: String {
    "\(method.rawValue) \(path), attempt \(attempt), \(elapsed): \(kind)"
  }
}
