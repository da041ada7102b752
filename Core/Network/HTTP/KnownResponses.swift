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
    if response.status == 304, let known { return known }
    responses.withLock { $0[key] = response.isKept ? response : nil }
    return response
  }
}

extension HTTPResponse {
  fileprivate var isKept: Bool {
    status == 200 && headers["ETag"] != nil && body.count <= KnownResponses.maximumBodySize
      && headers["Cache-Control"]?.lowercased().contains("no-store") != true
  }
}
