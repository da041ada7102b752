/// Carries one request to a server and one answer back, in bytes.
///
/// It is all that ``HTTPAPIClient`` needs of a network library, and all there is to implement to plug in another one.
/// Coding, repeating, time-outs, redirects and the bound on an answer's size are the client's.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// A transport keeps four promises. It follows no redirect: an answer of 3xx is an answer. It ends the transfer,
  /// connection included, when its task is cancelled, and returns soon after. It keeps and sends no cookie, no cached
  /// answer and no credential of its own. It calls `progress` for everything that arrives, at the time it arrives.
  ///
  /// - Parameters:
  ///   - request: What to send, and where.
  ///   - progress: Is told the number of bytes of the body that have just arrived, or 0 for another sign of life such
  ///     as the header.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``HTTPTransportError`` where there is no whole answer.
  func send(
    _ request: HTTPTransportRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(HTTPTransportError) -> HTTPResponse
}

/// Why a transport has no answer to give.
public enum HTTPTransportError: Error, Sendable, Equatable {
  /// No answer came, or only a part of one.
  case failed(RequestFailure)
  /// Something came that is no answer in HTTP, or more than was allowed; the reason never repeats what came.
  case invalidAnswer(reason: String)
  /// The transfer was cancelled.
  case cancelled
}
