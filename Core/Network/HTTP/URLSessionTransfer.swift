import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request in a `URLSession`, from before it starts until its one end.
final class URLSessionTransfer: Sendable {
  typealias Ending = Result<HTTPResponse, HTTPTransportError>

  private struct State {
    var continuation: CheckedContinuation<Ending, Never>?
    var answer: HTTPResponse?
    var isResumed = false
    var isCancelled = false
  }

  private let state = Mutex(State())
  private let isSecure: Bool
  private let progress: @Sendable (Int) -> Void

  init(isSecure: Bool, progress: @escaping @Sendable (Int) -> Void) {
    self.isSecure = isSecure
    self.progress = progress
  }

  /// Takes what waits for the end; `false` where the transfer was cancelled before and must not start.
  func begin(_ continuation: CheckedContinuation<Ending, Never>) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.continuation = continuation }
      return state.isCancelled
    }
    if isCancelled { continuation.resume(returning: .failure(.cancelled)) }
    return !isCancelled
  }

  /// Notes that the task is under way; `true` where it was cancelled in between and has to be stopped now.
  func resumed() -> Bool {
    state.withLock { state in
      state.isResumed = true
      return state.isCancelled
    }
  }

  /// Notes that nobody waits any longer; `true` where the task is under way and has to be stopped.
  func cancel() -> Bool {
    state.withLock { state in
      state.isCancelled = true
      return state.isResumed
    }
  }

  func receive(_ response: URLResponse) {
    progress(0)
    guard let response = response as? HTTPURLResponse else { return }
    var headers = HTTPHeaders()
    for case (let name as String, let value as String) in response.allHeaderFields { headers[name] = value }
    state.withLock { $0.answer = HTTPResponse(status: response.statusCode, headers: headers) }
  }

  func receive(_ data: Data) {
    progress(data.count)
    state.withLock { $0.answer?.body.append(data) }
  }

  func signOfLife() {
    progress(0)
  }

  func end(_ error: (any Error)?) {
    let (continuation, ending) = state.withLock { state -> (CheckedContinuation<Ending, Never>?, Ending) in
      defer { state.continuation = nil }
      if let error {
        return (state.continuation, .failure(failure(error, hasAnswer: state.answer != nil)))
      }
      guard let answer = state.answer else {
        return (state.continuation, .failure(.invalidAnswer(reason: "The answer is not HTTP.")))
      }
      return (state.continuation, .success(answer))
    }
    continuation?.resume(returning: ending)
  }

  private func failure(_ error: any Error, hasAnswer: Bool) -> HTTPTransportError {
    let code = (error as? URLError)?.code ?? .unknown
    // Foundation on Linux has one code for an untrusted certificate, a cut chunk and a body shorter than announced.
    guard code == .unknown else { return HTTPTransportError(code) }
    return .failed(isSecure && !hasAnswer ? .insecure : .connectionLost)
  }
}

extension HTTPTransportError {
  fileprivate init(_ code: URLError.Code) {
    switch code {
    case .cancelled, .userCancelledAuthentication:
      self = .cancelled
    case .timedOut:
      self = .failed(.timedOut)
    case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed, .dataNotAllowed, .internationalRoamingOff,
      .callIsActive:
      self = .failed(.offline)
    case .cannotConnectToHost:
      self = .failed(.refused)
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      self = .failed(.insecure)
    case .badURL:
      self = .failed(.unusableRequest(reason: "The address cannot be used."))
    case .unsupportedURL, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
      self = .invalidAnswer(reason: "The answer is not HTTP.")
    default:
      self = .failed(.connectionLost)
    }
  }
}
