import StoreExploring
import StoreTesting
import Testing

@MainActor
struct SearchTests {
  @Test func `Results of an earlier query are found under a later one`() async {
    await expectViolation(
      of: "the results are those of the query", explorer(BuggySearchModel.init(service:), \.results))
  }

  @Test func `A refresh that typing cancels keeps the results and the query together`() async {
    await expectComplete(explorer(SearchModel.init(service:), \.results))
  }

  private func explorer<Model: SearchScreen>(
    _ make: @escaping @MainActor (any SearchService) -> Model, _ results: KeyPath<Model, [SearchResult]>
  ) -> StoreExplorer<Model, ObservedProperties> {
    StoreExplorer(
      actions: [
        StoreAction("type tea") { $0.query = "tea" },
        StoreAction("type teapot") { $0.query = "teapot" },
        StoreAction("refresh") { await $0.refresh() },
      ],
      invariants: [
        .always("the results are those of the query", when: { !$0.isLoading && $0.errorMessage == nil }) { screen in
          screen.subject[keyPath: results].allSatisfy { $0.title == screen.query }
        },
        .whenIdle("no spinner turns") { !$0.isLoading },
      ]
    ) { dependencies in
      make(
        Service(
          search: dependencies.call("search") { query, _ in
            [.success("found", page(query)), .failure("offline", Offline())]
          }))
    }
  }
}

struct Offline: Error {}

private func page(_ query: String) -> SearchPage {
  SearchPage(results: [SearchResult(id: 1, title: query)], hasMore: false)
}

private struct Service: SearchService {
  let search: @Sendable (String, Int) async throws -> SearchPage

  func search(_ query: String, page: Int) async throws -> SearchPage { try await search(query, page) }
  func trending() async throws -> [String] { [] }
  func recordVisit(to id: SearchResult.ID) async throws {}
}

@MainActor
private protocol SearchScreen: AnyObject {
  var query: String { get set }
  var isLoading: Bool { get }
  var errorMessage: String? { get }
  func refresh() async
}

extension SearchModel: SearchScreen {}
extension BuggySearchModel: SearchScreen {}
