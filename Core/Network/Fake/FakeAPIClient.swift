/// A client that asks a ``FakeBackend`` in this process: no network, no key, no server.
///
/// What it sends and reads are the same bytes that a real client would send and read.
public struct FakeAPIClient: APIClient {
  /// The server behind it.
  public let backend: FakeBackend

  /// Makes a client.
  ///
  /// - Parameter backend: The server behind it.
  public init(backend: FakeBackend = FakeBackend()) {
    self.backend = backend
  }

  /// Sends a call to the backend.
  ///
  /// - Parameter request: The call.
  /// - Returns: The answer.
  /// - Throws: ``APIError``, as any client does.
  public func send<Response: Decodable & Sendable>(
    _ request: APIRequest<Response>
  ) async throws(APIError) -> Response {
    try await backend.answer(try request.encoded()).decoded(as: Response.self)
  }
}
