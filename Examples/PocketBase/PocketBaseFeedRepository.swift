import Core
import Feed
import Foundation

/// Reads the view `timeline`, and writes posts and likes.
struct PocketBaseFeedRepository: FeedRepository {
  /// The number of posts above and of levels of replies below the post whose thread is read.
  private static let threadDepth = 10
  /// The number of posts of a level of replies: a filter has 3,500 characters at most.
  private static let threadWidth = 50

  let client: AuthorizedAPIClient
  let session: Session

  func timelines() async throws(FeedError) -> [Timeline] {
    _ = try reader()
    let query = [URLQueryItem(name: "sort", value: "title"), URLQueryItem(name: "perPage", value: "1000")]
    let lists = APIRequest<Records<ListRecord>>(.get, Collection.lists.path, query: query)
    return try await client.send(lists, orThrow: FeedError.self).items
      .filter { $0.id != ListRecord.home }.map { Timeline(id: $0.id, title: $0.title) }
  }

  /// Reads one post more than a page has, which tells whether there is another page.
  func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage {
    let list: String
    switch request.timeline {
    case nil: list = ListRecord.home
    case .list(let id): list = id
    case .thread(let post): return try await thread(of: post)
    }
    let filter = ["list = \(filterLiteral(list))", request.cursor].compactMap(\.self).joined(separator: " && ")
    let records = try await records(filter, limit: FeedPage.size + 1)
    if records.isEmpty, request.timeline != nil {
      _ = try await client.send(
        APIRequest<ListRecord>(.get, Collection.lists.path(list)), orThrow: FeedError.self
      ) { response in
        response.statusCode == 404 ? .unknownTimeline : nil
      }
    }
    let page = records.prefix(FeedPage.size)
    return FeedPage(posts: page.map(\.value), nextCursor: page.count < records.count ? page.last?.cursor : nil)
  }

  /// Reads a thread, with a request for each post above and for each level of replies below.
  private func thread(of id: Post.ID) async throws(FeedError) -> FeedPage {
    let post = try await record(id)
    var ancestors: [TimelineRecord] = []
    while ancestors.count < Self.threadDepth, let reply = (ancestors.last ?? post).value.inReplyTo,
      let parent = try await find(reply)
    {
      ancestors.append(parent)
    }
    var replies: [Post.ID: [TimelineRecord]] = [:]
    var level = [post]
    for _ in 1...Self.threadDepth where !level.isEmpty {
      let filter = level.map { "reply = \(filterLiteral($0.post))" }.joined(separator: " || ")
      level = try await records(filter, limit: Self.threadWidth)
      replies.merge(Dictionary(grouping: level, by: \.reply)) { $1 }
    }
    // Each reply below its parent, the oldest first; the records are newest first.
    var conversation: [TimelineRecord] = ancestors.reversed()
    var waiting = [post]
    while let next = waiting.popLast() {
      conversation.append(next)
      waiting += replies.removeValue(forKey: next.post) ?? []
    }
    return FeedPage(posts: conversation.map(\.value), nextCursor: nil, order: .ranked)
  }

  /// Creates a post whose identifier is the key of the draft, so that the server refuses to create it twice.
  func send(_ draft: PostDraft) async throws(FeedError) -> Post {
    let author = try reader()
    let id = draft.idempotencyKey.lowercased()
    let body = [
      "id": id, "author": author, "list": ListRecord.home, "text": draft.text, "reply": draft.replyTo ?? "",
    ]
    do throws(APIError) {
      _ = try await client.send(APIRequest<EmptyResponse>(.post, Collection.posts.path, body: body))
    } catch .invalidResponse(let response) where !response.refusedFields.isEmpty {
      // The identifier is taken where the response to an earlier attempt was lost.
      guard response.refusedFields["id"] != nil, let earlier = try await find(id), earlier.author == author else {
        throw .rejected(reason: response.refusal)
      }
      return earlier.value
    } catch {
      throw FeedError(error)
    }
    return try await record(id).value
  }

  func react(_ reaction: Reaction, to id: Post.ID) async throws(FeedError) -> Post? {
    switch reaction {
    case .like: return try await setLiked(true, post: id)
    case .unlike: return try await setLiked(false, post: id)
    case .delete:
      try await delete(post: id)
      return nil
    }
  }

  private func setLiked(_ isLiked: Bool, post id: Post.ID) async throws(FeedError) -> Post {
    let record = try await record(id)
    guard record.like.isEmpty == isLiked else { return record.value }
    let change =
      isLiked
      ? APIRequest<EmptyResponse>(.post, Collection.likes.path, body: ["post": id, "user": try reader()])
      : APIRequest<EmptyResponse>(.delete, Collection.likes.path(record.like))
    do throws(APIError) {
      _ = try await client.send(change)
    } catch .invalidResponse(let response) where [400, 404].contains(response.statusCode) {
      // Another device may have been first.
      let changed = try await self.record(id)
      guard changed.like.isEmpty != isLiked else { throw FeedError(.invalidResponse(response)) }
      return changed.value
    } catch {
      throw FeedError(error)
    }
    return try await self.record(id).value
  }

  /// Deletes a post; the server answers 404 for a post that is gone and for one of another user.
  private func delete(post id: Post.ID) async throws(FeedError) {
    do throws(APIError) {
      _ = try await client.send(APIRequest<EmptyResponse>(.delete, Collection.posts.path(id)))
    } catch .invalidResponse(let response) where response.statusCode == 404 {
      if try await find(id) != nil { throw .notTheAuthor }
    } catch {
      throw FeedError(error)
    }
  }

  /// The signed-in user; a guest would get an empty timeline.
  private func reader() throws(FeedError) -> User.ID {
    guard let user = session.current?.user else { throw .notAuthorized }
    return user.id
  }

  private func record(_ id: Post.ID) async throws(FeedError) -> TimelineRecord {
    guard let record = try await find(id) else { throw .unknownPost }
    return record
  }

  private func find(_ id: Post.ID) async throws(FeedError) -> TimelineRecord? {
    try await records("post = \(filterLiteral(id))", limit: 1).first
  }

  /// Reads the newest posts that a filter selects.
  private func records(_ filter: String, limit: Int) async throws(FeedError) -> [TimelineRecord] {
    _ = try reader()
    let query = ["filter": filter, "sort": "-created,-post", "perPage": "\(limit)", "skipTotal": "1"]
    let timeline = APIRequest<Records<TimelineRecord>>(
      .get, Collection.timeline.path, query: query.map { URLQueryItem(name: $0, value: $1) })
    return try await client.send(timeline, orThrow: FeedError.self).items
  }
}
