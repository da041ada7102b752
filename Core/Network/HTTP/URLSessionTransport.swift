import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests with Foundation's `URLSession`: the transport for Apple's platforms.
///
/// Use one transport for the lifetime of the app: it reuses connections. On Linux, use it with servers you trust only:
/// Foundation there terminates the process when a connection is closed within the header, on a chunked response with a
/// trailer and on a huge `Content-Length`, and accepts a truncated gzip body. Use `AsyncHTTPClientTransport` instead.
public final class URLSessionTransport: HTTPTransport {
  private let session: URLSession
  private let delegate = TransferDelegate()

  /// Creates a transport with a limit of open connections to one host.
  public init(maximumConnectionsPerHost: Int = 16) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.urlCredentialStorage = nil
    configuration.httpMaximumConnectionsPerHost = maximumConnectionsPerHost
    // Timeouts are up to the client.
    configuration.timeoutIntervalForRequest = 3_600
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Sends a request and returns the whole response.
  public func send(
    _ request: HTTPRequest, to url: URL, progress: @escaping @Sendable (Int) throws(APIError) -> Void
  ) async throws(APIError) -> HTTPResponse {
    let task = session.dataTask(with: URLRequest(request, to: url))
    let transfer = Transfer(isSecure: url.scheme == "https", progress: progress)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard transfer.begin(continuation) else { return }
        delegate.add(transfer, for: task)
        task.resume()
        if transfer.didResume() { task.cancel() }
      }
    } onCancel: {
      // Cancelling a task inside this handler can deadlock with its completion.
      if transfer.cancel() { Task { task.cancel() } }
    }
    return try result.get()
  }
}

/// The delegate of the session: `data(for:)` reports no progress and follows redirects.
private final class TransferDelegate: NSObject, URLSessionDataDelegate, Sendable {
  private let transfers = Mutex<[Int: Transfer]>([:])

  func add(_ transfer: Transfer, for task: URLSessionTask) {
    transfers.withLock { $0[task.taskIdentifier] = transfer }
  }

  private func transfer(of task: URLSessionTask) -> Transfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    transfer(of: task)?.report(0, of: task)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    transfer(of: dataTask)?.receive(response, of: dataTask)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(of: dataTask)?.receive(data, of: dataTask)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    end(task, error)
  }

  #if canImport(FoundationNetworking)
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      // Foundation on Linux asks for credentials after the whole response, and never ends a task without them.
      end(task, nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif

  private func end(_ task: URLSessionTask, _ error: (any Error)?) {
    transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.end(error)
  }
}

/// One request in a session, from before it starts until it ends.
private final class Transfer: Sendable {
  typealias Ending = Result<HTTPResponse, APIError>

  private struct State {
    var continuation: CheckedContinuation<Ending, Never>?
    var response: HTTPResponse?
    /// The error with which the client ended the transfer.
    var failure: APIError?
    var isResumed = false
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let isSecure: Bool
  private let progress: @Sendable (Int) throws(APIError) -> Void

  init(isSecure: Bool, progress: @escaping @Sendable (Int) throws(APIError) -> Void) {
    self.isSecure = isSecure
    self.progress = progress
  }

  /// Keeps the continuation; returns `false` if the transfer has been cancelled and must not start.
  func begin(_ continuation: CheckedContinuation<Ending, Never>) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
    return !isCancelled
  }

  /// Returns whether the transfer was cancelled meanwhile, so that its task has to be cancelled now.
  func didResume() -> Bool {
    state.withLock { state in
      state.isResumed = true
      return state.isCancelled
    }
  }

  /// Returns whether the task has been resumed, so that it has to be cancelled.
  func cancel() -> Bool {
    state.withLock { state in
      state.isCancelled = true
      return state.isResumed
    }
  }

  /// Reports what has arrived, and cancels the task if the client does not want more.
  func report(_ count: Int, of task: URLSessionTask) {
    do throws(APIError) {
      try progress(count)
    } catch {
      state.withLock { $0.failure = error }
      task.cancel()
    }
  }

  func receive(_ response: URLResponse, of task: URLSessionTask) {
    report(0, of: task)
    guard let response = response as? HTTPURLResponse else { return }
    var headers = HTTPHeaders()
    for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
    state.withLock { $0.response = HTTPResponse(status: response.statusCode, headers: headers) }
  }

  func receive(_ data: Data, of task: URLSessionTask) {
    report(data.count, of: task)
    state.withLock { $0.response?.body.append(data) }
  }

  func end(_ error: (any Error)?) {
    let (continuation, response, failure) = state.withLock { ($0.continuation.take(), $0.response, $0.failure) }
    let ending: Ending =
      if let failure {
        .failure(failure)
      } else if let error {
        .failure(APIError(error, isSecure: isSecure, hasResponse: response != nil))
      } else {
        response.map { .success($0) } ?? .failure(.decodingFailed(reason: "The response is not HTTP."))
      }
    continuation?.resume(returning: ending)
  }
}

extension APIError {
  fileprivate init(_ error: any Error, isSecure: Bool, hasResponse: Bool) {
    switch (error as? URLError)?.code ?? .unknown {
    case .unknown:
      // Foundation on Linux has one code for an untrusted certificate, a truncated chunk and a truncated body.
      self = .requestFailed(isSecure && !hasResponse ? .insecure : .connectionLost)
    case .cancelled, .userCancelledAuthentication:
      self = .cancelled
    case .timedOut:
      self = .requestFailed(.timedOut)
    case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed, .dataNotAllowed, .internationalRoamingOff,
      .callIsActive:
      self = .requestFailed(.offline)
    case .cannotConnectToHost:
      self = .requestFailed(.refused)
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      self = .requestFailed(.insecure)
    case .badURL:
      self = .requestFailed(.unusableRequest(reason: "The URL is not valid."))
    case .unsupportedURL, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
      self = .decodingFailed(reason: "The response is not HTTP.")
    default:
      self = .requestFailed(.connectionLost)
    }
  }
}

extension URLRequest {
  fileprivate init(_ request: HTTPRequest, to url: URL) {
    self.init(url: url)
    httpMethod = request.method.rawValue
    httpShouldHandleCookies = false
    for (name, value) in request.headers.fields { setValue(value, forHTTPHeaderField: name) }
    if !request.body.isEmpty { httpBody = request.body }
  }
}
