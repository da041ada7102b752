import Observation
import StoreExploring

enum EndlessFooter {
  static let exhibit = Exhibit(
    "A failed page is asked for again, without end", violates: "the work ends",
    after: [.start("scroll to the end"), .answer("page", with: "two rows")],
    loop: [.answer("page", with: "500")],
    states: 5, guarded: "page",
    racy: { explorer(PagesModel.init) }, mended: { explorer(MendedPagesModel.init) })

  struct ServerError: Error {}

  @MainActor @Observable
  class PagesModel {
    fileprivate(set) var rows: [Int] = []
    fileprivate(set) var message: String?
    private(set) var isLoading = false
    fileprivate let load: @Sendable (Int) async throws -> [Int]

    init(load: @escaping @Sendable (Int) async throws -> [Int]) {
      self.load = load
    }

    /// The task of the footer.
    ///
    /// Each page and each message redraws the list, and the footer, whose identity is new then, runs it again.
    func showFooter() async {
      guard !isLoading else { return }
      isLoading = true
      defer { isLoading = false }
      while rows.count < 4, await loadPage() {}
    }

    /// Loads the next page, and returns whether the footer runs again.
    func loadPage() async -> Bool {
      do {
        rows += try await load(rows.count)
      } catch {
        message = "The rows could not be loaded."
      }
      return true
    }
  }

  /// A footer that stays the same where a page fails, and shows a button then.
  final class MendedPagesModel: PagesModel {
    override func loadPage() async -> Bool {
      do {
        rows += try await load(rows.count)
        return true
      } catch {
        message = "The rows could not be loaded."
        return false
      }
    }
  }

  @MainActor private static func explorer(
    _ make: @escaping @MainActor (@escaping @Sendable (Int) async throws -> [Int]) -> PagesModel
  ) -> StoreExplorer<PagesModel, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("scroll to the end", locals: .forgotten, when: { !$0.isLoading }) { await $0.showFooter() }
      ],
      invariants: [.settles]
    ) { dependencies in
      make(
        dependencies.call("page") { offset in
          offset == 0 ? [.success("two rows", [1, 2])] : [.failure("500", ServerError())]
        })
    }
  }
}
