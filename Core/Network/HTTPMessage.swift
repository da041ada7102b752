import Foundation

/// An HTTP request method.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
  /// Reads a resource.
  case get = "GET"
  /// Reads the header of a resource.
  case head = "HEAD"
  /// Sends a body to a resource, for example to create another one.
  case post = "POST"
  /// Replaces a resource.
  case put = "PUT"
  /// Changes a part of a resource.
  case patch = "PATCH"
  /// Deletes a resource.
  case delete = "DELETE"
}

/// The header fields of a request or response, with case-insensitive names.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var values: [String: Secret] = [:]

  /// Creates an empty collection of header fields.
  public init() {}

  /// Creates header fields from names and values; of two equal names the last one wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of the field with this name.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()]?.rawValue }
    set { values[name.lowercased()] = newValue.map(Secret.init) }
  }

  /// The fields sorted by name, with names in lower case.
  public var fields: [(name: String, value: String)] {
    values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value.rawValue) }
  }

}

extension HTTPHeaders {
  /// The target of the first link in the field `Link` (RFC 8288) with a relation, such as `next`.
  ///
  /// The target may be relative, and may belong to another server.
  public func link(_ relation: String) -> URLComponents? {
    var rest = (self["Link"] ?? "")[...]
    while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let target = rest[start..<end].dropFirst()
      rest = rest[end...].dropFirst()
      let parameters = rest.prefix { $0 != "<" }.lowercased().split(separator: ";", omittingEmptySubsequences: false)
      let isMatch = parameters.dropFirst().contains { parameter in
        let words = parameter.split { "= \"\t,".contains($0) }
        return words.first == "rel" && words.dropFirst().contains { $0 == relation.lowercased() }
      }
      if isMatch { return URLComponents(string: String(target)) }
    }
    return nil
  }
}

/// An encoded request, relative to a server.
public struct HTTPRequest: Sendable, Equatable {
  /// The method.
  public var method: HTTPMethod
  /// The percent-encoded path, such as `/v1/login`.
  public var path: String
  /// The query items, not percent-encoded.
  @Unprinted public var query: [URLQueryItem]
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; empty if there is none.
  @Unprinted public var body: Data

  /// Creates a request from a percent-encoded path and query items that are not.
  public init(
    _ method: HTTPMethod, _ path: String, query: [URLQueryItem] = [], headers: HTTPHeaders = [:], body: Data = Data()
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// The path and the percent-encoded query, as in a request line.
  public var target: String {
    query.isEmpty ? path : "\(path)?\(Self.percentEncoded(query))"
  }

  /// Percent-encodes the fields of a query or a form and joins them with `&`.
  package static func percentEncoded(_ fields: [URLQueryItem]) -> String {
    fields.map { field in
      [field.name, field.value ?? ""].map(percentEncoded).joined(separator: "=")
    }.joined(separator: "&")
  }

  /// Percent-encodes everything but letters, digits and `-._~`, for one path segment or query value; the dots too where
  /// there is nothing else, because such a segment is a step in a path.
  public static func percentEncoded(_ text: String) -> String {
    let encoded = text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    return encoded == "." || encoded == ".." ? encoded.replacing(".", with: "%2E") : encoded
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

/// An encoded response.
public struct HTTPResponse: Sendable, Equatable {
  /// The status code, 100 to 599.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; empty if there is none.
  @Unprinted public var body: Data

  /// Creates a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension HTTPResponse {
  /// The size in bytes above which a body is decoded off the caller's actor.
  static let largeBody = 64 * 1024

  /// Decodes the response, as every ``APIClient`` does.
  ///
  /// Throws ``APIError/invalidResponse(_:)`` for a status other than 2xx, and ``APIError/decodingFailed(reason:)`` where
  /// the body does not match the type. `now` is the time that a date in `Retry-After` is compared with.
  public func decoded<Body: Decodable & Sendable>(
    as type: Body.Type = Body.self, now: Date = Date()
  ) async throws(APIError) -> Body {
    body.count > Self.largeBody ? try await decodedConcurrently(now) : try decodedBody(now)
  }

  @concurrent
  private func decodedConcurrently<Response: Decodable & Sendable>(
    _ now: Date
  ) async throws(APIError) -> Response {
    try decodedBody(now)
  }

  private func decodedBody<Response: Decodable>(_ now: Date) throws(APIError) -> Response {
    guard (200..<300).contains(status) else { throw .invalidResponse(invalidResponse(now: now)) }
    // A web page comes from between, such as the login page of a captive portal. Some servers label every response so,
    // one without a body too.
    guard body.isEmpty || headers["Content-Type"]?.lowercased().hasPrefix("text/html") != true else {
      throw .decodingFailed(reason: "The response is a web page.")
    }
    if let empty = EmptyResponse() as? Response { return empty }
    do {
      return try JSONCoding.decode(Response.self, from: body, headers: headers)
    } catch let error as DecodingError {
      throw .decodingFailed(reason: error.redactedReason)
    } catch {
      throw .decodingFailed(reason: "The body is not JSON.")
    }
  }

  private func invalidResponse(now: Date) -> InvalidResponse {
    // A feature compares the strings of a problem, which takes a second for one character with millions of accents.
    let body = body.count > Self.largeBody ? Data() : body
    return InvalidResponse(
      statusCode: status, problem: try? JSONCoding.decode(ProblemDetails.self, from: body),
      retryAfter: retryAfter(now: now), body: body, headers: headers)
  }

  /// The delay that `Retry-After` asks for, in seconds or until one of the three date formats of RFC 9110; zero for a
  /// date in the past.
  package func retryAfter(now: Date) -> Duration? {
    // Parsing a date of a megabyte, three times, takes 80 ms.
    guard let value = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), value.utf8.count < 64 else {
      return nil
    }
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
