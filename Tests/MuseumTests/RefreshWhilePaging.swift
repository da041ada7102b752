import Observation
import StoreExploring

enum RefreshWhilePaging {
  static let exhibit = Exhibit(
    "A refresh races with paging", violates: "the rows are those of the server, in order",
    after: [
      .start("refresh"), .start("more"), .answer("page", call: 1, with: "two rows"), .start("more"),
      .answer("page", with: "two rows"), .answer("page", with: "two rows"),
    ],
    states: 161, guarded: "page",
    racy: { explorer(ListModel.init) }, mended: { explorer(MendedListModel.init) })

  @MainActor @Observable
  class ListModel {
    fileprivate(set) var rows = [1, 2]
    fileprivate(set) var isLoadingMore = false
    fileprivate let load: @Sendable (Int) async throws -> [Int]

    init(load: @escaping @Sendable (Int) async throws -> [Int]) {
      self.load = load
    }

    func refresh() async {
      if let first = try? await load(0) { rows = first }
    }

    func loadMore() async {
      isLoadingMore = true
      defer { isLoadingMore = false }
      let shown = rows
      guard let next = try? await load(shown.count) else { return }
      rows += next
    }
  }

  final class MendedListModel: ListModel {
    override func loadMore() async {
      isLoadingMore = true
      defer { isLoadingMore = false }
      let shown = rows
      guard let next = try? await load(shown.count) else { return }
      guard rows == shown else { return }
      rows += next
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable (Int) async throws -> [Int]) -> ListModel
  ) -> StoreExplorer<ListModel, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("refresh") { await $0.refresh() },
        StoreAction("more", when: { $0.rows.count < 6 && !$0.isLoadingMore }) { await $0.loadMore() },
      ],
      invariants: [.always("the rows are those of the server, in order") { $0.rows == Array(1...$0.rows.count) }]
    ) { dependencies in
      make(
        dependencies.call("page") { offset in
          [.success("two rows", [offset + 1, offset + 2]), .failure("offline", Offline())]
        })
    }
  }
}
