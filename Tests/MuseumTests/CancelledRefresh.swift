import Observation
import StoreExploring

enum CancelledRefresh {
  static let exhibit = Exhibit(
    "A cancelled refresh shows an error", violates: "cancelled work restores what was shown",
    after: [.start("refresh"), .cancel("refresh")], states: 8, guarded: "posts",
    racy: { explorer(FeedModel.init) }, mended: { explorer(MendedFeedModel.init) })

  @MainActor @Observable
  class FeedModel {
    private(set) var posts: [String] = []
    private(set) var isLoading = false
    fileprivate(set) var errorMessage: String?
    private let fetch: @Sendable () async throws -> [String]

    init(fetch: @escaping @Sendable () async throws -> [String]) {
      self.fetch = fetch
    }

    func refresh() async {
      guard !isLoading else { return }
      isLoading = true
      defer { isLoading = false }
      do {
        posts = try await fetch()
        errorMessage = nil
      } catch {
        show(error)
      }
    }

    func show(_ error: any Error) {
      errorMessage = "The posts could not be loaded."
    }
  }

  final class MendedFeedModel: FeedModel {
    override func show(_ error: any Error) {
      if error is CancellationError { return }
      super.show(error)
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable () async throws -> [String]) -> FeedModel
  ) -> StoreExplorer<FeedModel, ObservedProperties> {
    StoreExplorer(
      actions: [StoreAction("refresh", canBeCancelled: true) { await $0.refresh() }],
      invariants: [
        .following("cancelled work restores what was shown", from: String?.none) { before, model in
          guard model.isIdle else { return true }
          defer { before = model.errorMessage }
          guard case .cancelled = model.lastEvents.first else { return true }
          return model.errorMessage == before
        }
      ]
    ) { dependencies in
      make(dependencies.call("posts") { [.success("posts", ["Hello"]), .failure("offline", Offline())] })
    }
  }
}
