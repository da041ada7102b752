import Core
import Feed
import StoreExploring
import Testing

/// What a call's failure means, at each call of the repository.
struct FeedErrorTests {
  enum Call: CaseIterable, Sendable {
    case timelines, page, send
  }

  nonisolated static let general: [(APIError, FeedError)] = [
    (.requestFailed(.offline), .noNetwork), (.requestFailed(.refused), .noNetwork),
    (.requestFailed(.timedOut), .noNetwork), (.requestFailed(.insecure), .noNetwork),
    (.requestFailed(.connectionLost), .noNetwork),
    (.requestFailed(.unusableRequest(reason: "No JSON.")), .serverError(reason: "No JSON.")),
    (.decodingFailed(reason: "posts is missing."), .serverError(reason: "An unexpected error occurred.")),
    (.sessionEnded, .sessionEnded), (.cancelled, .cancelled),
    (answer(401), .notAuthorized), (answer(403), .notAuthorized), (answer(429), .rateLimited(retryAfter: nil)),
    (
      .invalidResponse(InvalidResponse(statusCode: 429, retryAfter: .seconds(30))),
      .rateLimited(retryAfter: .seconds(30))
    ),
    (answer(500), .serverError(reason: "An unexpected error occurred.")),
    (answer(400, "No such list."), .serverError(reason: "No such list.")),
    (answer(301), .serverError(reason: "An unexpected error occurred.")),
  ]

  /// Statuses that mean something of their own at one call.
  nonisolated static let own: [(Call, Int, FeedError)] = [
    (.timelines, 404, .serverError(reason: "Why.")), (.page, 404, .unknownTimeline),
    (.send, 404, .serverError(reason: "Why.")),
    (.timelines, 422, .serverError(reason: "Why.")), (.page, 422, .serverError(reason: "Why.")),
    (.send, 422, .postRejected),
  ]

  @Test(arguments: Call.allCases, general)
  func `every failure of a call has its meaning`(call: Call, example: (APIError, FeedError)) async {
    await expect(call, example.0, example.1)
  }

  @Test(arguments: own)
  func `some answers mean something of their own`(call: Call, status: Int, error: FeedError) async {
    await expect(call, Self.answer(status, "Why."), error)
  }

  private func expect(_ call: Call, _ failure: APIError, _ error: FeedError) async {
    let repository = RemoteFeedRepository(client: FailingClient(error: failure))
    await #expect(throws: error) {
      switch call {
      case .timelines: _ = try await repository.timelines()
      case .page: _ = try await repository.page(FeedPageRequest(timeline: "home"))
      case .send: _ = try await repository.send(PostDraft(text: "x", replyTo: nil, idempotencyKey: "key"))
      }
    }
  }

  private static func answer(_ status: Int, _ detail: String? = nil) -> APIError {
    .invalidResponse(InvalidResponse(statusCode: status, problem: detail.map { ProblemDetails(detail: $0) }))
  }

  private struct FailingClient: APIClient {
    let error: APIError

    func send<Response: Decodable & Sendable>(_ request: APIRequest<Response>) throws(APIError) -> Response {
      throw error
    }
  }
}

/// What the user is told of an error.
@MainActor
struct FeedErrorTextTests {
  nonisolated static let texts: [(FeedError, String, String)] = [
    (.noNetwork, "ネットワーク接続を確認してください。", "Check your network connection."),
    (.notAuthorized, "ログインしてください。", "Log in to read this."),
    (.unknownTimeline, "このタイムラインは見つかりませんでした。", "This timeline couldn’t be found."),
    (.invalidText, "1文字以上280文字以下で入力してください。", "Write 1 to 280 characters."),
    (.postRejected, "この内容は投稿できませんでした。", "This can’t be posted."),
    (
      .rateLimited(retryAfter: .seconds(9)), "アクセスが集中しています。時間をおいて再試行してください。",
      "Too many requests. Try again later."
    ),
    (
      .sessionEnded, "セッションの有効期限が切れました。もう一度ログインしてください。",
      "Your session has expired. Log in again."
    ),
    (
      .serverError(reason: "for developers"), "サーバーで問題が発生しました。時間をおいて再試行してください。",
      "Something went wrong on the server. Try again later."
    ),
    (.cancelled, "不明なエラーが発生しました。", "An unknown error occurred."),
  ]

  @Test(arguments: texts)
  func `every error has its text in both languages`(error: FeedError, japanese: String, english: String) {
    #expect(Array(FeedMessages.japanese.text(for: error).utf8) == Array(japanese.utf8))
    #expect(FeedMessages.english.text(for: error) == english)
  }

  @Test(arguments: texts.filter { ![.sessionEnded, .cancelled].contains($0.0) })
  func `a failure while posts are shown is told by its text`(
    error: FeedError, japanese: String, english: String
  ) async throws {
    for (action, title) in [(FeedAction.refresh, "取得失敗"), (.loadMore, "取得失敗"), (.post, "投稿失敗")] {
      let feed = try await HeldFeed(.loaded)
      let started = feed.start(action)
      if action == .post { try feed.sending.fail(with: error) } else { try feed.paging.fail(with: error) }
      try await started.finish()
      #expect(feed.store.notice == Notice(title: title, text: japanese, button: "OK"))
      #expect(feed.store.state == .posts([5, 4, 3], next: 3))
      feed.store.dismissNotice()
      #expect(feed.store.notice == nil)
    }
  }

  @Test(arguments: texts.filter { ![.sessionEnded, .cancelled, .notAuthorized].contains($0.0) })
  func `a failure without posts is a state with its text`(
    error: FeedError, japanese: String, english: String
  ) async throws {
    let feed = HeldFeed()
    try await feed.expect([.idle, .loading, .error(japanese)]) {
      try await feed.answer(feed.start(.load), .failure(error))
    }
  }
}
