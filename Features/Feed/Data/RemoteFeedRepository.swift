import Core
import Foundation

/// Reads and posts at a server of the built-in contract.
public struct RemoteFeedRepository: FeedRepository {
  private let client: any APIClient

  /// Creates a repository; the client need not authorize requests.
  public init(client: any APIClient, session: Session) {
    self.client = AuthorizedAPIClient(wrapping: client, session: session)
  }

  /// Sends `GET /v1/lists`.
  public func timelines() async throws(FeedError) -> [Timeline] {
    try await client.send(APIRequest<ListsResponse>(.get, "/v1/lists"), orThrow: FeedError.self).timelines
  }

  /// Sends `GET /v1/timeline`, without `list` for the home timeline, or `GET /v1/posts/{id}/thread`.
  ///
  /// A 404 is ``FeedError/unknownTimeline`` or, of a thread, ``FeedError/unknownPost``. A page of a server that ignores the
  /// limit is cut, and the next page begins there.
  public func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    let (path, list, unknown, order): (String, String?, FeedError, FeedOrder) =
      switch request.timeline {
      case nil: ("/v1/timeline", nil, .unknownTimeline, .newestFirst)
      case .list(let id): ("/v1/timeline", id, .unknownTimeline, .newestFirst)
      case .thread(let post): ("\(Self.path(of: post))/thread", nil, .unknownPost, .ranked)
      }
    let parameters = [("list", list), ("limit", "\(FeedPage.size)"), ("max_id", request.cursor)]
    let query = parameters.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
    let timeline = APIRequest<TimelineResponse>(.get, path, query: query)
    let response = try await client.send(timeline, orThrow: FeedError.self) { response in
      response.statusCode == 404 ? unknown : nil
    }
    let posts = response.posts.prefix(FeedPage.size)
    let isCut = posts.count < response.posts.count
    return FeedPage(posts: posts.map(\.post), nextCursor: isCut ? posts.last?.id : response.nextMaxID, order: order)
  }

  /// Sends `POST /v1/posts` with the key of the draft.
  public func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    let post = APIRequest<PostResponse>(
      .post, "/v1/posts", headers: ["Idempotency-Key": draft.idempotencyKey],
      body: PostRequest(text: draft.text, inReplyTo: draft.replyTo))
    return try await client.send(post, orThrow: FeedError.self).post
  }

  /// Sends `PUT` or `DELETE /v1/posts/{id}/like`, or `DELETE /v1/posts/{id}`.
  ///
  /// A 404 is ``FeedError/unknownPost``, or the success of a deletion, whose 403 is ``FeedError/notTheAuthor``. What the
  /// server refuses for good otherwise is ``FeedError/rejected(reason:)``, and not sent again.
  @discardableResult
  public func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    switch reaction {
    case .like: return try await send(APIRequest<PostResponse>(.put, "\(Self.path(of: id))/like")).post
    case .unlike: return try await send(APIRequest<PostResponse>(.delete, "\(Self.path(of: id))/like")).post
    case .delete:
      do throws(FeedError) {
        _ = try await send(APIRequest<EmptyResponse>(.delete, Self.path(of: id)), forbidden: .notTheAuthor)
      } catch {
        if error != .unknownPost { throw error }
      }
      return nil
    }
  }

  private func send<Response: Decodable & Sendable>(
    _ request: APIRequest<Response>, forbidden: FeedError? = nil
  ) async throws(FeedError) -> Response {
    try await client.send(request, orThrow: FeedError.self) { response in
      switch response.statusCode {
      case 403 where forbidden != nil: forbidden
      case 404: .unknownPost
      case 400, 403, 405, 410: .rejected(reason: response.problem?.detail?.cutToShow)
      default: nil
      }
    }
  }

  /// The path of a post, whose identifier may contain any character.
  private static func path(of id: Post.ID) -> String { "/v1/posts/\(HTTPRequest.percentEncoded(id))" }
}
