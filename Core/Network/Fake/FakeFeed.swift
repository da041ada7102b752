import struct Foundation.Date

/// The timelines of the fake backend: generated posts, and above them what was posted since, on every timeline.
struct FakeFeed: Sendable {
  private struct Posting: Hashable {
    let account: String
    let key: String
  }

  let misbehaviour: FakeMisbehaviour
  /// The identifier of the home timeline, the first one.
  let home: String?
  /// What was posted since, the oldest first; the numbers of these posts follow each other without a gap.
  private(set) var posted: [Post] = []
  private let timelines: [String: FakePosts]
  private let start: Date
  private let limit: Int
  private var nextNumber: Int
  private var deleted: RecentValues<Int, Bool>
  private var answers: RecentValues<Posting, Post>

  init(_ configuration: FakeConfiguration) {
    let count = configuration.timelines.count
    var timelines: [String: FakePosts] = [:]
    for (turn, timeline) in configuration.timelines.enumerated() {
      timelines[timeline.id] = FakePosts(
        timeline, seed: configuration.seed, start: configuration.start,
        numbering: FakeNumbering(timelines: count, turn: turn, count: timeline.postCount))
    }
    self.timelines = timelines
    misbehaviour = configuration.misbehaviour
    home = configuration.timelines.first?.id
    start = configuration.start
    limit = max(1, configuration.remembered)
    nextNumber = ((configuration.timelines.map(\.postCount).max() ?? 0) + 1) * max(1, count)
    deleted = RecentValues(limit: limit)
    answers = RecentValues(limit: limit)
  }

  /// The number of the oldest post that was posted since.
  var firstPosted: Int { nextNumber - posted.count }

  func posts(of timeline: String) -> FakePosts? {
    timelines[timeline]
  }

  func isDeleted(_ number: Int) -> Bool {
    deleted[number] != nil
  }

  func contains(_ id: String) -> Bool {
    guard let number = Int(id), String(number) == id, !isDeleted(number) else { return false }
    return (firstPosted..<nextNumber).contains(number)
      || timelines.values.contains { $0.numbering.index(of: number) != nil }
  }

  /// What was posted with a key before.
  func post(with key: String?, by account: FakeAccount) -> Post? {
    key.flatMap { answers[Posting(account: account.id, key: $0)] }
  }

  mutating func post(
    _ text: String, inReplyTo: String?, by account: FakeAccount, key: String?, at now: Date
  ) -> Post {
    let author = Author(id: account.id, name: account.name, screenName: String(account.email.prefix { $0 != "@" }))
    let post = add(text, by: author, inReplyTo: inReplyTo, at: now)
    if let key { answers[Posting(account: account.id, key: key)] = post }
    return post
  }

  /// Somebody else posts.
  mutating func arrive(at now: Date) {
    let author = FakePhrases.authors[nextNumber % FakePhrases.authors.count]
    _ = add("👋 \(nextNumber)", by: author, inReplyTo: nil, at: now)
  }

  mutating func delete(_ number: Int) {
    deleted[number] = true
  }

  /// The date never goes back, so that what was posted later stands higher, whatever the clock says.
  private mutating func add(_ text: String, by author: Author, inReplyTo: String?, at now: Date) -> Post {
    let post = Post(
      id: String(nextNumber), author: author, text: text, createdAt: max(now, posted.last?.createdAt ?? start),
      inReplyTo: inReplyTo)
    nextNumber += 1
    posted.append(post)
    // Room for twice as many, so that the oldest leave in one move and not one by one.
    if posted.count >= 2 * limit { posted.removeFirst(posted.count - limit) }
    return post
  }
}
