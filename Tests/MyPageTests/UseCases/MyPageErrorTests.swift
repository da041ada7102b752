import Core
import Foundation
import MyPage
import Testing

/// What a call's failure means, at each call of the repository.
struct MyPageErrorTests {
  enum Call: CaseIterable, Sendable {
    case read, save, delete
  }

  nonisolated static let general: [(APIError, MyPageError)] = [
    (.requestFailed(.offline), .noNetwork), (.requestFailed(.refused), .noNetwork),
    (.requestFailed(.timedOut), .noNetwork), (.requestFailed(.insecure), .noNetwork),
    (.requestFailed(.connectionLost), .noNetwork),
    (.requestFailed(.unusableRequest(reason: "No JSON.")), .serverError(reason: "No JSON.")),
    (.decodingFailed(reason: "uid is missing."), .serverError(reason: "An unexpected error occurred.")),
    (.sessionEnded, .sessionEnded), (.cancelled, .cancelled),
    (answer(401), .notAuthorized), (answer(403), .notAuthorized), (answer(429), .rateLimited(retryAfter: nil)),
    (
      .invalidResponse(InvalidResponse(statusCode: 429, retryAfter: .seconds(30))),
      .rateLimited(retryAfter: .seconds(30))
    ),
    (answer(500), .serverError(reason: "An unexpected error occurred.")),
    (answer(404), .serverError(reason: "An unexpected error occurred.")),
    (answer(422), .serverError(reason: "An unexpected error occurred.")),
    (answer(400, ProblemDetails(detail: "Why.")), .serverError(reason: "Why.")),
    (answer(422, ProblemDetails(detail: "Why.", field: "uid")), .serverError(reason: "Why.")),
    (answer(404, ProblemDetails(detail: "Why.", code: "unknown_route")), .serverError(reason: "Why.")),
  ]

  nonisolated static let fields: [(Call, String, MyPageError)] = [
    (.save, "name", .invalidName), (.save, "gender", .invalidGender),
    (.read, "name", .serverError(reason: "Why.")), (.delete, "gender", .serverError(reason: "Why.")),
  ]

  @Test(arguments: Call.allCases, general)
  func `every failure of a call has its meaning`(call: Call, example: (APIError, MyPageError)) async {
    await expect(call, example.0, example.1)
  }

  @Test(arguments: fields)
  func `a save that is refused for a field says which`(call: Call, field: String, error: MyPageError) async {
    await expect(call, Self.answer(422, ProblemDetails(detail: "Why.", field: field)), error)
  }

  private func expect(_ call: Call, _ failure: APIError, _ error: MyPageError) async {
    let session = Session()
    let taro = User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: Sample.moment)
    _ = await session.begin(StoredSession(user: taro, token: nil), in: session.generation)
    let flags = LoggedFlags()
    let repository = RemoteMyPageRepository(client: FailingClient(error: failure), session: session, flags: flags)
    await #expect(throws: error) {
      switch call {
      case .read: _ = try await repository.profile()
      case .save: _ = try await repository.save(Sample.draft)
      case .delete: try await repository.deleteProfile()
      }
    }
    #expect(flags.log == [])
  }

  private static func answer(_ status: Int, _ problem: ProblemDetails? = nil) -> APIError {
    .invalidResponse(InvalidResponse(statusCode: status, problem: problem))
  }

  private struct FailingClient: APIClient {
    let error: APIError

    func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) throws(APIError) -> Response {
      throw error
    }
  }
}
