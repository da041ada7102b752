import Authentication
import Core
import Testing

/// What a call’s failure becomes, call by call.
///
/// The article took every answer that was not 2xx for a wrong password; here only 401 and 403 on login mean that.
struct ErrorMappingTests {
  /// A client that answers every call with one failure.
  private struct FailingClient: APIClient {
    let error: APIError

    func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
      throw error
    }
  }

  private static func answer(_ status: Int, field: String? = nil, retryAfter: Duration? = nil) -> APIError {
    let problem = field.map { ProblemDetails(detail: "in detail", field: $0) }
    return .invalidResponse(InvalidResponse(statusCode: status, problem: problem, retryAfter: retryAfter))
  }

  private static let unexpected = AuthError.serverError(reason: "An unexpected error occurred.")

  private func repository(_ error: APIError) -> RemoteAuthRepository {
    RemoteAuthRepository(client: FailingClient(error: error), session: Session())
  }

  /// What means the same on every call.
  static let everywhere: [(APIError, AuthError)] = [
    (.requestFailed(.offline), .noNetwork), (.requestFailed(.refused), .noNetwork),
    (.requestFailed(.timedOut), .noNetwork), (.requestFailed(.insecure), .noNetwork),
    (.requestFailed(.connectionLost), .noNetwork),
    (.requestFailed(.unusableRequest(reason: "why")), .serverError(reason: "why")),
    (.decodingFailed(reason: "email is missing."), unexpected), (.cancelled, .cancelled),
    (.sessionEnded, .sessionEnded),
    (answer(400), unexpected), (answer(418), unexpected), (answer(500), unexpected), (answer(503), unexpected),
    (answer(500, field: "x"), .serverError(reason: "in detail")), (answer(302), unexpected),
    (answer(429), .rateLimited(retryAfter: nil)),
    (answer(429, retryAfter: .seconds(30)), .rateLimited(retryAfter: .seconds(30))),
  ]

  @Test(
    arguments: everywhere + [
      (answer(401), .invalidCredentials), (answer(403), .invalidCredentials), (answer(404), unexpected),
      (answer(409), unexpected), (answer(422, field: "email"), .serverError(reason: "in detail")),
    ])
  func `a login`(_ error: APIError, _ expected: AuthError) async {
    await #expect(throws: expected) { try await repository(error).login(email: "e", pass: "p") }
  }

  @Test(
    arguments: everywhere + [
      (answer(401), .notAuthorized), (answer(403), .notAuthorized), (answer(404), .noAccount),
      (answer(409), unexpected),
    ])
  func `a login with a provider`(_ error: APIError, _ expected: AuthError) async {
    await #expect(throws: expected) {
      try await repository(error).login(provider: "google", token: AccessToken("t"))
    }
  }

  @Test(
    arguments: everywhere + [
      (answer(409), .emailAlreadyInUse), (answer(422, field: "email"), .invalidEmail),
      (answer(422, field: "pass"), .weakPassword), (answer(422, field: "x"), .serverError(reason: "in detail")),
      (answer(422), unexpected), (answer(401), unexpected), (answer(403), unexpected), (answer(404), unexpected),
    ])
  func `a sign-up`(_ error: APIError, _ expected: AuthError) async {
    await #expect(throws: expected) { try await repository(error).signUp(email: "e", pass: "p") }
  }

  @Test(arguments: everywhere + [(answer(403), unexpected), (answer(404), unexpected)])
  func `a logout`(_ error: APIError, _ expected: AuthError) async {
    let session = Session()
    _ = await session.begin(StoredSession(user: .taro, token: AccessToken("t")), in: session.generation)
    let repository = RemoteAuthRepository(client: FailingClient(error: error), session: session)
    await #expect(throws: expected) { try await repository.logout() }
    #expect(session.record == nil)
  }

  @Test func `a logout that the server answers with 401 has succeeded`() async throws {
    let session = Session()
    _ = await session.begin(StoredSession(user: .taro, token: AccessToken("t")), in: session.generation)
    try await RemoteAuthRepository(client: FailingClient(error: Self.answer(401)), session: session).logout()
    #expect(session.record == nil)
  }
}
