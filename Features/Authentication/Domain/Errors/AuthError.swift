import Core

/// Why somebody could not be signed in, signed up, or signed out.
public enum AuthError: Error, Sendable, Equatable {
  /// Address and password do not fit. Only a 401 or 403 on login means this: the article "FOCAL" took every answer
  /// that was not 2xx for it, and so blamed the user for a server in trouble.
  case invalidCredentials
  /// No answer came.
  case noNetwork
  /// What was typed is no address.
  case invalidEmail
  /// The password has fewer than 6 characters.
  case weakPassword
  /// The address has an account already.
  case emailAlreadyInUse
  /// The identity provider, or the server on its word, said no.
  case notAuthorized
  /// The identity provider vouched for somebody who has no account here.
  case noAccount
  /// Too many attempts; the next one may be made after this time, where the server said so.
  case rateLimited(retryAfter: Duration?)
  /// The server no longer accepts the session.
  case sessionEnded
  /// The server answered with something else than was agreed; the reason is for a developer.
  case serverError(reason: String)
  /// The task was cancelled, or what was asked for no longer counts.
  case cancelled
}

extension AuthError {
  /// The error that a call's failure means.
  ///
  /// - Parameters:
  ///   - error: What the client said.
  ///   - refusal: What an answer of this call with a status other than 2xx means, where it means something of its own.
  init(_ error: APIError, refusal: (InvalidResponse) -> AuthError? = { _ in nil }) {
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

  private static func general(_ response: InvalidResponse) -> AuthError {
    guard response.statusCode != 429 else { return .rateLimited(retryAfter: response.retryAfter) }
    return .serverError(reason: response.problem?.detail ?? "An unexpected error occurred.")
  }
}
