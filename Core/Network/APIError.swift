import struct Foundation.Data

/// The reason why a request did not succeed.
public enum APIError: Error, Sendable, Hashable {
  /// There was no response: offline, refused, an untrusted certificate, a time-out.
  case requestFailed(RequestFailure)
  /// The response has a status other than 2xx.
  case invalidResponse(InvalidResponse)
  /// The response cannot be decoded; the reason names the place, never the content.
  case decodingFailed(reason: String)
  /// The task was cancelled, or the session of the request has ended.
  case cancelled
}

extension APIError {
  /// Whether the server may have acted on the request although it did not confirm it.
  ///
  /// A request that the server must not get twice is repeated only where this is `false`. A cancelled request counts as
  /// `false`: there is no caller to repeat it.
  public var mayHaveArrived: Bool {
    switch self {
    case .requestFailed(.offline), .requestFailed(.refused), .requestFailed(.insecure),
      .requestFailed(.unusableRequest), .cancelled:
      false
    case .requestFailed(.timedOut), .requestFailed(.connectionLost), .decodingFailed: true
    case .invalidResponse(let response): response.statusCode >= 500 && response.statusCode != 503
    }
  }
}

/// The reason why there was no response.
public enum RequestFailure: Sendable, Hashable {
  /// There is no network, or the host name cannot be resolved.
  case offline
  /// The server refused the connection.
  case refused
  /// The request took longer than allowed.
  case timedOut
  /// The certificate is not trusted, or the connection could not be secured.
  case insecure
  /// The connection was lost before the response was complete.
  case connectionLost
  /// The request cannot be sent; the reason says what to change.
  case unusableRequest(reason: String)
}

/// A response with a status other than 2xx.
public struct InvalidResponse: Sendable, Hashable {
  /// The status code.
  public let statusCode: Int
  /// The problem document, where the server sent one of at most 64 KiB.
  public let problem: ProblemDetails?
  /// The time to wait before the next attempt, where the server named one.
  public let retryAfter: Duration?
  /// The body, for a server with another format of errors; empty where it has more than 64 KiB.
  @Unprinted public private(set) var body: Data
  /// The header fields.
  public let headers: HTTPHeaders

  /// Creates the description of a response.
  public init(
    statusCode: Int, problem: ProblemDetails? = nil, retryAfter: Duration? = nil, body: Data = Data(),
    headers: HTTPHeaders = [:]
  ) {
    self.statusCode = statusCode
    self.problem = problem
    self.retryAfter = retryAfter
    self.body = body
    self.headers = headers
  }
}

/// An error document of RFC 9457 (`application/problem+json`), with the `code` and `field` of the HTTP contract.
public struct ProblemDetails: Codable, Sendable, Hashable {
  /// A summary that is the same for every occurrence.
  public let title: String?
  /// The HTTP status.
  public let status: Int?
  /// An explanation of this occurrence.
  public let detail: String?
  /// The kind of problem, such as `profile_not_found`.
  public let code: String?
  /// The invalid member of the request, such as `email`.
  public let field: String?

  /// Creates an error document.
  public init(
    title: String? = nil, status: Int? = nil, detail: String? = nil, code: String? = nil, field: String? = nil
  ) {
    self.title = title
    self.status = status
    self.detail = detail
    self.code = code
    self.field = field
  }

  /// What the problem is, for a message of the app in place of the detail: the code, or the field where there is none.
  package var kind: String? { code ?? field }
}

/// An error of a feature.
///
/// The requirements are what a failed request can mean to any feature; the cases of an enumeration satisfy them. A
/// feature adds cases of its own.
public protocol FeatureError: Error, Hashable {
  /// There was no response.
  static var noNetwork: Self { get }
  /// The request needs a signed-in user.
  static var notAuthorized: Self { get }
  /// There were too many requests; the next may be sent after this time, where the server named one.
  static func rateLimited(retryAfter: Duration?) -> Self
  /// The server refused what was entered; the reason is for the user, where it gave one.
  static func rejected(reason: String?) -> Self
  /// The server failed or refused; the reason is for a developer.
  static func serverError(reason: String) -> Self
  /// The task was cancelled, or the session of the request has ended.
  static var cancelled: Self { get }
}

extension FeatureError {
  /// Creates the error that a failed request means.
  ///
  /// `refusal` returns what a status other than 2xx means to this request in particular, or `nil`.
  public init(_ error: APIError, refusal: (InvalidResponse) -> Self? = { _ in nil }) {
    switch error {
    case .requestFailed(.unusableRequest(let reason)):
      self = .serverError(reason: reason)
    case .requestFailed(.offline), .requestFailed(.refused), .requestFailed(.timedOut), .requestFailed(.insecure),
      .requestFailed(.connectionLost):
      self = .noNetwork
    case .invalidResponse(let response):
      self = refusal(response) ?? Self.meaning(of: response)
    case .decodingFailed(let reason):
      self = .serverError(reason: reason)
    case .cancelled:
      self = .cancelled
    }
  }

  private static func meaning(of response: InvalidResponse) -> Self {
    switch response.statusCode {
    case 401: .notAuthorized
    case 409, 422: .rejected(reason: response.problem?.detail?.cutToShow)
    case 429: .rateLimited(retryAfter: response.retryAfter)
    default: .serverError(reason: response.problem?.detail ?? "The server answered \(response.statusCode).")
    }
  }
}
