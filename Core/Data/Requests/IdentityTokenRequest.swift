/// The body of `POST /v1/login/{provider}`: what an identity provider vouched with.
public struct IdentityTokenRequest: Codable, Sendable, Equatable, Redacted {
  /// The provider's token.
  public let token: String

  /// Makes the body.
  ///
  /// - Parameter token: The provider's token.
  public init(token: String) {
    self.token = token
  }
}
