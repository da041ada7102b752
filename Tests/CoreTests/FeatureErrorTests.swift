import Core
import TestSupport
import Testing

struct FeatureErrorTests {
  private static func response(_ status: Int, detail: String? = nil, retryAfter: Duration? = nil) -> APIError {
    .invalidResponse(
      InvalidResponse(statusCode: status, problem: ProblemDetails(detail: detail), retryAfter: retryAfter))
  }

  @Test(arguments: [
    (APIError.requestFailed(.offline), false), (.requestFailed(.refused), false), (.requestFailed(.insecure), false),
    (.requestFailed(.unusableRequest(reason: "")), false), (response(400), false), (response(499), false),
    (response(503), false), (.requestFailed(.timedOut), true), (.requestFailed(.connectionLost), true),
    (.decodingFailed(reason: ""), true), (.cancelled, false), (response(500), true), (response(504), true),
  ])
  func `A request may have arrived unless it was refused, never sent or cancelled`(
    error: APIError, mayHaveArrived: Bool
  ) {
    #expect(error.mayHaveArrived == mayHaveArrived)
  }

  @Test(
    arguments: [
      (.requestFailed(.offline), .noNetwork), (.requestFailed(.refused), .noNetwork),
      (.requestFailed(.timedOut), .noNetwork), (.requestFailed(.insecure), .noNetwork),
      (.requestFailed(.connectionLost), .noNetwork),
      (.requestFailed(.unusableRequest(reason: "why")), .serverError(reason: "why")),
      (.decodingFailed(reason: "email is missing."), .serverError(reason: "email is missing.")),
      (.cancelled, .cancelled),
      (response(401), .notAuthorized), (response(403), .serverError(reason: "The server answered 403.")),
      (response(429, retryAfter: .seconds(30)), .rateLimited(retryAfter: .seconds(30))),
      (response(409, detail: "The name is taken."), .rejected(reason: "The name is taken.")),
      (response(422), .rejected(reason: nil)),
      (response(500, detail: "in detail"), .serverError(reason: "in detail")),
    ] as [(APIError, SampleError)])
  func `A failed request means the same to every feature`(_ error: APIError, _ expected: SampleError) {
    #expect(SampleError(error) == expected)
  }

  @Test func `What a status means to the request comes first`() async {
    let request = APIRequest<EmptyResponse>(.get, "/v1/profile")
    for (status, expected) in [(404, SampleError.notFound), (401, .notAuthorized)] {
      await #expect(throws: expected) {
        try await FailingAPIClient(Self.response(status)).send(request, orThrow: SampleError.self) { response in
          response.statusCode == 404 ? .notFound : nil
        }
      }
    }
  }
}
