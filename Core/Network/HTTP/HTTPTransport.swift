import Foundation

/// Sends one request to a server and receives its response, in bytes.
///
/// This is all that ``HTTPAPIClient`` needs of a network library. Coding, retries, timeouts, redirects and the limit on
/// a response's size are up to the client.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the whole response, whatever its status.
  ///
  /// A transport
  /// - returns a redirect (3xx) as a response and does not follow it,
  /// - closes the connection and returns soon when its task is cancelled,
  /// - stores and sends no cookies, cached responses or credentials,
  /// - calls `progress` as soon as anything arrives, with the number of new bytes of the body, or 0 for other activity
  ///   such as the header, and closes the connection with the error that it throws.
  func send(
    _ request: HTTPTransportRequest, progress: @escaping @Sendable (Int) throws(HTTPTransportError) -> Void
  ) async throws(HTTPTransportError) -> HTTPResponse
}

/// Why an ``HTTPTransport`` has no response.
public enum HTTPTransportError: Error, Sendable, Hashable {
  /// No response came, or only a part of one.
  case failed(RequestFailure)
  /// The response is not valid HTTP, or too large; the reason never repeats what came.
  case invalidResponse(reason: String)
  /// The transfer was cancelled.
  case cancelled
}

/// A request with its complete URL, ready to be sent.
///
/// Prints its method and path only.
public struct HTTPTransportRequest: Sendable, Equatable {
  /// The method.
  public var method: HTTPMethod
  /// An `http` or `https` URL without user, password and fragment.
  @Unprinted public var url: URL
  /// The header fields, without line breaks in names and values.
  public var headers: HTTPHeaders
  /// The body; empty if there is none.
  @Unprinted public var body: Data

  /// Creates a request.
  public init(_ method: HTTPMethod, _ url: URL, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

extension HTTPTransportRequest {
  /// Appends a request to the base URL of its server, or throws if it cannot be sent as it is.
  init(_ request: HTTPRequest, to base: String?) throws(APIError) {
    guard let base else {
      throw .requestFailed(
        .unusableRequest(
          reason: "The base URL must be http or https, with a host, a port up to 65535, and no user, query or fragment."
        ))
    }
    guard
      request.path.utf8.first == UInt8(ascii: "/"), !request.path.utf8.contains(UInt8(ascii: "?")),
      !request.path.utf8.contains(UInt8(ascii: "#")),
      let url = URL(string: base + request.target, encodingInvalidCharacters: false)
    else {
      throw .requestFailed(.unusableRequest(reason: "The path is not percent-encoded, or does not begin with a slash."))
    }
    guard request.headers.fields.allSatisfy({ $0.name.isFieldName && $0.value.isFieldValue }) else {
      throw .requestFailed(.unusableRequest(reason: "A header field contains characters that cannot be sent."))
    }
    self.init(request.method, url, headers: request.headers, body: request.body)
  }

  /// The request that a redirect asks for, or `nil` if it is not followed: to another origin, which must not see the
  /// token, or with a change of method that would lose the body.
  func redirected(by response: HTTPResponse) -> HTTPTransportRequest? {
    guard
      let target = response.headers["Location"].flatMap({ URL(string: $0, relativeTo: url)?.lowercasingScheme }),
      Origin(target) == Origin(url)
    else { return nil }
    var request = self
    request.url = target
    switch (response.status, method) {
    case (307, _), (308, _), (301...303, .get), (301...303, .head):
      return request
    case (303, _):
      request.method = .get
      request.body = Data()
      request.headers["Content-Type"] = nil
      request.headers["Idempotency-Key"] = nil
      return request
    default:
      return nil
    }
  }
}

/// The scheme, host and port of an `http` or `https` URL without credentials.
private struct Origin: Equatable {
  private let scheme: String
  private let host: String
  private let port: Int

  init?(_ url: URL) {
    guard
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host()?.lowercased(), !host.isEmpty, url.user() == nil, url.password() == nil
    else { return nil }
    port = url.port ?? (scheme == "https" ? 443 : 80)
    // Network libraries convert a port to 16 bits, and trap.
    guard (1...65_535).contains(port) else { return nil }
    self.scheme = scheme
    self.host = host
  }
}

extension URL {
  /// The string that paths are appended to, or `nil` where the URL is none of a server.
  package var base: String? {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    components?.port = port
    // Differs for a port with too many digits, which `URL` reads as none.
    guard components?.string == absoluteString, Origin(self) != nil, query == nil, fragment == nil else { return nil }
    var text = lowercasingScheme.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }

  /// The absolute URL with its scheme in lower case, as network libraries expect it.
  fileprivate var lowercasingScheme: URL {
    var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
    components?.scheme = absoluteURL.scheme?.lowercased()
    return components?.url ?? absoluteURL
  }
}

extension String {
  /// Whether the string is a token of RFC 9110.
  fileprivate var isFieldName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: "!#$%&'*+.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether the string has no control characters.
  var isFieldValue: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
