import Core
import CoreTesting
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

  @Test func `A use case has one purpose and one typed failure, and real and fake ones share the erasure`() async {
    DeleteOrder(orders: orders).execute(1)
    let real = AnyUseCase(AddOrder(orders: orders))
    let fake = AnyUseCase<Int, Void, OrderError> { [orders] id in orders.append("fake \(id)") }
    for (useCase, id) in [(real, 1), (fake, 2), (real, 0)] {
      do throws(OrderError) {
        try await useCase.execute(id)
      } catch {
        let failure: OrderError = error
        orders.append("\(failure)")
      }
    }
    #expect(orders.values == ["delete 1", "add 1", "fake 2", "OrderError()"])
    let sort = AnySynchronousUseCase<[Int], [Int], Never> { $0.sorted() }
    #expect(sort.execute([3, 1, 2]) == [1, 2, 3])
  }

  @Test func `Failures are reported once each and rethrown`() async throws {
    let failures = Log<OrderError>()
    let add = AddOrder(orders: orders)
    for useCase in [AnyUseCase(add), add.reportingFailures(to: failures.append)] {
      try await useCase.execute(4)
      await #expect(throws: OrderError()) { try await useCase.execute(-4) }
    }
    #expect(orders.values == ["add 4", "add 4"])
    #expect(failures.values == [OrderError()])
  }

  private struct Concurrent: UseCase {
    @concurrent func execute(_ parameters: Void) async -> (any Actor)? { #isolation }
  }

  @Test func `A use case stays on its caller's actor, however it is wrapped, unless it is concurrent`() async {
    let isolation = AnyUseCase<Void, (any Actor)?, Never> { (_: Void) async -> (any Actor)? in #isolation }
    for useCase in [isolation, AnyUseCase(isolation), isolation.reportingFailures { _ in }] {
      #expect(await useCase.execute() === MainActor.shared)
    }
    #expect(await AnyUseCase(Concurrent()).execute() == nil)
  }

  // MARK: - Callbacks

  /// Waits for an answer, whether it is cancelled or not, and logs which.
  ///
  /// On the main actor, a completion handler has been called by the time that a test resumes after `ended`.
  private final class Waiting: UseCase {
    let hold = HoldingUseCase<Int, Result<Int, OrderError>, Never>("request")
    let cancellations = Log<Bool>()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()

    func execute(_ id: Int) async throws(OrderError) -> Int {
      begin.yield()
      let answer = await hold.execute(id)
      cancellations.append(Task.isCancelled)
      end.yield()
      return try answer.get()
    }
  }

  private let waiting = Waiting()
  private let results = Log<Result<Int, OrderError>>()

  @Test(arguments: [Result<Int, OrderError>.success(7), .failure(OrderError())])
  func `A callback is called once, with a success or a failure, and cancelling afterwards does nothing`(
    answer: Result<Int, OrderError>
  ) async throws {
    let run = waiting.start(1) { results.append($0) }
    for await _ in waiting.begun.prefix(1) { try waiting.hold.succeed(with: answer) }
    for await _ in waiting.ended.prefix(1) { run.cancel() }
    #expect(results.values == [answer])
    #expect(waiting.cancellations.values == [false])
  }

  @Test(arguments: [true, false])
  func `A cancelled run delivers nothing, cancelling again does nothing, and the next run works`(
    hasBegun: Bool
  ) async throws {
    var (begun, ended) = (waiting.begun.makeAsyncIterator(), waiting.ended.makeAsyncIterator())
    let run = waiting.start(1) { results.append($0) }
    if hasBegun { await begun.next() }
    for _ in 1...2 { run.cancel() }
    if !hasBegun { await begun.next() }
    try waiting.hold.succeed(with: .success(1))
    await ended.next()
    #expect(results.values == [])
    #expect(waiting.cancellations.values == [true])
    waiting.start(2) { results.append($0) }
    await begun.next()
    try waiting.hold.succeed(with: .success(2))
    await ended.next()
    #expect(results.values == [.success(2)])
  }

  @Test func `A use case without parameters and errors calls its completion handler, if it has one`() async {
    let number = await withCheckedContinuation { continuation in
      AnyUseCase { (_: Void) async in 5 }.start { result in
        switch result {
        case .success(let number): continuation.resume(returning: number)
        }
      }
    }
    #expect(number == 5)
    await withCheckedContinuation { continuation in
      AnyUseCase<Void, Void, Never> { _ in continuation.resume() }.start()
    }
  }

  private enum PurchaseStep: String, CaseIterable {
    case order, invoice, counter, review
  }

  private struct PurchaseError: Error, Equatable {
    let failed: PurchaseStep
    let undone: [PurchaseStep]
  }

  /// Buys a photo in four steps; the first that fails ends the purchase, and what was done before is undone.
  private struct PurchasePhoto: UseCase {
    let perform: @Sendable (PurchaseStep) -> AnyUseCase<String, Void, OrderError>
    let undo: @Sendable (PurchaseStep) -> AnyUseCase<String, Void, Never>

    func execute(_ photo: String) async throws(PurchaseError) {
      var done: [PurchaseStep] = []
      for step in PurchaseStep.allCases {
        do throws(OrderError) {
          try await perform(step).execute(photo)
          done.insert(step, at: 0)
        } catch {
          for step in done { await undo(step).execute(photo) }
          throw PurchaseError(failed: step, undone: done)
        }
      }
    }
  }

  @Test(arguments: PurchaseStep.allCases.indices)
  func `A use case made of four others stops at the step that fails, says which, and undoes the others`(
    failing: Int
  ) async {
    let steps = PurchaseStep.allCases
    let purchase = PurchasePhoto { [orders] step in
      AnyUseCase { photo throws(OrderError) in
        if step == steps[failing] { throw OrderError() }
        orders.append("\(step) \(photo)")
      }
    } undo: { [orders] step in
      AnyUseCase { photo in orders.append("undo \(step) \(photo)") }
    }
    let done = steps.prefix(failing)
    await #expect(throws: PurchaseError(failed: steps[failing], undone: done.reversed())) {
      try await purchase.execute("photo")
    }
    #expect(orders.values == done.map { "\($0) photo" } + done.reversed().map { "undo \($0) photo" })
  }
}

