import Core

/// A client whose calls wait until the test lets them go on to the client behind it, or makes them fail.
///
/// A call whose task is cancelled while it waits throws ``/Core/APIError/cancelled`` and never reaches the client
/// behind.
public final class HoldingAPIClient: APIClient {
  private enum Answer: Sendable {
    case release
    case fail(APIError)
  }

  private let line: HoldLine<Void, Answer>
  private let client: any APIClient

  /// Makes a client that holds every call.
  ///
  /// - Parameters:
  ///   - client: The client that answers the calls that are released.
  ///   - name: The name that messages give it.
  public init(_ client: any APIClient, name: String = "client") {
    line = HoldLine(name)
    self.client = client
  }

  /// The waiting calls by verb and path, such as `POST /v1/login`, the oldest first.
  public var calls: [String] { line.calls.map(\.name) }

  /// Waits until the test decides, and then sends.
  ///
  /// - Parameter request: The call.
  /// - Returns: What the client behind returns.
  /// - Throws: What the test decides, or what the client behind throws.
  public func send<Response: Decodable & Sendable>(
    _ request: APIRequest<Response>
  ) async throws(APIError) -> Response {
    let name = "\(request.method.rawValue) \(request.path)"
    switch await line.wait(name, (), whenCancelled: .fail(.cancelled)) {
    case .release: return try await client.send(request)
    case .fail(let error): throw error
    }
  }

  /// Lets a call go on to the client behind.
  ///
  /// - Parameter index: Which of ``calls``, from 0, the oldest.
  /// - Throws: ``HoldError`` where there is no such call.
  public func release(call index: Int = 0) throws(HoldError) {
    try line.take(index).resume(returning: .release)
  }

  /// Lets a call fail; it never reaches the client behind.
  ///
  /// - Parameters:
  ///   - error: What it throws.
  ///   - index: Which of ``calls``, from 0, the oldest.
  /// - Throws: ``HoldError`` where there is no such call.
  public func fail(with error: APIError, call index: Int = 0) throws(HoldError) {
    try line.take(index).resume(returning: .fail(error))
  }
}
