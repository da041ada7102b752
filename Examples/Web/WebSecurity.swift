#if Network
  import Foundation
  import HTTPTypes
  import Hummingbird

  /// The scheme and the authority that browsers send requests to, such as `https://focal.example`.
  package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// Whether the scheme is `https`.
    package let isSecure: Bool
    /// The host in lower case, and the port unless it is that of the scheme.
    package let authority: String

    /// Creates an origin, or returns `nil` for a text with a path, a user, or a scheme other than http and https.
    package init?(_ text: String) {
      guard
        let components = URLComponents(string: text), let scheme = components.scheme?.lowercased(),
        ["http", "https"].contains(scheme), let host = components.host?.lowercased(), !host.isEmpty,
        components.user == nil, components.query == nil, components.fragment == nil, components.path.isEmpty
      else { return nil }
      isSecure = scheme == "https"
      let port = components.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : $0 }
      authority = host + (port.map { ":\($0)" } ?? "")
    }

    /// The origin as a browser sends it.
    package var description: String { "\(isSecure ? "https" : "http")://\(authority)" }
  }

  extension WebConfiguration {
    /// Returns whether a request is meant for this server; a page of another name that resolves to it is not.
    func accepts(host: String?) -> Bool {
      guard let host, let requested = WebOrigin("\(origin?.isSecure == true ? "https" : "http")://\(host)") else {
        return false
      }
      if let origin { return requested == origin }
      let name = requested.authority.replacing(/:[0-9]+$/, with: "")
      return ["localhost", "127.0.0.1", "[::1]", self.host, "[\(self.host)]"].contains(name)
    }

    /// Returns whether a request that changes something comes from a page of this server, by what its browser says.
    func isSameOrigin(_ request: Request) -> Bool {
      if let site = request.headers[.secFetchSite], site != "same-origin" { return false }
      guard let sender = request.headers[.origin] else { return true }
      guard let sender = WebOrigin(sender) else { return false }
      return sender.authority == request.head.authority?.lowercased() && sender.isSecure == (origin?.isSecure ?? false)
    }

    /// The name of the cookie, with the port that the browser uses: browsers send a cookie to every port of its host.
    private func cookieName(for request: Request) -> String {
      let isSecure = origin?.isSecure == true
      let requested = request.head.authority.flatMap { WebOrigin("\(isSecure ? "https" : "http")://\($0)") }
      let port = requested?.authority.firstMatch(of: /:([0-9]+)$/).map { "-\($0.output.1)" } ?? ""
      return (isSecure ? "__Host-focal" : "focal") + port
    }

    /// Returns the token in the cookie of a request.
    func sessionToken(in request: Request) -> String? { request.cookies[cookieName(for: request)]?.value }

    /// Returns the cookie with a token for the browser that sent a request.
    func cookie(_ token: RandomToken, for request: Request) -> Cookie {
      Cookie(
        name: cookieName(for: request), value: token.text, path: "/", secure: origin?.isSecure == true, httpOnly: true,
        sameSite: .lax)
    }

    /// The header fields of every response.
    var securityFields: HTTPFields {
      var fields: HTTPFields = [
        .contentSecurityPolicy: """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        form-action 'self'; base-uri 'none'; frame-ancestors 'none'
        """,
        .xContentTypeOptions: "nosniff",
        .referrerPolicy: "same-origin",
        .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin",
        .permissionsPolicy: "camera=(), geolocation=(), microphone=()",
        .xFrameOptions: "DENY",
      ]
      if origin?.isSecure == true { fields[.strictTransportSecurity] = "max-age=31536000" }
      return fields
    }
  }

  extension Request {
    /// Whether there is another `Host` field beside the one that counts.
    var hasSeveralHosts: Bool { headers.contains { $0.name.canonicalName == "host" } }
  }

  extension HTTPField.Name {
    static let crossOriginOpenerPolicy = named("Cross-Origin-Opener-Policy")
    static let permissionsPolicy = named("Permissions-Policy")
    static let prefer = named("Prefer")
    static let referrerPolicy = named("Referrer-Policy")
    static let refresh = named("Refresh")
    static let secFetchSite = named("Sec-Fetch-Site")
    static let xFrameOptions = named("X-Frame-Options")

    private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .accept }
  }

  /// 128 random bits in hexadecimal digits.
  struct RandomToken: Sendable, Hashable {
    let text: String

    init() {
      var generator = SystemRandomNumberGenerator()
      text = [generator.next(), generator.next()].map { (bits: UInt64) in
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
      }.joined()
    }

    /// Creates a token from its text, or returns `nil` where the text is none.
    init?(_ text: String) {
      guard text.utf8.count == 32, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
      self.text = text
    }

    /// Returns whether a text is the token, in a time that does not tell where they differ.
    func matches(_ other: String?) -> Bool {
      guard let other, other.utf8.count == text.utf8.count else { return false }
      return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
  }

  /// The fields of a submitted form, `application/x-www-form-urlencoded`.
  struct FormFields: Sendable {
    private var fields: [String: String] = [:]

    /// Reads a body; of several fields with one name the first counts.
    init(_ body: String) {
      for pair in body.split(separator: "&") {
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { String($0).replacing("+", with: " ").removingPercentEncoding }
        guard parts.count == 2, let name = parts[0], let value = parts[1], fields[name] == nil else { continue }
        // Browsers send the line ends of a text area as CR LF.
        fields[name] = value.replacing("\r\n", with: "\n")
      }
    }

    subscript(_ name: String) -> String { fields[name] ?? "" }
  }
#endif