/// The search of GitHub in the sample of the same article.
@MainActor
struct SearchTests {
  private let pause = HoldingUseCase<Void, Void, SearchError>("pause", whenCancelled: .cancelled)
  private let searching = HoldingUseCase<String, [CodeRepositorySummary], SearchError>(
    "search", whenCancelled: .cancelled)
  private let routes = Log<SearchRoute>()
  private let failures = Log<SearchError>()
  private let messages = SearchMessages(language: .japanese)
  private let store: SearchStore
  private let found = SearchState.found("swift", "a/b")

  init() {
    let useCase = SearchUseCase(search: AnyUseCase(searching), waitForPause: AnyUseCase(pause))
    store = SearchStore(useCase: useCase, messages: .japanese, onRoute: routes.append)
  }

  @Test func `The strings of the search are byte-equal`() {
    expectBytes([
      (messages.recommended, "おすすめ"), (messages.results(0), "検索結果 0件"), (messages.results(1), "検索結果 1件"),
      (messages.results(30), "検索結果 30件"), (messages.failedTitle, "通信エラー"),
      (messages.rateLimited, "API rate limit exceeded."),
    ])
    let english = SearchMessages(language: .english)
    #expect([0, 1, 30].map(english.results) == ["0 Results", "1 Result", "30 Results"])
    #expect(!"\(english)".contains(/\p{Han}|\p{Hiragana}|\p{Katakana}/))
  }

  // MARK: - The Store

  /// Starts a search, which waits for the pause.
  private func type(_ text: String) async -> StartedAction {
    let action = StartedAction("search “\(text)”") { [store] in await store.search(text: text) }
    await action.waitUntilSuspended()
    return action
  }

  /// Starts a search, which waits for its response.
  private func send(_ text: String) async throws -> StartedAction {
    let action = await type(text)
    try pause.succeed()
    await action.waitUntilSuspended()
    return action
  }

  private func search(_ text: String, _ result: Result<[CodeRepositorySummary], SearchError>) async throws {
    let action = try await send(text)
    try searching.answer(result)
    try await action.finish()
  }

  @Test func `A new search stops the one before, and an observer sees each state`() async throws {
    try await expectStates(of: store, \.state, [.none, .searching(SearchContent()), found]) {
      let sent = try await send("nio")
      var typed: [StartedAction] = [sent]
      for text in ["s", "sw", " swift\n"] { typed.append(await type(text)) }
      for action in typed.dropLast() { try await action.finish() }
      #expect((pause.calls.count, searching.calls) == (1, []))
      try pause.succeed()
      await typed[3].waitUntilSuspended()
      #expect(searching.calls == ["swift"])
      try searching.succeed(with: [.sample("a/b")])
      try await typed[3].finish()
    }
    #expect(store.notice == nil)
  }

