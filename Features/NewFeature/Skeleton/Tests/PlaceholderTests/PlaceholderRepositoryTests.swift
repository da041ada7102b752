import Core
import Foundation
import Placeholder
import Testing

/// What goes over the wire, and what each answer means.
struct PlaceholderRepositoryTests {
  private func items(for answer: FakeOutcome) async throws(PlaceholderError) -> [PlaceholderItem] {
    let backend = FakeBackend { request in
      request.method == .get && request.target == "/v1/placeholder" ? answer : .status(404)
    }
    return try await RemotePlaceholderRepository(client: FakeAPIClient(backend: backend)).items()
  }

  @Test func `the answer becomes items`() async throws {
    let body = #"{"items":[{"id":"1","title":"One"},{"id":"2","title":"Two"}]}"#
    let answer = HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    #expect(try await items(for: .respond(answer)) == PlaceholderContent.sample.items)
  }

  @Test(arguments: [
    (FakeOutcome.fail(.offline), PlaceholderError.noNetwork), (.fail(.timedOut), .noNetwork),
    (.status(401), .notAuthorized), (.status(403), .notAuthorized), (.status(429), .rateLimited(retryAfter: nil)),
    (.status(500), .serverError(reason: "The backend was told to fail.")),
    (.malformed, .serverError(reason: "An unexpected error occurred.")),
  ])
  func `each failure has its error`(_ answer: FakeOutcome, _ expected: PlaceholderError) async {
    await #expect(throws: expected) { try await items(for: answer) }
  }
}
