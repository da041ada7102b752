import Authentication
import Core
import Feed
import Foundation
import MyPage
import Synchronization

/// The time that the main actor spends on responses as large as `HTTPAPIClient` accepts, and on what users enter.
@MainActor
enum HostileBenchmarks {
  private static let limit = Duration.milliseconds(50)

  /// Answers one path with a body, and every other with what the Stores expect.
  private struct HostileTransport: HTTPTransport {
    let path: String
    let response: HTTPResponse

    func send(
      _ request: HTTPRequest, to url: URL, progress: @escaping @Sendable (Int) throws(APIError) -> Void
    ) async throws(APIError) -> HTTPResponse {
      if request.path == path { return response }
      let body =
        switch request.path {
        case "/v1/login": user("Taro")
        case "/v1/lists": #"{"lists":[]}"#
        case "/v1/timeline": #"{"posts":[\#(post("1"))]}"#
        default: profile("Taro")
        }
      return HTTPResponse(status: 200, body: Data(body.utf8))
    }
  }

  /// The ratio is to 50 ms, and the figure the longest of the rounds, in processor time of the main thread.
  static func figures(_ rounds: Int) async -> [Figure] {
    let long = String(repeating: "a", count: 15_000_000)
    let accents = "e" + String(repeating: "\u{301}", count: 5_000_000)
    // 7,919 is a prime: each identifier comes once, in no order.
    let shuffled = (0..<60_000).map { post("\($0 * 7_919 % 60_013)") }.joined(separator: ",")
    let repeated = Array(repeating: post("1"), count: 60_000).joined(separator: ",")
    let kana = String(repeating: "あ", count: 5_000_000)
    let identifiers = (0..<100).map { post("\($0)" + String(repeating: "あ", count: 50_000)) }.joined(separator: ",")
    let lists = (0..<400_000).map { #"{"id":"\#($0)","title":"List"}"# }.joined(separator: ",")
    let bodies = [
      ("a login: a name of 15 MB", "/v1/login", 200, user(long)),
      ("a login: a name of one character with 5,000,000 accents", "/v1/login", 200, user(accents)),
      ("a login: an error of 15 MB", "/v1/login", 500, #"{"detail":"\#(long)"}"#),
      ("a login: 15,000,000 brackets", "/v1/login", 200, String(repeating: "[", count: 15_000_000)),
      ("a timeline: 60,000 posts in no order", "/v1/timeline", 200, #"{"posts":[\#(shuffled)]}"#),
      ("a timeline: one post 60,000 times", "/v1/timeline", 200, #"{"posts":[\#(repeated)]}"#),
      ("a timeline: 400,000 lists", "/v1/lists", 200, #"{"lists":[\#(lists)]}"#),
      ("a profile: a name of 15 MB", "/v1/profile", 200, profile(long)),
      ("a login: an identifier of 15 MB", "/v1/login", 200, user("Taro", id: kana)),
      ("a login: an identifier of one character", "/v1/login", 200, user("Taro", id: accents)),
      ("a timeline: an identifier of 15 MB", "/v1/timeline", 200, #"{"posts":[\#(post(long))]}"#),
      ("a timeline: an identifier of one character", "/v1/timeline", 200, #"{"posts":[\#(post(accents))]}"#),
      ("a timeline: 100 identifiers of 150 kB", "/v1/timeline", 200, #"{"posts":[\#(identifiers)]}"#),
      ("a timeline: a cursor of 15 MB", "/v1/timeline", 200, #"{"posts":[\#(post("1"))],"next_max_id":"\#(long)"}"#),
      ("a profile: a problem of one character", "/v1/profile", 404, #"{"code":"\#(accents)"}"#),
    ]
    var figures: [Figure] = []
    for (work, path, status, body) in bodies {
      let response = HTTPResponse(status: status, body: Data(body.utf8))
      figures.append(await figure(work, rounds) { await mainThreadTime(path, response) })
    }
    let likes = (0..<250_000).map { #"{"post":"\#($0)","reaction":"like"}"# }.joined(separator: ",")
    let kept = [
      (
        "a kept timeline: 60,000 posts in no order", "feed",
        #"{"version":1,"snapshot":{"date":"2026-01-01T00:00:00Z","content":{"page":{"posts":[\#(shuffled)]},"#
          + #""isRanked":false,"lists":{"lists":[]}}}}"#
      ),
      (
        "likes that wait: 250,000", "drafts",
        #"{"version":1,"unsent":[],"composed":[],"reactions":[\#(likes)]}"#
      ),
    ]
    for (work, name, content) in kept {
      figures.append(await figure(work, rounds) { await mainThreadTime(keeping: content, as: name) })
    }
    figures.append(await figure("a refresh onto 100,000 posts: the newest and the oldest", rounds, refreshTime))
    for (work, text) in [
      ("15 MB of letters", long), ("15 MB of kana", kana), ("one character with 5,000,000 accents", accents),
      ("15 MB of white space", String(repeating: " ", count: 15_000_000)),
    ] {
      figures.append(await figure("a user enters \(work)", rounds) { await mainThreadTime(entering: text) })
    }
    return figures
  }

  private static func figure(_ work: String, _ rounds: Int, _ time: () async -> Duration) async -> Figure {
    var longest = Duration.zero
    for _ in 0..<rounds { longest = max(longest, await time()) }
    return Figure(
      work: work, variant: "longest action on the main actor", nanoseconds: longest / .nanoseconds(1),
      ratio: longest / limit, bound: 1)
  }

  /// The time of a refresh whose page would delete nearly all of the shown posts.
  private static func refreshTime() async -> Duration {
    func post(_ number: Int) -> Post {
      Post(
        id: "\(number)", author: Author(id: "1", name: "Taro", screenName: "taro"), text: "Hello",
        createdAt: Date(timeIntervalSince1970: TimeInterval(number)))
    }
    let pages = [
      FeedPage(posts: (1...100_000).reversed().map(post), nextCursor: "1"),
      FeedPage(posts: [post(100_000), post(1)], nextCursor: "2"),
    ]
    let feed = FeedStore(useCase: FeedUseCase(repository: PageSequence(pages)))
    await feed.load()
    return await longest([{ await feed.refresh() }])
  }

  /// The longest action of a launch with a file that an earlier one has left.
  private static func mainThreadTime(keeping content: String, as name: String) async -> Duration {
    let folder = URL.temporaryDirectory.appending(path: "focal-hostile-\(UUID().uuidString)")
    let file = folder.appending(path: "user-31/\(name).json")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: file)
    } catch {
      preconditionFailure("\(error)")
    }
    let feed = FeedStore(
      useCase: FeedUseCase(
        repository: PageSequence([]), drafts: FileDraftStorage(folder: folder),
        snapshots: FileSnapshotStorage(folder: folder), userID: { "1" }))
    let time = await longest([
      { await feed.load() }, { await feed.sendReactions() },
      { if let post = feed.state.content?.posts.first { await feed.react(.like, to: post.id) } },
    ])
    precondition(feed.state.content != nil || !feed.waitingReactions.isEmpty, "Nothing was kept.")
    return time
  }

  /// The longest action of a user who enters a text wherever one can be entered.
  private static func mainThreadTime(entering text: String) async -> Duration {
    let client = FakeAPIClient()
    let session = Session(storage: InMemorySessionStorage())
    let auth = AuthStore(client: client, session: session)
    let feed = FeedStore(client: client, session: session)
    let outbox = OutboxStore(client: client, session: session, drafts: InMemoryDraftStorage())
    let profile = MyPageStore(client: client, session: session, flags: InMemorySavedFlagStorage())
    return await longest([
      { await auth.login(email: text, pass: "password123") },
      { await auth.login(email: "taro@example.com", pass: text) },
      { await auth.signUp(email: text + "@example.com", pass: "password123") },
      { await auth.signUp(email: "taro@example.com", pass: text) },
      { await auth.login(email: "taro@example.com", pass: "password123") }, { await feed.load() },
      { await outbox.post(text: text) },
      {
        outbox.compose(text: text, replyTo: nil)
        await outbox.keep()
      },
      { await outbox.post(text: "a") },
      { await profile.load() }, { await profile.save(name: text, gender: 1) },
      { await auth.deleteAccount(pass: text) },
    ])
  }

  /// The longest of a login and of the first reads of the feed and the profile.
  private static func mainThreadTime(_ path: String, _ response: HTTPResponse) async -> Duration {
    guard let server = URL(string: "http://localhost") else { return .zero }
    let client = HTTPAPIClient(
      baseURL: server, transport: HostileTransport(path: path, response: response),
      configuration: HTTPClientConfiguration(maximumAttempts: 1))
    let session = Session(storage: InMemorySessionStorage())
    let auth = AuthStore(client: client, session: session)
    let feed = FeedStore(client: client, session: session)
    let profile = MyPageStore(client: client, session: session, flags: InMemorySavedFlagStorage())
    return await longest([
      { await auth.login(email: "taro@example.com", pass: "password123") }, { await feed.load() },
      { await feed.refresh() }, { await feed.loadMore() },
      { if let post = feed.state.content?.posts.first { await feed.react(.like, to: post.id) } },
      { await profile.load() },
      { await auth.logout() },
    ])
  }

  private static func longest(_ actions: [@MainActor () async -> Void]) async -> Duration {
    var longest = Duration.zero
    for action in actions {
      let start = processorTime()
      await action()
      longest = max(longest, processorTime() - start)
    }
    return longest
  }

  /// The time that this thread has run: unlike the time of day, it leaves out other work on the machine.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  nonisolated private static func user(_ name: String, id: String = "1") -> String {
    #"{"user_id":"\#(id)","user_name":"\#(name)","email":"a@example.com","last_login_date":"2026-01-01T00:00:00Z"}"#
  }

  nonisolated private static func profile(_ name: String) -> String {
    #"{"uid":"1","name":"\#(name)","gender":1,"createdAt":0}"#
  }

  nonisolated private static func post(_ id: String) -> String {
    #"{"id":"\#(id)","author":{"id":"1","name":"Taro","screen_name":"taro"},"text":"Hello","#
      + #""created_at":"2026-01-01T00:00:00Z"}"#
  }
}

/// A repository that returns one page after the other, and has no network after the last one.
private final class PageSequence: FeedRepository {
  private let pages: Mutex<[FeedPage]>

  init(_ pages: [FeedPage]) {
    self.pages = Mutex(pages)
  }

  func page(_ request: FeedPageRequest) throws(FeedError) -> FeedPage {
    guard let page = pages.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { throw .noNetwork }
    return page
  }

  func react(_ reaction: Reaction, to id: Post.ID) throws(FeedError) -> Post? { throw .noNetwork }
}
