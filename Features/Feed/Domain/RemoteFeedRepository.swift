import Core
import Foundation

/// Reads and posts at a server of the built-in contract.
public struct RemoteFeedRepository: FeedRepository {
  private let client: any APIClient

  /// Creates a repository; the client must authorize requests, as `AuthorizedAPIClient` does.
  public init(client: any APIClient) {
    self.client = client
  }

  /// Sends `GET /v1/lists`.
  public func timelines() async throws(FeedError) -> [Timeline] {
    try await client.send(APIRequest<ListsResponse>(.get, "/v1/lists"), orThrow: FeedError.self).timelines
  }

  /// Sends `GET /v1/timeline`, without `list` for the home timeline; a 404 is ``FeedError/unknownTimeline``.
  public func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    let parameters = [("list", request.timeline), ("limit", "\(FeedPage.size)"), ("max_id", request.cursor)]
    let query = parameters.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
    let timeline = APIRequest<TimelineResponse>(.get, "/v1/timeline", query: query)
    let response = try await client.send(timeline, orThrow: FeedError.self) { response in
      response.statusCode == 404 ? .unknownTimeline : nil
    }
    return FeedPage(posts: response.posts.map(\.post), nextCursor: response.nextMaxID)
  }

  /// Sends `POST /v1/posts` with the key of the draft; a 422 is ``FeedError/postRejected``.
  public func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    let post = APIRequest<PostResponse>(
      .post, "/v1/posts", headers: ["Idempotency-Key": draft.idempotencyKey],
      body: PostRequest(text: draft.text, inReplyTo: draft.replyTo))
    return try await client.send(post, orThrow: FeedError.self) { response in
      response.statusCode == 422 ? .postRejected : nil
    }.post
  }
}
