#if Network
  import AsyncHTTPClient
  import Core
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOSSL

  /// Carries requests over async-http-client: the transport for Linux.
  ///
  /// It is the worked example of plugging in another HTTP client too: the one method of `HTTPTransport`, and a
  /// translation of that client's errors.
  public final class AsyncHTTPClientTransport: HTTPTransport {
    private let client: HTTPClient

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - maximumConnectionsPerHost: How many connections to one host are open at the same time.
    ///   - trustRoots: A file of certificates in PEM to trust in place of the system's, for a server of your own.
    public init(maximumConnectionsPerHost: Int = 16, trustRoots: URL? = nil) {
      var configuration = HTTPClient.Configuration(
        redirectConfiguration: .disallow,
        // The client above has time-outs of its own; this one only cleans up behind a connection that never came.
        timeout: HTTPClient.Configuration.Timeout(connect: .seconds(60), read: nil),
        decompression: .enabled(limit: .ratio(1_000)))
      configuration.httpVersion = .http1Only
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = maximumConnectionsPerHost
      // Shorter than a server keeps a connection open that nobody uses, so that it is this side that closes it.
      configuration.connectionPool.idleTimeout = .seconds(20)
      // Whether to try again is decided above.
      configuration.connectionPool.retryConnectionEstablishment = false
      if let trustRoots {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(trustRoots.path)
        configuration.tlsConfiguration = tls
      }
      client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    deinit {
      client.shutdown { _ in }
    }

    /// Sends a request and waits for the whole answer.
    ///
    /// - Parameters:
    ///   - request: What to send, and where.
    ///   - progress: Is told the number of bytes that have just arrived, or 0 for another sign of life.
    /// - Returns: The answer, whatever its status.
    /// - Throws: `HTTPTransportError` where there is no whole answer.
    public func send(
      _ request: HTTPTransportRequest, progress: @escaping @Sendable (Int) -> Void
    ) async throws(HTTPTransportError) -> HTTPResponse {
      do {
        let answer = try await client.execute(HTTPClientRequest(request), deadline: .distantFuture)
        progress(0)
        var response = HTTPResponse(status: Int(answer.status.code), headers: HTTPHeaders(answer.headers))
        for try await part in answer.body {
          progress(part.readableBytes)
          response.body.append(contentsOf: part.readableBytesView)
        }
        // A cancelled body ends as if it were whole.
        try Task.checkCancellation()
        return response
      } catch {
        throw Task.isCancelled ? .cancelled : HTTPTransportError(error)
      }
    }
  }

  extension HTTPClientRequest {
    fileprivate init(_ request: HTTPTransportRequest) {
      self.init(url: request.url.absoluteString)
      method = .RAW(value: request.method.rawValue)
      for (name, value) in request.headers.fields { headers.add(name: name, value: value) }
      if !request.body.isEmpty { body = .bytes(request.body) }
    }
  }

  extension Core.HTTPHeaders {
    /// Fields of the same name are one field, its values separated by commas, as RFC 9110 has it.
    fileprivate init(_ headers: NIOHTTP1.HTTPHeaders) {
      self.init()
      for (name, value) in headers {
        self[name] = self[name].map { "\($0), \(value)" } ?? value
      }
    }
  }
#else
  #error("AsyncHTTPClientTransport needs the trait Network of this package.")
#endif
