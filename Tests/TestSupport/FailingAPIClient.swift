import Core

/// A client whose every request fails.
package struct FailingAPIClient: APIClient {
  private let error: APIError

  /// Creates a client that throws this error.
  package init(_ error: APIError) {
    self.error = error
  }

  package func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response
  {
    throw error
  }
}
