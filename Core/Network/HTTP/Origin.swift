import Foundation

/// The scheme, host and port of an address.
struct Origin: Equatable {
  private let scheme: String
  private let host: String
  private let port: Int

  init?(_ url: URL) {
    guard
      let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host()?.lowercased(), !host.isEmpty, url.user() == nil, url.password() == nil
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? (scheme == "https" ? 443 : 80)
  }
}

/// The address that paths are put behind, looked at once and not with every request.
struct BaseURL {
  /// The address without a slash at its end.
  let text: String
  let origin: Origin

  /// Reads an address; `nil` where it is not a plain `http` or `https` address.
  init?(_ url: URL) {
    guard let origin = Origin(url), url.query == nil, url.fragment == nil else { return nil }
    self.origin = origin
    var text = url.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    self.text = text
  }
}
