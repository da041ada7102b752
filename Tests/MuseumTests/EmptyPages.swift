import Observation
import StoreExploring

enum EmptyPages {
  static let exhibit = Exhibit(
    "A page of muted posts is asked for again, without end", violates: "the work ends",
    after: [.start("scroll to the end"), .start("mute hanako")],
    loop: [.answer("page", with: "a post")],
    states: 13, guarded: "page",
    racy: { explorer(FilteredModel.init) }, mended: { explorer(MendedFilteredModel.init) })

  struct Post: Hashable {
    let number: Int
    let author: String
  }

  typealias Fetch = @Sendable (_ after: Int) async throws -> Post

  /// Filters what the server sends, and asks again while nothing that is shown moves the end of the list off the screen.
  @MainActor @Observable
  class FilteredModel {
    fileprivate static let count = 2
    fileprivate(set) var posts: [Post] = []
    fileprivate(set) var muted: Set<String> = []
    fileprivate(set) var isLoading = false
    fileprivate(set) var hasMore = true
    private let fetch: Fetch

    init(fetch: @escaping Fetch) {
      self.fetch = fetch
    }

    func mute(_ author: String) {
      muted.insert(author)
      posts.removeAll { $0.author == author }
    }

    func showEnd() async {
      guard !isLoading else { return }
      isLoading = true
      defer { isLoading = false }
      while hasMore {
        guard let post = try? await fetch(cursor) else { return }
        note(post)
        hasMore = post.number < Self.count
        guard muted.contains(post.author) else { return posts.append(post) }
      }
    }

    var cursor: Int { posts.last?.number ?? 0 }

    func note(_ post: Post) {}
  }

  /// Goes on after what the server has sent, not after what is shown.
  final class MendedFilteredModel: FilteredModel {
    private var last = 0

    override var cursor: Int { last }

    override func note(_ post: Post) {
      last = post.number
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping Fetch) -> FilteredModel
  ) -> StoreExplorer<FilteredModel, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("scroll to the end", locals: .forgotten, when: { !$0.isLoading && $0.hasMore }) {
          await $0.showEnd()
        },
        StoreAction("mute hanako", when: { $0.muted.isEmpty }) { $0.mute("hanako") },
      ],
      invariants: [.settles]
    ) { dependencies in
      make(
        dependencies.call("page") { after in
          [.success("a post", Post(number: after + 1, author: after == 0 ? "hanako" : "taro"))]
        })
    }
  }
}
