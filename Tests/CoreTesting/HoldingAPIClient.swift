import Core
import StoreExploring

/// A use case whose calls wait until the test answers them.
///
/// ```swift
/// let load = HoldingUseCase<Void, Int, LoadError>("load", whenCancelled: .cancelled)
/// let store = NumberStore(load: AnyUseCase(load))
/// ```
public typealias HoldingUseCase = HoldingCall

extension HoldingCall: UseCase {}

/// A client whose calls wait until the test forwards them to another client, or fails them.
///
/// A pending call whose task is cancelled throws ``/Core/APIError/cancelled`` and is never forwarded.
public final class HoldingAPIClient: APIClient {
  private let held: HoldingCall<String, Void, APIError>
  private let client: any APIClient

  /// Creates a client that forwards released calls to `client`.
  public init(_ client: any APIClient, name: String = "client") {
    held = HoldingCall(name, whenCancelled: .cancelled) { $0 }
    self.client = client
  }

  /// The pending calls by method and path, such as `POST /v1/login`, the oldest first.
  public var calls: [String] { held.calls }

  /// Waits for the test, then forwards the request or throws.
  public func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    try await held.execute(request.callName)
    return try await client.send(request)
  }

  /// Forwards a pending call, numbered from 0, the oldest.
  public func release(call index: Int = 0) throws(HoldError) {
    try held.succeed(call: index)
  }

  /// Forwards a pending call by its method and path, such as `POST /v1/login`; of several, the oldest is number 0.
  public func release(_ request: String, call index: Int = 0) throws(HoldError) {
    try held.succeed(call: self.index(of: request, index))
  }

  /// Fails a pending call, numbered from 0, the oldest, without forwarding it.
  public func fail(with error: APIError, call index: Int = 0) throws(HoldError) {
    try held.fail(with: error, call: index)
  }

  /// Fails a pending call by its method and path, without forwarding it; of several, the oldest is number 0.
  public func fail(_ request: String, with error: APIError, call index: Int = 0) throws(HoldError) {
    try held.fail(with: error, call: self.index(of: request, index))
  }

  private func index(of request: String, _ number: Int) throws(HoldError) -> Int {
    let calls = held.calls
    let indices = calls.indices.filter { calls[$0] == request }
    guard indices.indices.contains(number) else { throw HoldError(hold: request, index: number, pending: calls) }
    return indices[number]
  }
}

extension APIRequest {
  /// Its method and path, such as `POST /v1/login`.
  var callName: String { "\(method.rawValue) \(path)" }
}
