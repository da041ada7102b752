import Core
import Foundation
import Search
import StoreExploring
import StoreTesting
import Testing

/// “Swiftでビジネスロジックを実行するUseCaseのprotocolを作りたい話 2019”: the protocol, and the search of its sample.
@MainActor
struct UseCaseTests {
  struct OrderError: Error, Equatable {}

  /// Two purposes with the same parameters are two types.
  private struct AddOrder: UseCase {
    let orders: Log<String>
    func execute(_ id: Int) throws(OrderError) {
      guard id > 0 else { throw OrderError() }
      orders.append("add \(id)")
    }
  }

  private struct DeleteOrder: UseCase {
    let orders: Log<String>
    func execute(_ id: Int) { orders.append("delete \(id)") }
  }

  private let orders = Log<String>()

  @Test func `A use case has one purpose and one typed failure, and one that cannot fail needs no error branch`() throws
  {
    try AddOrder(orders: orders).execute(1)
    DeleteOrder(orders: orders).execute(1)
    #expect(orders.values == ["add 1", "delete 1"])
    do throws(OrderError) {
      try AddOrder(orders: orders).execute(0)
    } catch {
      let failure: OrderError = error
      #expect(failure == OrderError())
    }
  }

  @Test func `A real use case and a fake take each other's place behind the erasure, and one stays synchronous`() async
  {
    let fake = AnyUseCase<Int, Void, OrderError> { [orders] id in orders.append("fake \(id)") }
    for useCase in [AnyUseCase(AddOrder(orders: orders)), fake] { try? await useCase.execute(2) }
    #expect(orders.values == ["add 2", "fake 2"])
    let sort = AnySynchronousUseCase<[Int], [Int], Never> { $0.sorted() }
    #expect(sort.execute([3, 1, 2]) == [1, 2, 3])
  }

  // MARK: - Callbacks

  @Test(arguments: [(1, Result<Int, OrderError>.success(1)), (0, .failure(OrderError()))])
  func `A callback is called once, with a success or a failure`(id: Int, expected: Result<Int, OrderError>) async {
    let results = Log<Result<Int, OrderError>>()
    let useCase = AnyUseCase<Int, Int, OrderError> { id throws(OrderError) in
      guard id > 0 else { throw OrderError() }
      return id
    }
    await withCheckedContinuation { continuation in
      useCase.start(id) { result in
        results.append(result)
        continuation.resume()
      }
    }
    useCase.start(id)
    await withCheckedContinuation { continuation in
      DeleteOrder(orders: orders).start(id) { result in
        switch result {
        case .success: continuation.resume()
        }
      }
    }
    #expect(results.values == [expected])
  }

  @Test func `A cancelled run delivers nothing, cancelling again does nothing, and the next run works`() async throws {
    let held = HoldingUseCase<Int, Int, OrderError>("request", whenCancelled: OrderError())
    let (beginnings, began) = AsyncStream<Void>.makeStream()
    let useCase = AnyUseCase<Int, Int, OrderError> { id throws(OrderError) in
      began.yield()
      return try await held.execute(id)
    }
    let (results, delivered) = AsyncStream<Result<Int, OrderError>>.makeStream()
    var (begun, result) = (beginnings.makeAsyncIterator(), results.makeAsyncIterator())
    let cancelled = useCase.start(1) { delivered.yield($0) }
    await begun.next()
    #expect(held.calls == [1])
    for _ in 1...2 { cancelled.cancel() }
    #expect(held.calls == [])
    let next = useCase.start(2) { delivered.yield($0) }
    await begun.next()
    try held.succeed(with: 2)
    #expect(await result.next() == .success(2))
    next.cancel()
  }

  // MARK: - A use case made of others

  enum PurchaseStep: String, CaseIterable {
    case order, invoice, downloadCount, review
  }

  struct PurchaseError: Error, Equatable {
    let failed: PurchaseStep
  }

  /// Buys a photo in four steps; the first that fails ends the purchase.
  private struct PurchasePhoto: UseCase {
    let steps: [PurchaseStep: AnyUseCase<String, Void, OrderError>]

    func execute(_ photo: String) async throws(PurchaseError) {
      for step in PurchaseStep.allCases {
        do throws(OrderError) {
          try await steps[step]?.execute(photo)
        } catch {
          throw PurchaseError(failed: step)
        }
      }
    }
  }

  @Test(arguments: PurchaseStep.allCases)
  func `A use case made of four others stops at the step that fails, and names it`(failing: PurchaseStep) async {
    var steps: [PurchaseStep: AnyUseCase<String, Void, OrderError>] = [:]
    for step in PurchaseStep.allCases {
      steps[step] = AnyUseCase<String, Void, OrderError> { [orders] (photo: String) throws(OrderError) in
        orders.append("\(step) \(photo)")
        if step == failing { throw OrderError() }
      }
    }
    await #expect(throws: PurchaseError(failed: failing)) { try await PurchasePhoto(steps: steps).execute("1") }
    let done = PurchaseStep.allCases.prefix { $0 != failing } + [failing]
    #expect(orders.values == done.map { "\($0) 1" })
  }

  // MARK: - The search of GitHub

