import Foundation

/// A request in bytes, as it goes over a wire and into the record of the fake backend.
///
/// It prints its method and path and neither its headers, its query nor its body, where secrets travel.
public struct HTTPRequest: Sendable, Equatable, Redacted {
  /// The verb.
  public var method: HTTPMethod
  /// The path, percent-encoded, such as `/v1/login`.
  public var path: String
  /// The query, not encoded.
  public var query: [URLQueryItem]
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; empty where there is none.
  public var body: Data

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The verb.
  ///   - path: The path, percent-encoded.
  ///   - query: The query, not encoded.
  ///   - headers: The header fields.
  ///   - body: The body; empty where there is none.
  public init(
    _ method: HTTPMethod, _ path: String, query: [URLQueryItem] = [], headers: HTTPHeaders = [:], body: Data = Data()
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
  }

  /// The path and the encoded query, as they stand in the first line of a request.
  ///
  /// Everything but letters, digits and `-._~` is encoded, `+` and `&` too.
  public var target: String {
    guard !query.isEmpty else { return path }
    let pairs = query.map { item in
      [item.name, item.value ?? ""].map(Self.percentEncoded).joined(separator: "=")
    }
    return "\(path)?\(pairs.joined(separator: "&"))"
  }

  /// A text as one segment of a path or one value of a query.
  ///
  /// - Parameter text: The text, in any script.
  /// - Returns: The text with everything but letters, digits and `-._~` percent-encoded.
  public static func percentEncoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Shows method and path.
  public var visibleFields: [(label: String, value: String)] { [("method", method.rawValue), ("path", path)] }
}
