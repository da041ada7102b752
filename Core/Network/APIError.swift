/// What came of a call that did not succeed.
///
/// The article "FOCAL" has one `invalidResponse` for everything that was answered; here it carries the status, so that
/// a damaged answer or a server in trouble is not taken for a wrong password.
public enum APIError: Error, Sendable, Equatable {
  /// No answer came: offline, refused, an untrusted certificate, a time-out.
  case requestFailed(RequestFailure)
  /// An answer came, with a status other than 2xx.
  case invalidResponse(InvalidResponse)
  /// An answer came that cannot be read; the reason names the place, never the content.
  case decodingFailed(reason: String)
  /// The server no longer accepts the session, and this call was the one that noticed.
  case sessionEnded
  /// The task was cancelled, or the session that the call was made in is over.
  case cancelled
}

/// Why no answer came.
public enum RequestFailure: Sendable, Equatable {
  /// There is no network, or the name of the server leads nowhere.
  case offline
  /// Nobody listens at the server's address.
  case refused
  /// The answer took longer than was allowed.
  case timedOut
  /// The server's certificate is not trusted, or the connection could not be secured.
  case insecure
  /// The connection broke before the answer was complete.
  case connectionLost
  /// The request cannot be sent as it is; the reason says what to change.
  case unusableRequest(reason: String)
}

/// An answer with a status other than 2xx.
public struct InvalidResponse: Sendable, Equatable {
  /// The status code.
  public let statusCode: Int
  /// The problem document, where the server sent one.
  public let problem: ProblemDetails?
  /// How long to wait before the next attempt, where the server said so.
  public let retryAfter: Duration?

  /// Makes the description of an answer.
  ///
  /// - Parameters:
  ///   - statusCode: The status code.
  ///   - problem: The problem document, where the server sent one.
  ///   - retryAfter: How long to wait before the next attempt, where the server said so.
  public init(statusCode: Int, problem: ProblemDetails? = nil, retryAfter: Duration? = nil) {
    self.statusCode = statusCode
    self.problem = problem
    self.retryAfter = retryAfter
  }
}
