import struct Foundation.Date

/// The timelines of a ``FakeBackend``: generated posts, and above them, on every timeline, the posts of its users.
///
/// A position on a timeline never changes: 0 and up are the generated posts from the newest on, -1 and down the posts
/// of users from the oldest on.
struct FakeTimelines: FakeService {
  static let routes: [FakeRoute<FakeTimelines>] = [
    FakeRoute(.get, "/v1/lists") { timelines, call throws(FakeProblem) in
      _ = try call.account
      let lists = timelines.configuration.timelines.dropFirst().map { Timeline(id: $0.id, title: $0.title) }
      return HTTPResponse(json: ListsResponse(lists))
    },
    FakeRoute(.get, "/v1/timeline") { timelines, call throws(FakeProblem) in
      let account = try call.account
      guard let list = call.query("list") ?? timelines.configuration.timelines.first?.id else {
        return HTTPResponse(json: TimelineResponse([], nextMaxID: nil))
      }
      guard !list.isEmpty else { throw .invalid("list", "It is empty.", status: 400) }
      guard let posts = timelines.posts(of: list) else {
        throw FakeProblem(status: 404, code: "unknown_timeline", detail: "There is no such timeline.", field: "list")
      }
      let (maxID, limit) = try page(of: call)
      return HTTPResponse(json: timelines.page(of: posts, before: maxID, limit: limit, for: account))
    },
    FakeRoute(.get, "/v1/posts/{id}/thread") { timelines, call throws(FakeProblem) in
      let account = try call.account
      let post = try timelines.knownPost(call, for: account)
      let (maxID, limit) = try page(of: call)
      return HTTPResponse(json: timelines.thread(of: post, after: maxID, limit: limit, for: account))
    },
    FakeRoute(.post, "/v1/posts") { timelines, call throws(FakeProblem) in
      let account = try call.account
      let key = try call.idempotencyKey()
      let request = try call.body(as: PostRequest.self)
      let text = request.text.trimmingWhitespace
      // A character may have any number of bytes.
      guard (1...280).contains(text.count), text.utf8.count <= 10_240 else {
        throw .invalid("text", "A post has 1 to 280 characters, and 10240 bytes or less.")
      }
      if let post = timelines.post(by: account, key: key) {
        guard timelines.contains(post.id) else {
          throw FakeProblem(status: 422, code: "post_deleted", detail: "The post with this key has been deleted.")
        }
        return HTTPResponse(status: 201, json: PostResponse(timelines.seen(post, by: account)))
      }
      if let parent = request.inReplyTo, !timelines.contains(parent) {
        throw FakeProblem(
          status: 422, code: "unknown_post", detail: "There is no post to reply to.", field: "in_reply_to_id")
      }
      let post = timelines.addPost(text, inReplyTo: request.inReplyTo, by: account, key: key)
      return HTTPResponse(status: 201, json: PostResponse(post))
    },
    FakeRoute(.delete, "/v1/posts/{id}") { timelines, call throws(FakeProblem) in
      let account = try call.account
      if let post = timelines.post(call.placeholders["id"], for: account) {
        guard post.author.id == account.id else {
          throw FakeProblem(status: 403, code: "not_the_author", detail: "The post is another user’s.")
        }
        timelines.delete(post)
      }
      return HTTPResponse(status: 204)
    },
    like(.put, true), like(.delete, false),
  ]

  private static func like(_ method: HTTPMethod, _ isLiked: Bool) -> FakeRoute<FakeTimelines> {
    FakeRoute(method, "/v1/posts/{id}/like") { timelines, call throws(FakeProblem) in
      let account = try call.account
      let post = try timelines.knownPost(call, for: account)
      return HTTPResponse(json: PostResponse(timelines.setLiked(isLiked, post, by: account)))
    }
  }

  /// The cursor and the size of the page that is requested.
  private static func page(of call: FakeCall) throws(FakeProblem) -> (maxID: Int?, limit: Int) {
    let maxID = try call.number("max_id", in: 1...Int.max)
    return (maxID, try call.number("limit", in: 1...TimelineResponse.maximumLimit) ?? 20)
  }

  private struct PostKey: Hashable {
    let account: String
    let key: String
  }

  /// The first cursor behind the last page, where empty pages have no end; above the number of every post.
  private static let firstEmptyPage = Int.max / 2
  /// The number of posts above the one whose thread is requested.
  private static let maximumAncestors = 10

