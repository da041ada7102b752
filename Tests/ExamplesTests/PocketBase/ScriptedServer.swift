import Authentication
import Core
import ExampleApp
import Feed
import Foundation
import MyPage
import PocketBase
import Synchronization

/// PocketBase in recorded answers, which are given in their order.
final class ScriptedServer: APIClient {
  enum Answer: Sendable {
    /// A status with a body.
    case status(Int, String)
    case lost

    /// A record or a list of records.
    static func ok(_ body: String) -> Answer { .status(200, body) }

    /// The records of a page of the timeline, or of any list.
    static func records(_ records: [String]) -> Answer {
      .ok(#"{"items":[\#(records.joined(separator: ","))],"page":1,"perPage":21,"totalItems":-1,"totalPages":-1}"#)
    }

    static let done = Answer.status(204, "")
    /// The answer to a guest, and to a user about a record that does not exist or is not theirs.
    static let notFound = Answer.status(
      404, #"{"data":{},"message":"The requested resource wasn't found.","status":404}"#)
    /// The answer where a rule does not hold, and where the disk is full.
    static let failed = Answer.status(400, #"{"data":{},"message":"Failed to create record.","status":400}"#)
    static let refusedToken = Answer.status(
      401, #"{"data":{},"message":"The request requires valid record authorization token.","status":401}"#)

    static func refused(_ field: String, _ code: String = "validation_not_unique") -> Answer {
      .status(
        400,
        #"{"data":{"\#(field)":{"code":"\#(code)","message":"Refused."}},"message":"Failed.","status":400}"#)
    }
  }

  private let state: Mutex<(answers: [Answer], requests: [HTTPRequest])>
  let session: Session

  /// Creates a server with a user who is signed in, unless `token` is `nil`.
  init(token: String? = "token-1", _ answers: [Answer]) async throws {
    state = Mutex((answers, []))
    let user = User(id: "taro", name: "太郎", email: "taro@example.com")
    let stored = token.map {
      StoredSession(user: user, accessToken: Secret($0), refreshToken: Secret($0))
    }
    session = Session(storage: InMemorySessionStorage(stored))
    _ = try await session.restore()
  }

  var auth: any AuthRepository { repositories.auth }
  var feed: any FeedRepository { repositories.feed }
  var profile: any MyPageRepository { repositories.profile }

  private var repositories: AppRepositories { PocketBaseServer.repositories(client: self, session: session) }

  /// The methods and paths of the requests.
  var lines: [String] { requests.map { "\($0.method.rawValue) \($0.path.replacing("/api/collections/", with: ""))" } }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }

  /// The answers that were not asked for.
  var rest: Int { state.withLock { $0.answers.count } }

  func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) async throws(APIError) -> Response {
    let encoded = try request.encoded()
    let answer = state.withLock { state in
      state.requests.append(encoded)
      return state.answers.isEmpty ? .lost : state.answers.removeFirst()
    }
    switch answer {
    case .lost: throw .requestFailed(.connectionLost)
    case .status(let status, let body):
      return try await HTTPResponse(status: status, body: Data(body.utf8)).decoded()
    }
  }
}

extension ScriptedServer.Answer {
  /// A sign-in, or an exchange of tokens.
  static func token(_ token: String = "token-2") -> Self {
    .ok(#"{"record":{"id":"taro","name":"太郎","email":"taro@example.com","verified":true},"token":"\#(token)"}"#)
  }

  /// A page of the timeline with one post.
  static func post(_ id: String = "1", author: String = "taro", like: String = "") -> Self {
    .records([ScriptedServer.post(id, author: author, like: like)])
  }

  static let profile = Self.ok(
    #"{"id":"taro","user":"taro","name":"花子","gender":2,"registered":"2026-03-08 04:32:51.000Z"}"#)
}

extension ScriptedServer {
  static func post(_ id: String, author: String = "taro", like: String = "", reply: String = "") -> String {
    """
    {"id":"\(id)taro","reader":"taro","post":"\(id)","author":"\(author)","name":"次郎","username":"jiro","text":"Hi",\
    "reply":"\(reply)","list":"home","created":"2026-03-08 04:32:51.125Z","likes":3,"like":"\(like)"}
    """
  }
}
