import Core

/// Somebody else who vouches for a user: Facebook and Google in the article "Clean Swift", or any other.
///
/// The app brings the provider's own sign-in screen; this value is the port it plugs into.
public struct IdentityProvider: Sendable {
  /// The provider's name in `POST /v1/login/{provider}`, such as `google`.
  public let id: String
  /// Asks the user at the provider and answers with the provider's token.
  ///
  /// Throws ``AuthError/notAuthorized`` where the user or the provider says no, and ``AuthError/cancelled`` where the
  /// user backs out.
  public let authorize: AnyUseCase<Void, AccessToken, AuthError>

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - id: The provider's name in the path.
  ///   - authorize: Asks the user at the provider and answers with the provider's token.
  public init(id: String, authorize: @escaping @Sendable () async throws(AuthError) -> AccessToken) {
    self.id = id
    self.authorize = AnyUseCase { (_: Void) async throws(AuthError) -> AccessToken in try await authorize() }
  }

  /// Facebook.
  ///
  /// - Parameter authorize: Asks the user at Facebook and answers with Facebook's token.
  /// - Returns: The provider.
  public static func facebook(
    authorize: @escaping @Sendable () async throws(AuthError) -> AccessToken
  ) -> IdentityProvider {
    IdentityProvider(id: "facebook", authorize: authorize)
  }

  /// Google.
  ///
  /// - Parameter authorize: Asks the user at Google and answers with Google's token.
  /// - Returns: The provider.
  public static func google(
    authorize: @escaping @Sendable () async throws(AuthError) -> AccessToken
  ) -> IdentityProvider {
    IdentityProvider(id: "google", authorize: authorize)
  }
}
