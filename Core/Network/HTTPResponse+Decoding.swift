import Foundation

extension HTTPResponse {
  /// Bodies above this size, in bytes, are read away from the caller's actor.
  static let largeBody = 64 * 1024

  /// Reads the answer of a call, as every client does.
  ///
  /// - Parameters:
  ///   - type: What the call answers with.
  ///   - now: The time of day, for a `Retry-After` that names a date.
  /// - Returns: The answer.
  /// - Throws: ``APIError/invalidResponse(_:)`` for a status other than 2xx, and ``APIError/decodingFailed(reason:)``
  ///   where the body does not fit.
  public func decoded<Response: Decodable & Sendable>(
    as type: Response.Type, now: Date = Date()
  ) async throws(APIError) -> Response {
    guard (200..<300).contains(status) else { throw .invalidResponse(invalidResponse(now: now)) }
    // A page in place of an answer comes from somebody in between, such as the login page of a hotel's network. Some
    // servers say that of every answer, of one without a body too.
    guard body.isEmpty || headers["Content-Type"]?.lowercased().hasPrefix("text/html") != true else {
      throw .decodingFailed(reason: "The answer is a web page.")
    }
    if let empty = EmptyResponse() as? Response { return empty }
    return body.count > Self.largeBody ? try await decodedElsewhere() : try decodedHere()
  }

  @concurrent
  private func decodedElsewhere<Response: Decodable & Sendable>() async throws(APIError) -> Response {
    try decodedHere()
  }

  private func decodedHere<Response: Decodable>() throws(APIError) -> Response {
    do {
      return try JSONCoding.decode(Response.self, from: body)
    } catch let error as DecodingError {
      throw .decodingFailed(reason: error.place)
    } catch {
      throw .decodingFailed(reason: "The body is not JSON.")
    }
  }

  private func invalidResponse(now: Date) -> InvalidResponse {
    InvalidResponse(
      statusCode: status,
      problem: try? JSONCoding.decode(ProblemDetails.self, from: body),
      retryAfter: retryAfter(now: now))
  }
}

extension DecodingError {
  /// Where the body does not fit, by its keys only: a value could be a secret.
  fileprivate var place: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing."
    case .typeMismatch(let type, let context): "\(Self.path(context.codingPath)) is not of type \(type)."
    case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) is null."
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? "The body is not JSON." : "\(Self.path(context.codingPath)) cannot be read."
    @unknown default: "The body cannot be read."
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    guard !keys.isEmpty else { return "The body" }
    return keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
