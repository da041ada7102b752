import Observation
import StoreExploring

enum MissingMiddle {
  static let exhibit = Exhibit(
    "The middle is missing after sleep", violates: "the timeline has no hole",
    after: [.start("a post while offline"), .start("listen"), .answer("stream", with: "a post")],
    states: 100, guarded: "stream",
    racy: { explorer(LiveModel.init) }, mended: { explorer(MendedLiveModel.init) })

  @MainActor @Observable
  final class LiveServer {
    private(set) var count = 0

    func publish() -> Int {
      count += 1
      return count
    }
  }

  typealias Stream = () -> any AsyncSequence<Int, Never>
  typealias Fetch = @Sendable (Int) async throws -> [Int]

  @MainActor @Observable
  class LiveModel {
    fileprivate(set) var posts: [Int] = []
    fileprivate(set) var isListening = false
    fileprivate let stream: Stream
    fileprivate let fetch: Fetch

    init(stream: @escaping Stream, fetch: @escaping Fetch) {
      self.stream = stream
      self.fetch = fetch
    }

    func listen() async {
      isListening = true
      defer { isListening = false }
      for await post in stream() { posts.append(post) }
    }
  }

  /// Reads what was missed before it listens again.
  final class MendedLiveModel: LiveModel {
    override func listen() async {
      isListening = true
      defer { isListening = false }
      guard let missed = try? await fetch(posts.count) else { return }
      posts += missed
      for await post in stream() { posts.append(post) }
    }
  }

  struct LiveApp {
    let model: LiveModel
    let server: LiveServer
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping Stream, @escaping Fetch) -> LiveModel
  ) -> StoreExplorer<LiveApp, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("listen", when: { !$0.model.isListening }) { await $0.model.listen() },
        StoreAction("a post while offline", when: { !$0.model.isListening && $0.server.count < 2 }) {
          _ = $0.server.publish()
        },
      ],
      invariants: [.always("the timeline has no hole") { $0.model.posts.elementsEqual(1..<$0.model.posts.count + 1) }]
    ) { dependencies in
      let server = LiveServer()
      let stream = dependencies.stream("stream", elements: ["a post": true], atMost: 3)
      let fetch = dependencies.call("missed") { (known: Int) in
        [.served("posts") { Array(known + 1..<(await server.count) + 1) }, .failure("offline", Offline())]
      }
      return LiveApp(model: make({ stream.map { _ in await server.publish() } }, fetch), server: server)
    }
  }
}