  private let held = HoldingUseCase<String, [CodeRepositorySummary], SearchError>("search", whenCancelled: .cancelled)
  private let routes = Log<SearchRoute>()

  /// A Store that does not wait for a pause in typing.
  private func store(_ search: AnyUseCase<String, [CodeRepositorySummary], SearchError>) -> SearchStore {
    SearchStore(
      useCase: SearchUseCase(search: search, waitForPause: AnyUseCase { _ in }), messages: .japanese,
      onRoute: routes.append)
  }

  private func store(_ backend: FakeBackend) -> SearchStore {
    let repository = RemoteSearchRepository(client: FakeAPIClient(backend: backend))
    return store(SearchUseCase(repository: repository).search)
  }

  private func repository(_ name: String, stars: Int?) throws -> CodeRepositorySummary {
    CodeRepositorySummary(name: name, stars: stars, htmlURL: try #require(URL(string: "https://github.com/\(name)")))
  }

  @Test func `The strings of the search are byte-equal`() {
    let messages = SearchMessages.japanese
    expectBytes([
      (messages.recommended, "おすすめ"), (messages.results(0), "検索結果 0件"), (messages.results(1), "検索結果 1件"),
      (messages.results(30), "検索結果 30件"), (messages.failedTitle, "通信エラー"),
      (messages.rateLimited, "API rate limit exceeded."),
    ])
  }

  @Test func `A search sends one request, shows its items by stars, and a row leads to its page`() async throws {
    let json = """
      {"items":[{"full_name":"a/none","html_url":"https://github.com/a/none","stargazers_count":null},
      {"full_name":"a/zero","html_url":"https://github.com/a/zero","stargazers_count":0},
      {"full_name":"a/most","html_url":"https://github.com/a/most","stargazers_count":9}]}
      """
    let backend = FakeBackend { _ in .respond(HTTPResponse(status: 200, body: Data(json.utf8))) }
    let store = store(backend)
    await store.load()
    await store.search(text: "swift")
    #expect(backend.requests.map(\.target) == ["/search/repositories?q=swift"])
    #expect(store.state.content.results?.rows.map(\.text) == ["a/most ☆9", "a/zero ☆0", "a/none"])
    for id in ["a/zero", "swiftlang/swift", "not/shown"] { store.select(id) }
    let pages = try ["a/zero", "swiftlang/swift"].map { try repository($0, stars: 0).htmlURL }
    #expect(routes.values == pages.map { .page($0) })
  }

  @Test(arguments: [(FakeOutcome.status(403), \SearchMessages.rateLimited), (.fail(.offline), \.common.noNetwork)])
  func `A failed search is an alert`(
    outcome: FakeOutcome, text: KeyPath<SearchMessages, String> & Sendable
  ) async {
    let store = store(FakeBackend { _ in outcome })
    await store.search(text: "swift")
    let messages = SearchMessages.japanese
    #expect(store.notice == Notice(title: messages.failedTitle, text: messages[keyPath: text], button: "OK"))
    #expect(store.state == .idle(SearchContent()))
  }

  @Test func `A new search cancels the one before, and an empty text both, without an alert`() async throws {
    let store = store(AnyUseCase(held))
    var typed: [StartedAction] = []
    for text in ["s", "sw"] {
      typed.append(StartedAction(text) { await store.search(text: text) })
      await typed[typed.count - 1].waitUntilSuspended()
      #expect(held.calls == [text])
    }
    try await typed[0].finish()
    await store.search(text: " ")
    try await typed[1].finish()
    #expect(held.calls == [])
    #expect((store.state, store.notice) == (.idle(SearchContent()), nil))
  }

  @Test func `A cancelled search puts back the results from before, and the next one works`() async throws {
    let store = store(AnyUseCase(held))
    for (text, isCancelled) in [("a", false), ("b", true), ("c", false)] {
      let before = store.state
      let search = StartedAction(text) { await store.search(text: text) }
      await search.waitUntilSuspended()
      if isCancelled { search.cancel() } else { try held.succeed(with: [repository("a/\(text)", stars: 1)]) }
      try await search.finish()
      #expect((store.state == before) == isCancelled)
      #expect(store.notice == nil)
    }
    #expect(store.state.content.results?.text == "c")
  }

  @Test
  func `Three repositories are recommended, and sorting by stars keeps the order of equal ones, neither with an error`()
    throws
  {
    #expect(RecommendRepositories().execute(()).count == 3)
    let repositories = try [("a/1", nil), ("a/2", 0), ("a/3", 5), ("a/4", 5)].map { try repository($0, stars: $1) }
    #expect(SortByStars().execute(repositories).map(\.name) == ["a/3", "a/4", "a/2", "a/1"])
  }

  @Test func `An observer of a Store sees each state, without polling`() async throws {
    let store = store(AnyUseCase(held))
    let recommended = SearchContent(recommended: RecommendRepositories().execute(()).map(SearchRow.init))
    try await expectStates(
      of: store, \.state, [.idle(SearchContent()), .idle(recommended), .searching(recommended), .idle(recommended)]
    ) {
      await store.load()
      let search = StartedAction("search") { await store.search(text: "swift") }
      await search.waitUntilSuspended()
      try held.fail(with: .cancelled)
      try await search.finish()
    }
  }
}
