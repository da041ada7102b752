import Core

/// A service that vouches for a user, such as Apple, Google or Facebook.
///
/// The app supplies the provider's own sign-in screen as `authorize`.
public struct IdentityProvider: Sendable {
  /// The name of the provider in `POST /v1/login/{provider}`, such as `google`.
  public let id: String
  /// Asks the user at the provider and returns the provider's token.
  ///
  /// Throws ``AuthError/notAuthorized`` where the provider denies it, and ``AuthError/cancelled`` where the user backs
  /// out; a denial in an ``OAuthBrowser`` is that too.
  public let authorize: @Sendable () async throws(AuthError) -> Secret

  /// Creates a provider.
  public init(id: String, authorize: @escaping @Sendable () async throws(AuthError) -> Secret) {
    self.id = id
    self.authorize = authorize
  }

  /// Returns Apple as a provider; on Apple’s platforms `apple(using:)` brings Apple’s own sign-in screen.
  public static func apple(
    authorize: @escaping @Sendable () async throws(AuthError) -> Secret
  ) -> IdentityProvider {
    IdentityProvider(id: "apple", authorize: authorize)
  }

  /// Returns Facebook as a provider.
  public static func facebook(
    authorize: @escaping @Sendable () async throws(AuthError) -> Secret
  ) -> IdentityProvider {
    IdentityProvider(id: "facebook", authorize: authorize)
  }

  /// Returns Google as a provider.
  public static func google(
    authorize: @escaping @Sendable () async throws(AuthError) -> Secret
  ) -> IdentityProvider {
    IdentityProvider(id: "google", authorize: authorize)
  }
}
