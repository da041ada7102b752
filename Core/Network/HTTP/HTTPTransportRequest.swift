import Foundation

/// A request with the whole address of its server, ready to be sent.
///
/// It prints its method and path and nothing else of what it carries.
public struct HTTPTransportRequest: Sendable, Equatable, Redacted {
  /// The verb.
  public var method: HTTPMethod
  /// Where to: an `http` or `https` address without user, password and fragment.
  public var url: URL
  /// The header fields, without line ends in names and values.
  public var headers: HTTPHeaders
  /// The body; empty where there is none.
  public var body: Data

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - method: The verb.
  ///   - url: Where to.
  ///   - headers: The header fields.
  ///   - body: The body; empty where there is none.
  public init(_ method: HTTPMethod, _ url: URL, headers: HTTPHeaders = [:], body: Data = Data()) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// Shows method and path.
  public var visibleFields: [(label: String, value: String)] { [("method", method.rawValue), ("path", url.path)] }
}

extension HTTPTransportRequest {
  /// Addresses a request, or throws where it cannot be sent as it is.
  init(_ request: HTTPRequest, to base: BaseURL?) throws(APIError) {
    guard let base else {
      throw .requestFailed(.unusableRequest(reason: "The base URL is not a plain http or https address."))
    }
    guard
      request.path.utf8.first == UInt8(ascii: "/"), !request.path.utf8.contains(UInt8(ascii: "?")),
      !request.path.utf8.contains(UInt8(ascii: "#")),
      let url = URL(string: base.text + request.target, encodingInvalidCharacters: false), Origin(url) == base.origin
    else {
      throw .requestFailed(.unusableRequest(reason: "The path is not percent-encoded, or does not begin with a slash."))
    }
    guard request.headers.fields.allSatisfy({ $0.name.isFieldName && $0.value.isFieldValue }) else {
      throw .requestFailed(.unusableRequest(reason: "A header field holds characters that cannot be sent."))
    }
    self.init(request.method, url, headers: request.headers, body: request.body)
  }

  /// Whether sending it twice does the same as sending it once.
  var isRepeatable: Bool {
    switch method {
    case .get, .head: true
    case .post, .put, .patch, .delete: headers["Idempotency-Key"] != nil
    }
  }

  /// The request that a redirect asks for, or `nil` where it is not to be followed: to another origin, where the token
  /// has no business, or with a change of verb that would lose what was to be sent.
  func redirected(by answer: HTTPResponse) -> HTTPTransportRequest? {
    guard
      let target = answer.headers["Location"].flatMap({ URL(string: $0, relativeTo: url)?.absoluteURL }),
      Origin(target) == Origin(url)
    else { return nil }
    var request = self
    request.url = target
    switch (answer.status, method) {
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

extension String {
  /// Whether the text is a token of RFC 9110.
  fileprivate var isFieldName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: "!#$%&'*+.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether the text stays within its line.
  fileprivate var isFieldValue: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
