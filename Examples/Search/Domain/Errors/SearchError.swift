import Core

/// Why repositories could not be found.
public enum SearchError: Error, Sendable, Equatable {
  /// No answer came.
  case noNetwork
  /// Too many searches; the next one may be made after this time, where the server said so.
  case rateLimited(retryAfter: Duration?)
  /// The server cannot search for this text: it is too long, or is made of search words only.
  case unusableText
  /// The server answered with something else than was agreed; the reason is for a developer.
  case serverError(reason: String)
  /// The search was cancelled: by its caller, or by a new one.
  case cancelled
}

extension SearchError {
  /// The error that a call's failure means.
  ///
  /// GitHub says 403 or 429 to whoever asks too often.
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
    case .sessionEnded, .cancelled:
      self = .cancelled
    }
  }

  private static func refusal(_ response: InvalidResponse) -> SearchError {
    switch response.statusCode {
    case 403, 429: .rateLimited(retryAfter: response.retryAfter)
    case 422: .unusableText
    default: .serverError(reason: "The server answered with status \(response.statusCode).")
    }
  }
}
