import Core
import ExampleApp
import Foundation
import Mastodon
import Synchronization
import TestSupport

/// A server that gives its answers in turn, and 404 after the last.
final class CannedServer: HTTPTransport {
  /// The requests so far: method, path with query, token, and form.
  var requests: [String] { log.values }

  /// What happens while the server answers.
  let onRequest = Mutex<(@Sendable () async -> Void)?>(nil)

  private let log = Log<String>()
  private let answers: Mutex<[HTTPResponse]>

  init(_ answers: HTTPResponse...) {
    self.answers = Mutex(answers)
  }

  func send(
    _ request: HTTPRequest, to url: URL, progress: @escaping @Sendable (Int) throws(APIError) -> Void
  ) async throws(APIError) -> HTTPResponse {
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    let line = [
      "\(request.method.rawValue) \(url.path(percentEncoded: true))\(query)", request.headers["Authorization"],
      request.headers["Idempotency-Key"], String(decoding: request.body, as: UTF8.self),
    ]
    log.append(line.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " "))
    await onRequest.withLock { $0 }?()
    return answers.withLock { $0.isEmpty ? .error(404, "Record not found") : $0.removeFirst() }
  }

  var client: any APIClient {
    let url = URL(string: "https://example.com") ?? URL(filePath: "/")
    return HTTPAPIClient(
      baseURL: url, transport: self,
      configuration: HTTPClientConfiguration(maximumAttempts: 1, deadline: .seconds(600), idleTimeout: .seconds(600)))
  }

  /// The repositories of an app that is registered as `app`, and of a user who is signed in with the token `old`.
  func repositories(_ session: Session = Session(storage: InMemorySessionStorage())) -> AppRepositories {
    MastodonServer.repositories(client: client, session: session) { () throws(APIError) in try await self.register() }
  }

  func register() async throws(APIError) -> MastodonApp {
    let answer = HTTPResponse.json(
      #"{"id":"5","name":"FOCAL","redirect_uri":"focal://callback","client_id":"app","client_secret":"hush"}"#)
    answers.withLock { $0.insert(answer, at: 0) }
    return try await MastodonServer.register("FOCAL", redirectURL: callback, client: client)
  }
}

extension HTTPResponse {
  static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Data(text.utf8))
  }

  static func error(_ status: Int, _ text: String, headers: HTTPHeaders = [:]) -> HTTPResponse {
    json(#"{"error":"\#(text)"}"#, status: status, headers: headers)
  }

  static let taro = HTTPResponse.json(
    #"{"id":"7","username":"taro","acct":"taro","display_name":"太郎","url":"https://example.com/@taro","#
      + #""created_at":"2020-03-08T00:00:00.000Z","source":{"privacy":"public"}}"#)

  /// A post as the public documentation shows one.
  static let post = HTTPResponse.json(statusJSON())
}

let callback = URL(string: "focal://callback") ?? URL(filePath: "/")

/// The JSON of a post, with changes of its members.
func statusJSON(_ id: String = #""9""#, _ changes: [String: String] = [:]) -> String {
  let author = #"{"id":"1","username":"noa","acct":"noa@other.example","display_name":"Noa :cat:","note":""}"#
  let members = [
    "id": id, "created_at": #""2026-03-08T13:32:51.000Z""#, "in_reply_to_id": "null", "spoiler_text": #""""#,
    "visibility": #""public""#, "favourites_count": "2", "favourited": "true", "reblog": "null", "emojis": "[]",
    "content": #""<p>Hello</p>""#, "media_attachments": "[]", "account": author,
  ]
  let changed = members.merging(changes) { $1 }.filter { !$0.value.isEmpty }
  return "{\(changed.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
}
