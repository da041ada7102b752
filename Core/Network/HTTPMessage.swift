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
///
/// Prints the names only: values may hold tokens.
public struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral, Redacted {
  private var values: [String: String] = [:]

  /// Creates an empty collection of header fields.
  public init() {}

  /// Creates header fields from names and values; of two equal names the last one wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of the field with this name.
  public subscript(name: String) -> String? {
    get { values[name.lowercased()] }
    set { values[name.lowercased()] = newValue }
  }

  /// The fields sorted by name, with names in lower case.
  public var fields: [(name: String, value: String)] {
    values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// The names of the fields.
  public var visibleFields: [(label: String, value: String)] {
    [("names", values.keys.sorted().joined(separator: " "))]
  }
}

/// An encoded request, relative to a server.
///
/// Prints its method and path only.
public struct HTTPRequest: Sendable, Equatable, Redacted {
  /// The method.
  public var method: HTTPMethod
  /// The percent-encoded path, such as `/v1/login`.
  public var path: String
  /// The query items, not percent-encoded.
  public var query: [URLQueryItem]
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; empty if there is none.
  public var body: Data

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
    guard !query.isEmpty else { return path }
    let pairs = query.map { item in
      [item.name, item.value ?? ""].map(Self.percentEncoded).joined(separator: "=")
    }
    return "\(path)?\(pairs.joined(separator: "&"))"
  }

  /// Percent-encodes everything but letters, digits and `-._~`, for one path segment or query value.
  public static func percentEncoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The method and the path.
  public var visibleFields: [(label: String, value: String)] { [("method", method.rawValue), ("path", path)] }
}

/// An encoded response.
///
/// Prints its status only.
public struct HTTPResponse: Sendable, Equatable, Redacted {
  /// The status code, 100 to 599.
  public var status: Int
  /// The header fields.
  public var headers: HTTPHeaders
  /// The body; empty if there is none.
  public var body: Data

  /// Creates a response.
  public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The status code.
  public var visibleFields: [(label: String, value: String)] { [("status", "\(status)")] }
}
