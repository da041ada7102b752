/// The answer of a call that has nothing to say: any body, or none, reads as this.
public struct EmptyResponse: Codable, Sendable, Equatable {
  /// Makes the answer.
  public init() {}
}
