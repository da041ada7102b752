#if Network
  import AsyncHTTPClient
  import Core
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOPosix
  import NIOSSL

  /// Sends requests with async-http-client: the transport for Linux.
  ///
  /// It is also the worked example of using another HTTP library: the one method of `HTTPTransport`, and a mapping of
  /// that library's errors.
  public final class AsyncHTTPClientTransport: HTTPTransport {
    private let client: HTTPClient

    /// Creates a transport with a limit of open connections to one host.
    ///
    /// `trustRoots` is a PEM file of certificates to trust instead of the system's.
    public init(maximumConnectionsPerHost: Int = 16, trustRoots: URL? = nil) {
      var configuration = HTTPClient.Configuration(
        redirectConfiguration: .disallow,
        // Timeouts are up to HTTPAPIClient; this one only frees a connection that was never established.
        timeout: HTTPClient.Configuration.Timeout(connect: .seconds(60), read: nil),
        decompression: .enabled(limit: .ratio(1_000)))
      configuration.httpVersion = .http1Only
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = maximumConnectionsPerHost
      // Shorter than that of common servers, so that an idle connection is closed on this side.
      configuration.connectionPool.idleTimeout = .seconds(20)
      // Retries are up to HTTPAPIClient.
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

    /// Sends a request and returns the whole response.
    public func send(
      _ request: HTTPRequest, to url: URL, progress: @escaping @Sendable (Int) throws(APIError) -> Void
    ) async throws(APIError) -> HTTPResponse {
      do {
        let received = try await client.execute(HTTPClientRequest(request, to: url), deadline: .distantFuture)
        try progress(0)
        var response = HTTPResponse(status: Int(received.status.code), headers: HTTPHeaders(received.headers))
        for try await part in received.body {
          try progress(part.readableBytes)
          response.body.append(contentsOf: part.readableBytesView)
        }
        // The body of a cancelled request ends as if it were complete.
        try Task.checkCancellation()
        return response
      } catch let error as APIError {
        throw error
      } catch {
        throw Task.isCancelled ? .cancelled : APIError(error)
      }
    }
  }

  extension HTTPClientRequest {
    fileprivate init(_ request: HTTPRequest, to url: URL) {
      self.init(url: url.absoluteString)
      method = .RAW(value: request.method.rawValue)
      for (name, value) in request.headers.fields { headers.add(name: name, value: value) }
      if !request.body.isEmpty { body = .bytes(request.body) }
    }
  }

  extension Core.HTTPHeaders {
    /// Joins the values of equal names with commas, as RFC 9110 defines.
    fileprivate init(_ headers: NIOHTTP1.HTTPHeaders) {
      self.init()
      for (name, value) in headers {
        self[name] = self[name].map { "\($0), \(value)" } ?? value
      }
    }
  }

  extension APIError {
    /// Maps any error of async-http-client and the libraries that it uses.
    fileprivate init(_ error: any Error) {
      switch error {
      case let error as HTTPClientError:
        self = .init(error)
      case let error as NIOConnectionError:
        self = .init(connecting: error)
      case let error as IOError:
        self = .requestFailed(.init(systemError: error.errnoCode))
      case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
        self = .requestFailed(.insecure)
      case HTTPParserError.invalidEOFState:
        self = .requestFailed(.connectionLost)
      case is HTTPParserError, is NIOHTTPDecompression.DecompressionError,
        is NIOHTTPDecompression.ExtraDecompressionError:
        self = .decodingFailed(reason: "The response is not HTTP.")
      case is CancellationError:
        self = .cancelled
      default:
        self = .requestFailed(.connectionLost)
      }
    }

    private init(_ error: HTTPClientError) {
      switch error {
      case .cancelled:
        self = .cancelled
      case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
        .getConnectionFromPoolTimeout:
        self = .requestFailed(.timedOut)
      case .invalidURL, .emptyHost, .emptyScheme, .identityCodingIncorrectlyPresent, .traceRequestWithBody:
        self = .requestFailed(.unusableRequest(reason: error.shortDescription))
      default:
        self = .requestFailed(.connectionLost)
      }
    }

    private init(connecting error: NIOConnectionError) {
      guard error.dnsAError == nil || error.dnsAAAAError == nil else {
        self = .requestFailed(.offline)
        return
      }
      let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
      self = .requestFailed(
        codes.contains(ECONNREFUSED) ? .refused : codes.first.map { .init(systemError: $0) } ?? .offline)
    }
  }

  extension RequestFailure {
    fileprivate init(systemError code: CInt) {
      switch code {
      case ECONNREFUSED: self = .refused
      case ETIMEDOUT: self = .timedOut
      case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL: self = .offline
      default: self = .connectionLost
      }
    }
  }
#else
  import struct Foundation.URL

  /// The transport for Linux, available with the package trait `Network` only.
  @available(*, unavailable, message: "Enable the trait “Network” of the package “focal”.")
  public struct AsyncHTTPClientTransport {
    /// Creates a transport.
    public init(maximumConnectionsPerHost: Int = 16, trustRoots: URL? = nil) {}
  }
#endif
