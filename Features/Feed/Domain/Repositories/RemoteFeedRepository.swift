import Core
import Foundation

/// Reads and sends posts at the server of the built-in contract.
public struct RemoteFeedRepository: FeedRepository {
  private let client: any APIClient

  /// Makes a repository.
  ///
  /// - Parameter client: The client that sends in the name of whoever is signed in.
  public init(client: any APIClient) {
    self.client = client
  }

  /// Sends `GET /v1/lists`.
  ///
  /// - Returns: The timelines.
  /// - Throws: What any call throws.
  public func timelines() async throws(FeedError) -> [Timeline] {
    do throws(APIError) {
      let response: ListsResponse = try await client.get(path: "/v1/lists")
      return response.timelines
    } catch {
      throw FeedError(error)
    }
  }

  /// Sends `GET /v1/timeline`.
  ///
  /// - Parameter request: Which stretch.
  /// - Returns: The posts, and where the next page begins.
  /// - Throws: ``FeedError/unknownTimeline`` for a 404, and what any call throws.
  public func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    var query = [
      URLQueryItem(name: "list", value: request.timeline), URLQueryItem(name: "limit", value: "\(FeedPage.size)"),
    ]
    if let maxID = request.maxID { query.append(URLQueryItem(name: "max_id", value: maxID)) }
    do throws(APIError) {
      let response: TimelineResponse = try await client.get(path: "/v1/timeline", query: query)
      return FeedPage(posts: response.posts.map(\.post), nextMaxID: response.nextMaxID)
    } catch {
      throw FeedError(error) { $0.statusCode == 404 ? .unknownTimeline : nil }
    }
  }

  /// Sends `POST /v1/posts` with the draft's Idempotency-Key.
  ///
  /// - Parameter draft: The post.
  /// - Returns: The post as the server keeps it.
  /// - Throws: ``FeedError/postRejected`` for a 422, and what any call throws.
  public func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    let request = APIRequest<PostResponse>(
      .post, "/v1/posts", headers: ["Idempotency-Key": draft.idempotencyKey],
      body: PostRequest(text: draft.text, inReplyTo: draft.replyTo))
    do throws(APIError) {
      return try await client.send(request).post
    } catch {
      throw FeedError(error) { $0.statusCode == 422 ? .postRejected : nil }
    }
  }
}
