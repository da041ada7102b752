/// What a server says about an error, after RFC 9457 (`application/problem+json`), with the contract's own members.
public struct ProblemDetails: Codable, Sendable, Equatable {
  /// A sentence for a developer that is the same for every problem of this kind.
  public let title: String?
  /// The HTTP status, repeated by the server.
  public let status: Int?
  /// A sentence about this one occurrence.
  public let detail: String?
  /// The kind of problem in one word, such as `profile_not_found`.
  public let code: String?
  /// The member of the request that the problem is about, such as `email`.
  public let field: String?

  /// Makes a problem document.
  ///
  /// - Parameters:
  ///   - title: A sentence that is the same for every problem of this kind.
  ///   - status: The HTTP status.
  ///   - detail: A sentence about this one occurrence.
  ///   - code: The kind of problem in one word.
  ///   - field: The member of the request that the problem is about.
  public init(
    title: String? = nil, status: Int? = nil, detail: String? = nil, code: String? = nil, field: String? = nil
  ) {
    self.title = title
    self.status = status
    self.detail = detail
    self.code = code
    self.field = field
  }
}
