import Core

/// Why a profile could not be read, saved or deleted.
public enum MyPageError: Error, Sendable, Equatable {
  /// The name has fewer than 2 or more than 10 characters.
  case invalidName
  /// The gender is none of 1, 2 and 3.
  case invalidGender
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

extension MyPageError {
  /// The error that a call's failure means.
  ///
  /// - Parameters:
  ///   - error: What the client said.
  ///   - refusal: What an answer of this call with a status other than 2xx means, where it means something of its own.
  init(_ error: APIError, refusal: (InvalidResponse) -> MyPageError? = { _ in nil }) {
    switch error {
    case .requestFailed(.unusableRequest(let reason)):
      self = .serverError(reason: reason)
    case .requestFailed(.offline), .requestFailed(.refused), .requestFailed(.timedOut), .requestFailed(.insecure),
      .requestFailed(.connectionLost):
      self = .noNetwork
    case .invalidResponse(let response):
      self = refusal(response) ?? Self.general(response)
    case .decodingFailed:
      self = .serverError(reason: "An unexpected error occurred.")
    case .sessionEnded:
      self = .sessionEnded
    case .cancelled:
      self = .cancelled
    }
  }

  private static func general(_ response: InvalidResponse) -> MyPageError {
    switch response.statusCode {
    case 401, 403: .notAuthorized
    case 429: .rateLimited(retryAfter: response.retryAfter)
    default: .serverError(reason: response.problem?.detail ?? "An unexpected error occurred.")
    }
  }
}
