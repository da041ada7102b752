#if Network
  import AsyncHTTPClient
  import Core
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOHTTPCompression
  import NIOPosix
  import NIOSSL

  extension HTTPTransportError {
    /// Translates whatever async-http-client and the libraries below it throw.
    init(_ error: any Error) {
      switch error {
      case let error as HTTPClientError:
        self = .init(error)
      case let error as NIOConnectionError:
        self = .init(connecting: error)
      case let error as IOError:
        self = .failed(.init(systemError: error.errnoCode))
      case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
        self = .failed(.insecure)
      case HTTPParserError.invalidEOFState:
        self = .failed(.connectionLost)
      case is HTTPParserError, is NIOHTTPDecompression.DecompressionError,
        is NIOHTTPDecompression.ExtraDecompressionError:
        self = .invalidAnswer(reason: "The answer is not HTTP.")
      case is CancellationError:
        self = .cancelled
      default:
        self = .failed(.connectionLost)
      }
    }

    private init(_ error: HTTPClientError) {
      switch error {
      case .cancelled:
        self = .cancelled
      case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
        .getConnectionFromPoolTimeout:
        self = .failed(.timedOut)
      case .invalidURL, .emptyHost, .emptyScheme, .identityCodingIncorrectlyPresent, .traceRequestWithBody:
        self = .failed(.unusableRequest(reason: error.shortDescription))
      default:
        self = .failed(.connectionLost)
      }
    }

    private init(connecting error: NIOConnectionError) {
      guard error.dnsAError == nil || error.dnsAAAAError == nil else {
        self = .failed(.offline)
        return
      }
      let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
      self = .failed(codes.contains(ECONNREFUSED) ? .refused : codes.first.map { .init(systemError: $0) } ?? .offline)
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
#endif