  @Test(arguments: ["", "\n\u{3000}"])
  func `An empty text stops the search and removes the results`(_ empty: String) async throws {
    try await search("swift", .success([.sample("a/b")]))
    let waiting = await type("nio")
    await store.search(text: empty)
    try await waiting.finish()
    let sent = try await send("nio")
    await store.search(text: empty)
    try await sent.finish()
    #expect((store.state, store.notice) == (.none, nil))
    #expect(pause.calls.isEmpty && searching.calls.isEmpty)
  }

  @Test func `A cancelled search puts back what was there, silently, and the next one works`() async throws {
    let first = await type("swift")
    first.cancel()
    try await first.finish()
    #expect(store.state == .none)
    try await search("swift", .success([.sample("a/b")]))
    try await expectStates(of: store, \.state, [found, .searching(found.content), found], and: \.notice, [nil]) {
      let second = try await send("nio")
      second.cancel()
      try await second.finish()
    }
  }

  @Test(
    arguments: [
      (.noNetwork, \.common.noNetwork), (.notAuthorized, \.common.notAuthorized), (.unusableText, \.unusableText),
      (.rateLimited(retryAfter: .seconds(60)), \.rateLimited), (.serverError(reason: "x"), \.common.serverError),
    ] as [(SearchError, KeyPath<SearchMessages, String> & Sendable)])
  func `A failed search is an alert, and the results stay`(
    error: SearchError, text: KeyPath<SearchMessages, String> & Sendable
  ) async throws {
    let alert = Notice(title: messages.failedTitle, text: messages[keyPath: text], button: messages.common.dismiss)
    try await search("swift", .failure(error))
    #expect((store.state, store.notice) == (.none, alert))
    store.dismissNotice()
    try await search("swift", .success([.sample("a/b")]))
    try await search("nio", .failure(error))
    #expect((store.state, store.notice) == (found, alert))
  }

  @Test func `Three repositories are recommended, once, and each row leads to its page`() async throws {
    let rows = RecommendRepositories().execute(()).map(SearchRow.init)
    #expect(rows.count == 3)
    let content = SearchContent(recommended: rows)
    let action = await type("swift")
    try await expectStates(of: store, \.state, [.searching(SearchContent()), .searching(content), .idle(content)]) {
      await store.load()
      await store.load()
      action.cancel()
      try await action.finish()
    }
    try await search("swift", .success([.sample("a/b")]))
    for id in ["a/b", "swiftlang/swift", "no/where"] { store.select(id) }
    let page = try #require(URL(string: "https://github.com/swiftlang/swift"))
    #expect(routes.values == [.page(CodeRepositorySummary.sample("a/b").htmlURL), .page(page)])
  }

  @Test func `No order of searches, responses and cancellations breaks an invariant`() async {
    let explorer = StoreExplorer(
      state: \SearchStore.state,
      actions: ["a", "b", ""].map { text in
        StoreAction("search “\(text)”", canBeCancelled: true) { await $0.search(text: text) }
      },
      invariants: [
        .always("one search is sent at a time") { $0.calls.count <= 1 },
        .whenIdle("nothing is shown as in progress") { state in
          if case .searching = state.state { false } else { true }
        },
        .always("a response shows what was searched for last") { state in
          guard case .answered("search", with: "found", let run) = state.lastEvents.first else { return true }
          return state.state == .found(run.name == "search “a”" ? "a" : "b", "a/b")
        },
        .always("an empty text removes the results") { state in
          guard case .started(let run) = state.lastEvents.first, run.name == "search “”" else { return true }
          return state.state == .none
        },
      ],
      fingerprint: { StateFingerprint($0.memory.withoutGenerations, identifiers: [$0.memory.generation]) },
      make: { dependencies in
        SearchStore(
          useCase: SearchUseCase(
            search: dependencies.useCase("search", whenCancelled: .cancelled) { _ in
              [.success("found", [.sample("a/b")]), .failure("offline", .noNetwork)]
            },
            waitForPause: dependencies.useCase("pause", whenCancelled: .cancelled) { _ in [.success("over")] }))
      })
    await expectClean(explorer, depth: 6)
  }

  // MARK: - The repository, at answers in the shape in which GitHub gives them

  private func search(_ text: String, _ backend: FakeBackend) async -> SearchStore {
    let store = SearchStore(
      client: FakeAPIClient(backend: backend), messages: .japanese, clock: SteadyClock(), onFailure: failures.append)
    await store.search(text: text)
    return store
  }

  private nonisolated static func answer(_ name: String, status: Int = 200) throws -> FakeOutcome {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Answers/\(name).json")
    let headers: HTTPHeaders = ["Content-Type": "application/json; charset=utf-8"]
    return .respond(HTTPResponse(status: status, headers: headers, body: try Data(contentsOf: file)))
  }

