import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Carries requests over Foundation's `URLSession`: the transport for Apple's platforms.
///
/// It has one session for as long as it lives, which keeps nothing: no cache, no cookies, no credentials. On Linux it
/// serves a server you trust and no other. Foundation there ends the process on a connection closed in mid-header, on a
/// chunked answer with a trailer and on a huge `Content-Length`, and takes a cut gzip body for a whole one; use
/// `AsyncHTTPClientTransport` of this package's examples instead.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let transfers: URLSessionTransfers

  /// Makes a transport.
  ///
  /// - Parameter maximumConnectionsPerHost: How many connections to one host are open at the same time.
  public init(maximumConnectionsPerHost: Int = 16) {
    transfers = URLSessionTransfers()
    session = URLSession(
      configuration: .keepingNothing(maximumConnectionsPerHost: maximumConnectionsPerHost), delegate: transfers,
      delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Sends a request and waits for the whole answer.
  ///
  /// - Parameters:
  ///   - request: What to send, and where.
  ///   - progress: Is told the number of bytes that have just arrived, or 0 for another sign of life.
  /// - Returns: The answer, whatever its status.
  /// - Throws: ``HTTPTransportError`` where there is no whole answer.
  public func send(
    _ request: HTTPTransportRequest, progress: @escaping @Sendable (Int) -> Void
  ) async throws(HTTPTransportError) -> HTTPResponse {
    let task = session.dataTask(with: URLRequest(request))
    let transfer = URLSessionTransfer(isSecure: request.url.scheme == "https", progress: progress)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard transfer.begin(continuation) else { return }
        transfers.add(transfer, for: task)
        task.resume()
        if transfer.resumed() { task.cancel() }
      }
    } onCancel: {
      // Cancelling a task inside this handler can deadlock with its completion.
      if transfer.cancel() { Task { task.cancel() } }
    }
    return try result.get()
  }
}

extension URLSessionConfiguration {
  fileprivate static func keepingNothing(maximumConnectionsPerHost: Int) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
    // The client above has time-outs of its own.
    configuration.timeoutIntervalForRequest = 3_600
    return configuration
  }
}

extension URLRequest {
  fileprivate init(_ request: HTTPTransportRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpShouldHandleCookies = false
    for (name, value) in request.headers.fields { setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty { httpBody = request.body }
  }
}
