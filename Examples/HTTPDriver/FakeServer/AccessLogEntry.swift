#if Network
  /// One line of the access log: a verb, a path, a status, a size and a time, and nothing of what else was sent, where
  /// secrets travel.
  public struct AccessLogEntry: Sendable, Equatable, CustomStringConvertible {
    /// The verb of the request.
    public let method: String
    /// The path of the request, percent-encoded, without its query.
    public let path: String
    /// The status of the answer, or `nil` where the connection was closed instead.
    public let status: Int?
    /// The size of the answer's body, in bytes.
    public let size: Int
    /// The time from the header of the request to the answer.
    public let duration: Duration

    /// The line.
    public var description: String {
      let milliseconds = (duration / .milliseconds(1) * 10).rounded() / 10
      return "\(method) \(path.prefix(200)) \(status.map(String.init) ?? "-") \(size) B \(milliseconds) ms"
    }
  }
#endif
