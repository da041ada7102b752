#if Network
  /// Where a ``FakeServer`` listens and what it puts up with.
  public struct FakeServerConfiguration: Sendable {
    /// The address to listen at; only this machine reaches `127.0.0.1`.
    public var host: String
    /// The port to listen at; 0 takes a free one.
    public var port: Int
    /// How large the body of a request may be, in bytes; a larger one is answered with 413.
    public var maximumBodySize: Int
    /// How large the header of a request may be, in bytes; a larger one is answered with 400.
    public var maximumHeaderSize: Int
    /// How many connections are served at the same time; further ones wait.
    public var maximumConnections: Int
    /// How long a connection may be silent before it is closed.
    public var idleTimeout: Duration
    /// How long a request is held that was told to time out.
    public var holdTime: Duration

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - host: The address to listen at.
    ///   - port: The port to listen at; 0 takes a free one.
    ///   - maximumBodySize: How large the body of a request may be, in bytes.
    ///   - maximumHeaderSize: How large the header of a request may be, in bytes.
    ///   - maximumConnections: How many connections are served at the same time.
    ///   - idleTimeout: How long a connection may be silent before it is closed.
    ///   - holdTime: How long a request is held that was told to time out.
    public init(
      host: String = "127.0.0.1", port: Int = 0, maximumBodySize: Int = 64 * 1024, maximumHeaderSize: Int = 16 * 1024,
      maximumConnections: Int = 1_024, idleTimeout: Duration = .seconds(60), holdTime: Duration = .seconds(60)
    ) {
      self.host = host
      self.port = port
      self.maximumBodySize = maximumBodySize
      self.maximumHeaderSize = maximumHeaderSize
      self.maximumConnections = maximumConnections
      self.idleTimeout = idleTimeout
      self.holdTime = holdTime
    }
  }
#endif