  private let configuration: FakeConfiguration
  private let generated: [String: FakePosts]
  /// The posts of users, oldest first; their numbers are consecutive.
  private var posted: [Post] = []
  private var nextNumber: Int
  private var deleted: RecentValues<Int, Bool>
  /// The identifiers of the accounts that like a post.
  private var likes: RecentValues<Post.ID, Set<String>>
  private var postsByKey: RecentValues<PostKey, Post>

  init(_ configuration: FakeConfiguration) {
    let timelines = configuration.timelines
    var generated: [String: FakePosts] = [:]
    for (index, timeline) in timelines.enumerated() {
      generated[timeline.id] = FakePosts(timeline, timelineIndex: index, configuration)
    }
    self.configuration = configuration
    self.generated = generated
    nextNumber = ((timelines.map(\.postCount).max() ?? 0) + 1) * max(1, timelines.count)
    deleted = RecentValues(limit: configuration.remembered)
    likes = RecentValues(limit: configuration.remembered)
    postsByKey = RecentValues(limit: configuration.remembered)
  }

  /// Does nothing: what an account posted and liked stays.
  mutating func remove(_ account: FakeAccount) {}

  private var firstPosted: Int { nextNumber - posted.count }

  private var misbehavior: FakeMisbehavior { configuration.misbehavior }

  func posts(of timeline: String) -> FakePosts? {
    generated[timeline]
  }

  func contains(_ id: String) -> Bool { stored(id) != nil }

  private func stored(_ id: String) -> Post? { isDeleted(id) ? nil : published(id) }

  private func isDeleted(_ id: Post.ID) -> Bool { Int(id).map { deleted[$0] != nil } ?? false }

  /// A post, also one that was deleted.
  private func published(_ id: Post.ID) -> Post? {
    guard let number = Int(id), String(number) == id else { return nil }
    if (firstPosted..<nextNumber).contains(number) { return posted[number - firstPosted] }
    for posts in generated.values {
      if let index = posts.index(of: number) { return posts.post(at: index) }
    }
    return nil
  }

  // MARK: Reacting

  /// The post with an identifier, as an account sees it.
  func post(_ id: String?, for account: FakeAccount) -> Post? {
    id.flatMap(stored).map { seen($0, by: account) }
  }

  /// The post of a call’s path, as an account sees it.
  private func knownPost(_ call: FakeCall, for account: FakeAccount) throws(FakeProblem) -> Post {
    guard let post = post(call.placeholders["id"], for: account) else {
      throw FakeProblem(status: 404, code: "unknown_post", detail: "There is no such post.")
    }
    return post
  }

  /// A post with the likes that it has now.
  func seen(_ post: Post, by account: FakeAccount) -> Post {
    guard let accounts = likes[post.id] else { return post }
    var seen = post
    seen.likes += accounts.count
    seen.isLiked = accounts.contains(account.id)
    return seen
  }

  mutating func setLiked(_ isLiked: Bool, _ post: Post, by account: FakeAccount) -> Post {
    guard post.isLiked != isLiked else { return post }
    var accounts = likes[post.id] ?? []
    if isLiked { accounts.insert(account.id) } else { accounts.remove(account.id) }
    likes[post.id] = accounts
    var changed = post
    changed.likes += isLiked ? 1 : -1
    changed.isLiked = isLiked
    return changed
  }

  mutating func delete(_ post: Post) {
    if let number = Int(post.id) { deleted[number] = true }
  }

  // MARK: Posting

  /// The post that an account made with an idempotency key.
  func post(by account: FakeAccount, key: String?) -> Post? {
    key.flatMap { postsByKey[PostKey(account: account.id, key: $0)] }
  }

  mutating func addPost(_ text: String, inReplyTo: String?, by account: FakeAccount, key: String?) -> Post {
    let author = Author(id: account.id, name: account.name, screenName: String(account.email.prefix { $0 != "@" }))
    let post = add(text, by: author, inReplyTo: inReplyTo)
    if let key { postsByKey[PostKey(account: account.id, key: key)] = post }
    return post
  }

  /// The date of a post is never before those of the posts below it, even where the clock goes back.
  private mutating func add(_ text: String, by author: Author, inReplyTo: String? = nil) -> Post {
    let post = Post(
      id: String(nextNumber), author: author, text: text,
      createdAt: max(configuration.now(), posted.last?.createdAt ?? configuration.start), inReplyTo: inReplyTo)
    nextNumber += 1
    posted.append(post, keeping: max(1, configuration.remembered))
    return post
  }

  // MARK: Threads

