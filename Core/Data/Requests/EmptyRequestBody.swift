/// The body of a request that has nothing to say, `{}`: that of `POST /v1/logout`.
public struct EmptyRequestBody: Codable, Sendable, Equatable {
  /// Makes the body.
  public init() {}
}
