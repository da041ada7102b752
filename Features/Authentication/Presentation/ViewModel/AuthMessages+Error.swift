extension AuthMessages {
  /// The text for a login that failed.
  ///
  /// - Parameter error: Why it failed.
  /// - Returns: What the user reads.
  public func login(failedWith error: AuthError) -> String {
    switch error {
    case .invalidCredentials: invalidCredentials
    case .noNetwork: noNetwork
    case .invalidEmail: invalidEmail
    case .weakPassword: weakPassword
    case .emailAlreadyInUse: emailAlreadyInUse
    case .notAuthorized: notAuthorized
    case .noAccount: noAccount
    case .rateLimited(let retryAfter): rateLimited(retryAfter)
    case .sessionEnded: sessionExpired
    case .serverError: serverError
    case .cancelled: unknownError
    }
  }

  /// The text for a sign-up that failed.
  ///
  /// - Parameter error: Why it failed.
  /// - Returns: What the user reads.
  public func signUp(failedWith error: AuthError) -> String {
    switch error {
    case .noNetwork: signUpNoNetwork
    case .invalidEmail: invalidEmail
    case .weakPassword: weakPassword
    case .emailAlreadyInUse: emailAlreadyInUse
    case .rateLimited(let retryAfter): rateLimited(retryAfter)
    case .invalidCredentials, .notAuthorized, .noAccount, .sessionEnded, .serverError, .cancelled: signUpFailed
    }
  }

  private func rateLimited(_ retryAfter: Duration?) -> String {
    guard let retryAfter else { return rateLimited }
    let seconds = retryAfter.components.seconds + (retryAfter.components.attoseconds > 0 ? 1 : 0)
    return seconds == 1 ? rateLimitedSecond : rateLimitedSeconds.replacing("%@", with: "\(seconds)")
  }
}
