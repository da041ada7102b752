import Core
import ExampleApp
import Foundation
import Mastodon
import PocketBase
import RepositoryTesting
import Testing

/// The repositories of other people’s servers keep the same rules.
@MainActor
struct OtherServersTests {
  private func expectKeepsTheRules(
    _ repositories: @escaping (any APIClient, Session) -> AppRepositories, userID: String, answers: [String: String]
  ) async {
    let session = StoredSession(
      user: User(id: userID, name: "太郎", email: "taro@example.com"), accessToken: Secret("token"),
      refreshToken: Secret("token"))
    let server = ConstantServer(answers: answers)
    await RepositoryTesting.expectKeepsTheRules(
      ofAuthRepository: { repositories($0, $1).auth }, email: "taro@example.com", pass: "secret"
    ) { server }
    await RepositoryTesting.expectKeepsTheRules(
      ofFeedRepository: { repositories($0, $1).feed }, session: session
    ) { server }
    await RepositoryTesting.expectKeepsTheRules(
      ofProfileRepository: { repositories($0, $1).profile }, session: session
    ) { server }
  }

  @Test func `The repositories of PocketBase keep the rules`() async {
    let post = """
      {"post":"1","author":"taro","name":"太郎","username":"taro","text":"Hi","reply":"",\
      "created":"2026-03-08 04:32:51.125Z","likes":3,"like":""}
      """
    await expectKeepsTheRules(
      { PocketBaseServer.repositories(client: $0, session: $1) }, userID: "taro",
      answers: [
        "auth": #"{"record":{"id":"taro","name":"太郎","email":"taro@example.com"},"token":"token"}"#,
        "lists/": #"{"items":[{"id":"swift","title":"Swift"}]}"#, "timeline/": #"{"items":[\#(post)]}"#,
        "profiles/": #"{"id":"taro","name":"花子","gender":2,"registered":"2026-03-08 04:32:51.000Z"}"#,
      ])
  }

  @Test func `The repositories of Mastodon keep the rules`() async throws {
    let account = #"{"id":"7","username":"taro","acct":"taro","display_name":"太郎","url":"https://example.com/@taro"}"#
    let status = #"{"id":"9","created_at":"2026-03-08T13:32:51.000Z","content":"<p>Hi</p>","account":\#(account)}"#
    let registration = #"{"redirect_uri":"focal://callback","client_id":"app","client_secret":"hush"}"#
    let app = try JSONCoding.decode(MastodonApp.self, from: Data(registration.utf8))
    await expectKeepsTheRules(
      { MastodonServer.repositories(client: $0, session: $1) { () throws(APIError) in app } },
      userID: "7", answers: ["credentials": account, "/lists": "[]", "/timelines/": "[\(status)]", "/statuses": status])
  }
}

/// A server that gives the same answer to all requests whose path contains a word, and an empty one to others.
private struct ConstantServer: APIClient {
  let answers: [String: String]

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let answer = answers.first { request.path.contains($0.key) }?.value ?? "{}"
    return try await HTTPResponse(status: 200, body: Data(answer.utf8)).decoded()
  }
}
