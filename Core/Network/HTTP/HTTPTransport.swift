import Foundation

/// Sends one request to a server and receives its response, in bytes.
///
/// This is all that ``HTTPAPIClient`` needs of a network library. Coding, retries, timeouts, redirects and the limit on
/// a response's size are up to the client.
public protocol HTTPTransport: Sendable {
  /// Sends a request to a URL and returns the whole response, whatever its status.
  ///
  /// The URL is `http` or `https`, without user, password and fragment; it has the path and the query of the request, or
  /// those that a redirect has replaced them with. Names and values of header fields have no line breaks. Throws
  /// ``APIError/requestFailed(_:)`` where no response came or only a part of one, ``APIError/decodingFailed(reason:)``
  /// where what came is not HTTP, and ``APIError/cancelled``.
  ///
  /// A transport
  /// - returns a redirect (3xx) as a response and does not follow it,
  /// - closes the connection and returns soon when its task is cancelled,
  /// - stores and sends no cookies, cached responses or credentials,
  /// - calls `progress` as soon as anything arrives, with the number of new bytes of the body, or 0 for other activity
  ///   such as the header, and closes the connection with the error that it throws.
  func send(
    _ request: HTTPRequest, to url: URL, progress: @escaping @Sendable (Int) throws(APIError) -> Void
  ) async throws(APIError) -> HTTPResponse
}

extension HTTPRequest {
  /// The URL of the request at a server, or throws if it cannot be sent as it is.
  func url(at base: String?) throws(APIError) -> URL {
    guard let base else {
      throw .requestFailed(
        .unusableRequest(
          reason: "The base URL must be http or https, with a host, a port up to 65535, and no user, query or fragment."
        ))
    }
    guard
      path.utf8.first == UInt8(ascii: "/"), !path.utf8.contains(UInt8(ascii: "?")),
      !path.utf8.contains(UInt8(ascii: "#")), let url = URL(string: base + target, encodingInvalidCharacters: false)
    else {
      throw .requestFailed(.unusableRequest(reason: "The path is not percent-encoded, or does not begin with a slash."))
    }
    guard headers.fields.allSatisfy({ $0.name.isFieldName && $0.value.isFieldValue }) else {
      throw .requestFailed(.unusableRequest(reason: "A header field contains characters that cannot be sent."))
    }
    return url
  }

  /// The request and the URL that a redirect asks for, or `nil` if it is not followed: to another origin, which must not
  /// see the token, or with a change of method that would lose the body.
  func redirected(from url: URL, by response: HTTPResponse) -> (request: HTTPRequest, url: URL)? {
    guard
      let target = response.headers["Location"].flatMap({ URL(string: $0, relativeTo: url)?.lowercasingScheme }),
      Origin(target) == Origin(url)
    else { return nil }
    switch (response.status, method) {
    case (307, _), (308, _), (301...303, .get), (301...303, .head):
      var request = self
      // A tag tells the responses of one path apart.
      if method == .get { request.headers["If-None-Match"] = nil }
      return (request, target)
    case (303, _):
      var request = self
      request.method = .get
      request.body = Data()
      request.headers["Content-Type"] = nil
      request.headers["Idempotency-Key"] = nil
      return (request, target)
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
  /// The string that paths are appended to, or `nil` where the URL is not that of an HTTP server.
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
