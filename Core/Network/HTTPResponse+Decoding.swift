import Foundation

extension HTTPResponse {
  /// The size in bytes above which a body is decoded off the caller's actor.
  static let largeBody = 64 * 1024

  /// Decodes the response, as every ``APIClient`` does.
  ///
  /// Throws ``APIError/invalidResponse(_:)`` for a status other than 2xx, and ``APIError/decodingFailed(reason:)`` where
  /// the body does not match the type. `now` is the time that a date in `Retry-After` is compared with.
  public func decoded<Response: Decodable & Sendable>(
    as type: Response.Type, now: Date = Date()
  ) async throws(APIError) -> Response {
    guard (200..<300).contains(status) else { throw .invalidResponse(invalidResponse(now: now)) }
    // A web page comes from between, such as the login page of a captive portal. Some servers label every response so,
    // one without a body too.
    guard body.isEmpty || headers["Content-Type"]?.lowercased().hasPrefix("text/html") != true else {
      throw .decodingFailed(reason: "The response is a web page.")
    }
    if let empty = EmptyResponse() as? Response { return empty }
    return body.count > Self.largeBody ? try await decodedConcurrently() : try decodedBody()
  }

  @concurrent
  private func decodedConcurrently<Response: Decodable & Sendable>() async throws(APIError) -> Response {
    try decodedBody()
  }

  private func decodedBody<Response: Decodable>() throws(APIError) -> Response {
    do {
      return try JSONCoding.decode(Response.self, from: body)
    } catch let error as DecodingError {
      throw .decodingFailed(reason: error.redactedReason)
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

  /// The delay that `Retry-After` asks for, in seconds or until one of the three date formats of RFC 9110; zero for a
  /// date in the past.
  package func retryAfter(now: Date) -> Duration? {
    guard let value = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    if value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      return Int64(value).map { .seconds($0) }
    }
    return httpDate(value, now: now).map { .seconds(max(0, $0.timeIntervalSince(now))) }
  }

  private func httpDate(_ value: String, now: Date) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    // A year of two digits is at most 50 years in the future.
    formatter.twoDigitStartDate = now.addingTimeInterval(-50 * 365.25 * 86_400)
    let value = value.replacing("  ", with: " ")
    for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
      formatter.dateFormat = format
      // The formatter ignores the weekday and accepts other formats, so only a date that it writes the same counts.
      if let date = formatter.date(from: value), formatter.string(from: date) == value { return date }
    }
    return nil
  }
}

extension DecodingError {
  /// The coding path that failed, without values: they may be secrets.
  fileprivate var redactedReason: String {
    switch self {
    case .keyNotFound(let key, let context): "\(Self.path(context.codingPath + [key])) is missing."
    case .typeMismatch(let type, let context): "\(Self.path(context.codingPath)) is not of type \(type)."
    case .valueNotFound(_, let context): "\(Self.path(context.codingPath)) is null."
    case .dataCorrupted(let context):
      context.codingPath.isEmpty ? "The body is not JSON." : "\(Self.path(context.codingPath)) cannot be decoded."
    @unknown default: "The body cannot be decoded."
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    guard !keys.isEmpty else { return "The body" }
    return keys.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
