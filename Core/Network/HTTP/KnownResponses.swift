import Synchronization

/// The last responses with an `ETag`, which a server can say not to have changed (RFC 9110).
final class KnownResponses: Sendable {
  /// How many are kept at least.
  static let count = 10
  /// The largest body that is kept, in bytes.
  static let maximumBodySize = 256 * 1024

  /// The requests that have the same response, with the same token.
  private struct Key: Hashable {
    let target: String
    let headers: HTTPHeaders
  }

  private let responses = Mutex(RecentValues<Key, HTTPResponse>(limit: count))

  /// Sends a request, with the tag of a known response, which is returned where it has not changed.
  func response(
    to request: HTTPRequest, from send: (HTTPRequest) async throws(APIError) -> HTTPResponse
  ) async throws(APIError) -> HTTPResponse {
    guard request.method == .get, request.headers["If-None-Match"] == nil else { return try await send(request) }
    let key = Key(target: request.target, headers: request.headers)
    let known = responses.withLock { $0[key] }
    var conditional = request
    conditional.headers["If-None-Match"] = known?.headers["ETag"]
    let response = try await send(conditional)
    guard response.status == 304, var known else {
      if response.status == 200 { responses.withLock { $0[key] = response.isKept ? response : nil } }
      return response
    }
    for field in response.headers.fields where !field.name.hasPrefix("content-") {
      known.headers[field.name] = field.value
    }
    responses.withLock { [known] in $0[key] = known }
    return known
  }

  /// Forgets the response to a request, which is of no use.
  func forget(_ request: HTTPRequest) {
    responses.withLock { $0[Key(target: request.target, headers: request.headers)] = nil }
  }
}

extension HTTPResponse {
  fileprivate var isKept: Bool {
    headers["ETag"] != nil && body.count <= KnownResponses.maximumBodySize
      && headers["Cache-Control"]?.lowercased().contains("no-store") != true
  }
}
