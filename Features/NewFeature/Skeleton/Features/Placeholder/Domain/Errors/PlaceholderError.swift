import Core

/// Why something in Placeholder could not be done.
public enum PlaceholderError: Error, Sendable, Equatable {
  /// No answer came.
  case noNetwork
  /// Nobody is signed in, or whoever is may not do this.
  case notAuthorized
  /// Too many requests; the next one may be made after this time, where the server said so.
  case rateLimited(retryAfter: Duration?)
  /// The server no longer accepts the session.
  case sessionEnded
  /// The server answered with something else than was agreed; the reason is for a developer.
  case serverError(reason: String)
  /// The task was cancelled, or the session that it was asked in is over.
  case cancelled
}

extension PlaceholderError {
  /// The error that a call's failure means.
  init(_ error: APIError) {
    switch error {
    case .requestFailed(.unusableRequest(let reason)):
      self = .serverError(reason: reason)
    case .requestFailed(.offline), .requestFailed(.refused), .requestFailed(.timedOut), .requestFailed(.insecure),
      .requestFailed(.connectionLost):
      self = .noNetwork
    case .invalidResponse(let response):
      self = Self.refusal(response)
    case .decodingFailed:
      self = .serverError(reason: "An unexpected error occurred.")
    case .sessionEnded:
      self = .sessionEnded
    case .cancelled:
      self = .cancelled
    }
  }

  private static func refusal(_ response: InvalidResponse) -> PlaceholderError {
    switch response.statusCode {
    case 401, 403: .notAuthorized
    case 429: .rateLimited(retryAfter: response.retryAfter)
    default: .serverError(reason: response.problem?.detail ?? "An unexpected error occurred.")
    }
  }
}
