import Core

/// A client whose every request fails.
package struct FailingAPIClient: APIClient {
  private let error: APIError

  /// Creates a client that throws this error.
  package init(_ error: APIError) {
    self.error = error
  }

  package func response<Body: Decodable & Sendable>(
    to request: APIRequest<Body>
  ) async throws(APIError) -> APIResponse<Body> {
    throw error
  }
}