  /// The posts of a thread that follow one of its posts, as an account sees them.
  private func thread(of post: Post, after maxID: Int?, limit: Int, for account: FakeAccount) -> TimelineResponse {
    let all = conversation(of: post)
    // A cursor that was deleted meanwhile has its place still.
    let rest = maxID.map { id in all.drop { $0.id != String(id) }.dropFirst() } ?? all[...]
    let posts = rest.filter { !isDeleted($0.id) }
    let page = posts.prefix(limit).map { seen($0, by: account) }
    return TimelineResponse(page, nextMaxID: posts.count > limit ? page.last?.id : nil)
  }

  /// The nearest posts that a post answers, the post, and its replies, each below its parent, oldest first; deleted posts
  /// too.
  private func conversation(of post: Post) -> [Post] {
    var ancestors: [Post] = []
    while ancestors.count < Self.maximumAncestors, let parent = (ancestors.last ?? post).inReplyTo.flatMap(published) {
      ancestors.append(parent)
    }
    let replies = Dictionary(grouping: posted.filter { $0.inReplyTo != nil }) { $0.inReplyTo ?? "" }
    var conversation: [Post] = ancestors.reversed()
    var waiting = [post]
    while let next = waiting.popLast() {
      conversation.append(next)
      let number = Int(next.id) ?? 0
      waiting += (generated.values.flatMap { $0.replies(to: number) } + (replies[next.id] ?? [])).reversed()
    }
    return conversation
  }

  // MARK: Paging

  /// The newest posts with a number below `maxID`, as an account sees them.
  mutating func page(
    of posts: FakePosts, before maxID: Int?, limit: Int, for account: FakeAccount
  ) -> TimelineResponse {
    if misbehavior.contains(.endlessEmptyPages), let maxID, (Self.firstEmptyPage..<Int.max).contains(maxID) {
      return TimelineResponse([], nextMaxID: String(maxID + 1))
    }
    if let maxID {
      if misbehavior.contains(.arrivingPosts) {
        _ = add("👋 \(nextNumber)", by: FakePhrases.authors[nextNumber % FakePhrases.authors.count])
      }
      if misbehavior.contains(.deletedPosts) { deleted[maxID] = true }
    }
    let limit = misbehavior.contains(.shortPages) ? max(1, limit / 2) : limit
    var positions = positions(of: posts, before: maxID, limit: limit).makeIterator()
    var page: [Post] = []
    while page.count < limit, let position = positions.next() {
      let post = position < 0 ? posted[-1 - position] : posts.post(at: reordered(position, in: posts))
      page.append(seen(post, by: account))
    }
    let hasMore = positions.next() != nil || misbehavior.contains(.emptyLastPage)
    return TimelineResponse(page, nextMaxID: hasMore ? page.last?.id : cursorBehindLastPage(of: posts, limit: limit))
  }

  private func cursorBehindLastPage(of posts: FakePosts, limit: Int) -> Post.ID? {
    guard !misbehavior.contains(.endlessEmptyPages) else { return String(Self.firstEmptyPage) }
    guard misbehavior.contains(.cyclicPages) else { return nil }
    return positions(of: posts, before: nil, limit: limit).prefix(limit).map { number(at: $0, in: posts) }.last
      .map(String.init)
  }

  private func positions(of posts: FakePosts, before maxID: Int?, limit: Int) -> some Sequence<Int> {
    let next = maxID.map { position(after: $0, in: posts) } ?? -posted.count
    let positions = { (first: Int) in
      (first..<posts.count).lazy.filter { position in
        deleted[number(at: position, in: posts)] == nil
      }
    }
    // An overlap without a new post would never end.
    guard misbehavior.contains(.overlappingPages), maxID != nil, positions(next).first != nil else {
      return positions(next)
    }
    return positions(max(-posted.count, next - min(3, limit / 3)))
  }

  private func number(at position: Int, in posts: FakePosts) -> Int {
    position < 0 ? firstPosted - 1 - position : posts.number(at: reordered(position, in: posts))
  }

  private func position(after maxID: Int, in posts: FakePosts) -> Int {
    if maxID > firstPosted { return -min(maxID - firstPosted, posted.count) }
    guard let index = posts.index(of: maxID) else { return posts.index(below: maxID) }
    return reordered(index, in: posts) + 1
  }

  /// Maps an index to its position and back: where pages are unordered, every eight posts are reversed.
  private func reordered(_ index: Int, in posts: FakePosts) -> Int {
    guard misbehavior.contains(.unorderedPages) else { return index }
    let first = index - index % 8
    return first + min(first + 7, posts.count - 1) - index
  }
}

extension FakeTimelines: FakeContent {
  var content: AnyHashable {
    let keys = posted.map { post in postsByKey.values.first { $0.value.id == post.id }?.key.key }
    return [AnyHashable(posted), keys, deleted.values, likes.values]
  }
}
