import Observation
import StoreExploring

enum OtherAccount {
  static let exhibit = Exhibit(
    "The other account’s posts", violates: "a user sees one’s own posts",
    after: [.start("load"), .start("switch account"), .answer("posts", with: "posts of taro")],
    states: 100, guarded: "posts",
    racy: { explorer(TimelineModel.init) }, mended: { explorer(MendedTimelineModel.init) })

  @MainActor @Observable
  class TimelineModel {
    private(set) var user = "taro"
    fileprivate(set) var posts: [String] = []
    fileprivate let fetch: @Sendable (String) async throws -> [String]

    init(fetch: @escaping @Sendable (String) async throws -> [String]) {
      self.fetch = fetch
    }

    func switchAccount() {
      user = user == "taro" ? "hanako" : "taro"
      posts = []
    }

    func load() async {
      let reader = user
      let answer = try? await fetch(reader)
      posts = answer ?? []
    }
  }

  final class MendedTimelineModel: TimelineModel {
    override func load() async {
      let reader = user
      let answer = try? await fetch(reader)
      guard user == reader else { return }
      posts = answer ?? []
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable (String) async throws -> [String]) -> TimelineModel
  ) -> StoreExplorer<TimelineModel, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("load") { await $0.load() }, StoreAction("switch account") { $0.switchAccount() }],
      invariants: [.always("a user sees one’s own posts") { $0.posts.isEmpty || $0.posts == [$0.user] }]
    ) { dependencies in
      make(dependencies.call("posts") { user in [.success("posts of \(user)", [user])] })
    }
  }
}
