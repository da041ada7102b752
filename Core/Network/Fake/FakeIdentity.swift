/// Somebody whom an identity provider vouches for.
public struct FakeIdentity: Sendable, Equatable, Redacted {
  /// The provider, as in the path of `POST /v1/login/{provider}`.
  public let provider: String
  /// The token that the provider vouches with.
  public let token: String
  /// The account they sign in to; where there is none the backend answers 404.
  public let email: String

  /// Makes an identity.
  ///
  /// - Parameters:
  ///   - provider: The provider, as in the path.
  ///   - token: The token that the provider vouches with.
  ///   - email: The account they sign in to.
  public init(provider: String, token: String, email: String) {
    self.provider = provider
    self.token = token
    self.email = email
  }

  /// Taro at both providers of the article "Clean Swift", and somebody at Google without an account here.
  public static let examples = [
    FakeIdentity(provider: "google", token: "google-taro", email: "taro@example.com"),
    FakeIdentity(provider: "facebook", token: "facebook-taro", email: "taro@example.com"),
    FakeIdentity(provider: "google", token: "google-nobody", email: "nobody@example.com"),
  ]

  /// Shows provider and address.
  public var visibleFields: [(label: String, value: String)] { [("provider", provider), ("email", email)] }
}
