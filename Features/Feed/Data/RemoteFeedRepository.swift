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

  /// Sends `GET /v1/timeline`, without `list` for the home timeline; a 404 is ``FeedError/unknownTimeline``.
  ///
  /// A page of a server that ignores the limit is cut, and the next page begins there.
  public func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    let parameters = [("list", request.timeline), ("limit", "\(FeedPage.size)"), ("max_id", request.cursor)]
    let query = parameters.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
    let timeline = APIRequest<TimelineResponse>(.get, "/v1/timeline", query: query)
    let response = try await client.send(timeline, orThrow: FeedError.self) { response in
      response.statusCode == 404 ? .unknownTimeline : nil
    }
    let posts = response.posts.prefix(FeedPage.size)
    let isCut = posts.count < response.posts.count
    return FeedPage(posts: posts.map(\.post), nextCursor: isCut ? posts.last?.id : response.nextMaxID)
  }

  /// Sends `POST /v1/posts` with the key of the draft; a 422 is ``FeedError/postRejected(reason:)``.
  public func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    let post = APIRequest<PostResponse>(
      .post, "/v1/posts", headers: ["Idempotency-Key": draft.idempotencyKey],
      body: PostRequest(text: draft.text, inReplyTo: draft.replyTo))
    return try await client.send(post, orThrow: FeedError.self) { response in
      response.statusCode == 422 ? .postRejected(reason: response.problem?.detail) : nil
    }.post
  }

  /// Sends `PUT` or `DELETE /v1/posts/{id}/like`; a 404 is ``FeedError/unknownPost``.
  public func setLiked(_ isLiked: Bool, post id: Post.ID) async throws(FeedError) -> Post {
    let like = APIRequest<PostResponse>(isLiked ? .put : .delete, "\(Self.path(of: id))/like")
    return try await client.send(like, orThrow: FeedError.self) { response in
      response.statusCode == 404 ? .unknownPost : nil
    }.post
  }

  /// Sends `DELETE /v1/posts/{id}`; a 404 is success, and a 403 is ``FeedError/notTheAuthor``.
  public func delete(post id: Post.ID) async throws(FeedError) {
    let delete = APIRequest<EmptyResponse>(.delete, Self.path(of: id))
    do throws(FeedError) {
      _ = try await client.send(delete, orThrow: FeedError.self) { response in
        switch response.statusCode {
        case 403: .notTheAuthor
        case 404: .unknownPost
        default: nil
        }
      }
    } catch {
      if error != .unknownPost { throw error }
    }
  }

  /// The path of a post, whose identifier may contain any character.
  private static func path(of id: Post.ID) -> String {
    let unreserved = CharacterSet(charactersIn: "-_").union(.alphanumerics)
    return "/v1/posts/\(id.addingPercentEncoding(withAllowedCharacters: unreserved) ?? id)"
  }
}