  @Test func `The items of the response become rows, the most stars first, ties in their order`() async throws {
    let found = try Self.answer("found")
    let results = await search("swift", FakeBackend { _ in found }).state.content.results
    #expect(
      results?.rows.map(\.text) == [
        "swiftlang/swift ☆69000", "apple/swift-nio ☆8300", "apple/swift-collections ☆8300", "example/no-stars ☆0",
        "example/stars-missing", "example/stars-null",
      ])
    #expect(results?.rows.first?.htmlURL.absoluteString == "https://github.com/swiftlang/swift")
  }

  @Test(arguments: ["c++ & c", "a=b?c#d%20", "検索 🔎👨‍👩‍👧", "\"a b\"/c"])
  func `The text is sent as typed, anonymously and with a user agent`(_ text: String) async throws {
    let empty = try Self.answer("empty")
    let backend = FakeBackend { _ in empty }
    let store = await search(text, backend)
    #expect(store.state.content.results == SearchResults(text: text, rows: []))
    let request = try #require(backend.requests.first)
    #expect([request.method.rawValue, request.path] == ["GET", "/search/repositories"])
    #expect(request.query == [URLQueryItem(name: "q", value: text)])
    #expect(request.headers["User-Agent"] == "focal-search")
    #expect(request.headers["Authorization"] == nil)
  }

  private struct RecordingTransport: HTTPTransport {
    let urls = Log<String>()

    func send(
      _ request: HTTPRequest, to url: URL, progress: @Sendable (Int) throws(APIError) -> Void
    ) throws(APIError) -> HTTPResponse {
      urls.append(url.absoluteString)
      throw .requestFailed(.offline)
    }
  }

  @Test func `The server is that of GitHub`() async throws {
    let transport = RecordingTransport()
    let configuration = HTTPClientConfiguration(maximumAttempts: 1)
    let server = try #require(RemoteSearchRepository.gitHub)
    let client = HTTPAPIClient(baseURL: server, transport: transport, configuration: configuration)
    await SearchStore(client: client, clock: SteadyClock()).search(text: "swift")
    #expect(transport.urls.values == ["https://api.github.com/search/repositories?q=swift"])
  }

  @Test(arguments: [
    (403, "rate-limit", SearchError.rateLimited(retryAfter: nil)),
    (429, "secondary-rate-limit", .rateLimited(retryAfter: nil)), (422, "unusable-text", .unusableText),
    (200, "rate-limit", .serverError(reason: "items is missing.")),
  ])
  func `Each refusal is an error of its own`(_ status: Int, _ name: String, _ error: SearchError) async throws {
    let refusal = try Self.answer(name, status: status)
    let store = await search("swift", FakeBackend { _ in refusal })
    #expect(failures.values == [error])
    #expect(store.notice?.text == messages.text(for: error, doing: .search))
  }

  @Test func `Of more results than a page has, the first hundred are shown`() async {
    let items = (0..<101).map { #"{"full_name":"a/\#($0)","html_url":"https://github.com"}"# }
    let body = Data(#"{"items":[\#(items.joined(separator: ","))]}"#.utf8)
    let results = await search("a", FakeBackend { _ in .respond(HTTPResponse(status: 200, body: body)) })
    #expect(results.state.content.results?.rows.map(\.id) == (0..<100).map { "a/\($0)" })
  }

  @Test func `A text of more than 10 KiB is not searched for`() async {
    let backend = FakeBackend()
    let store = await search(String(repeating: " ", count: 10_241), backend)
    #expect(failures.values == [.unusableText])
    #expect(store.notice?.text == messages.text(for: .unusableText, doing: .search))
    #expect(backend.requests.isEmpty)
  }

  @Test func `A pause is measured by the given clock, and ends with its task`() async throws {
    let clock = SteadyClock()
    let wait = WaitForPause(clock: clock)
    try await wait.execute(())
    #expect(clock.sleeps.values == [.milliseconds(300)])
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: SearchError.cancelled) { try await wait.execute(()) }
    }.value
  }
}

extension CodeRepositorySummary {
  fileprivate static func sample(_ name: String) -> CodeRepositorySummary {
    CodeRepositorySummary(name: name, stars: 1, htmlURL: URL(filePath: "/").appending(path: name))
  }
}

extension SearchState {
  fileprivate static let none = SearchState.idle(SearchContent())

  fileprivate static func found(_ text: String, _ names: String...) -> SearchState {
    .found(SearchContent(results: SearchResults(text: text, rows: names.map { SearchRow(.sample($0)) })))
  }
}

/// A clock that stands still and does not wait.
private struct SteadyClock: Clock {
  let sleeps = Log<Duration>()
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero

  func sleep(until end: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    sleeps.append(now.duration(to: end))
  }
}
