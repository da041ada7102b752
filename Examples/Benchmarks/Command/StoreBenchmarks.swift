import Authentication
import Core
import Feed
import Foundation
import Observation
import StoreExploring
import Synchronization

/// The costs of Stores over use cases that return at once, and of exploring them.
@MainActor
enum StoreBenchmarks {
  private static let user = User(id: "user-1", name: "Taro", email: "taro@example.com", lastLoginDate: .distantPast)

  private static var authStore: AuthStore {
    AuthStore(
      useCase: AuthUseCase(login: AnyUseCase { [user] _ throws(AuthError) in user }), messages: .english)
  }

  // MARK: Transitions and actions

  /// The floor: the same transitions, with nothing that observes, ignores or overtakes.
  @MainActor
  private final class PlainLogin {
    private(set) var state = AuthState.signedOut
    private let login: @Sendable (Credentials) async throws(AuthError) -> User

    init(_ login: @escaping @Sendable (Credentials) async throws(AuthError) -> User) {
      self.login = login
    }

    @inline(never)
    func login(email: String, pass: String) async {
      state = .loading
      do throws(AuthError) {
        state = .signedIn(user: AuthenticatedUser(try await login(Credentials(email: email, pass: pass))))
      } catch {
        state = .error("")
      }
    }

    @inline(never)
    func sessionEnded() {
      state = .error("Your session has expired.")
    }
  }

  static func actions(_ rounds: Int) async throws -> [Figure] {
    let plain = PlainLogin { [user] _ throws(AuthError) in user }
    let (store, observed) = (authStore, authStore)
    let observer = Observer()
    observer.observe { _ = observed.state }
    let floor = Variant(name: "plain Swift") { times in
      for _ in 0..<times {
        await plain.login(email: "taro@example.com", pass: "password123")
        plain.sessionEnded()
      }
    }
    func variant(_ name: String, _ store: AuthStore) -> Variant {
      Variant(name: name) { times in
        for _ in 0..<times {
          await store.login(email: "taro@example.com", pass: "password123")
          store.sessionEnded()
        }
      }
    }
    let work = "login and end of the session, 3 transitions"
    return try await Comparison(work: work, floor: floor, subject: variant("AuthStore", store)).measure(rounds: rounds)
      + Comparison(work: work, floor: floor, subject: variant("AuthStore, one observer", observed))
      .measure(rounds: rounds)
  }

  // MARK: Paging

  static func paging(_ rounds: Int) async -> [Figure] {
    var figures: [Figure] = []
    var shortest: [Double] = []
    for size in [1_000, 100_000, 1_000_000] {
      let work = "20 posts onto \(size.formatted())"
      var times: [Double] = []
      for keepsState in [false, true] {
        let timeline = await Timeline(count: size, keepsState: keepsState)
        var samples: [Double] = []
        for _ in 0..<rounds {
          for _ in 0..<20 { samples.append(await timeline.measurePage()) }
        }
        times.append(samples.median)
      }
      if shortest.isEmpty { shortest = times }
      figures += [
        Figure(
          work: work, variant: "FeedStore, beside 1,000", nanoseconds: times[0], ratio: times[0] / shortest[0],
          bound: 1.5),
        Figure(
          work: work, variant: "an observer keeps the previous state, beside none", nanoseconds: times[1],
          ratio: times[1] / times[0], bound: 2),
      ]
    }
    return figures
  }

  /// A timeline that grows at its end.
  @MainActor
  private final class Timeline {
    private let store: FeedStore
    private let source: PageSource
    private let observer = Observer()
    private var next = 100_000_000
    private var kept = FeedState.idle

    init(count: Int, keepsState: Bool) async {
      let source = PageSource()
      self.source = source
      store = FeedStore(
        useCase: FeedUseCase(readPage: AnyUseCase { _ throws(FeedError) in source.take() }), messages: .english)
      put(count)
      await store.load()
      if keepsState {
        observer.observe { [weak self] in
          guard let self else { return }
          kept = store.state
        }
      }
    }

    /// The time of one page, in nanoseconds.
    func measurePage() async -> Double {
      put(20)
      return await ContinuousClock().measure { await store.loadMore() } / .nanoseconds(1)
    }

    private func put(_ count: Int) {
      let author = Author(id: "author-1", name: "Hanako", screenName: "hanako")
      let posts = (1...count).map { offset in
        Post(
          id: "\(next - offset)", author: author, text: "Post number \(next - offset), of a usual length.",
          createdAt: Date(timeIntervalSinceReferenceDate: Double(next - offset)))
      }
      next -= count
      source.put(FeedPage(posts: posts, nextCursor: "\(next)"))
    }
  }

  private final class PageSource: Sendable {
    private let page = Mutex(FeedPage(posts: [], nextCursor: nil))

    func put(_ page: FeedPage) { self.page.withLock { $0 = page } }
    func take() -> FeedPage { page.withLock { $0 } }
  }

  // MARK: Explorer

  static func explorer(_ rounds: Int) async -> [Figure] {
    let explorer = StoreExplorer(
      state: \AuthStore.state,
      actions: [
        StoreAction("login") { await $0.login(email: "taro@example.com", pass: "password123") },
        StoreAction("logout") { await $0.logout() },
      ],
      invariants: [.whenIdle("nothing is loading") { $0.state != .loading }]
    ) { dependencies in
      AuthStore(
        useCase: AuthUseCase(
          login: dependencies.useCase("login", whenCancelled: .cancelled) { [user] _ in
            [.success("taro", user), .failure("offline", .noNetwork)]
          },
          logout: dependencies.useCase("logout", whenCancelled: .cancelled) { _ in [.success("ok")] }),
        messages: .english)
    }
    var paces: [Double] = []
    for _ in 0..<rounds {
      var schedules = 0
      let duration = await ContinuousClock().measure { schedules = await explorer.explore(depth: 6).schedules }
      paces.append(Double(schedules) / (duration / .seconds(1)))
    }
    let pace = paces.median.formatted(.number.precision(.fractionLength(0)))
    return [
      Figure(work: "exploring AuthStore, 2 actions, 6 steps", variant: "StoreExplorer", value: "\(pace) schedules/s")
    ]
  }
}

/// Reads again after each change, as a view does.
@MainActor
private final class Observer {
  func observe(_ read: @escaping @MainActor @Sendable () -> Void) {
    withObservationTracking {
      read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.observe(read) }
    }
  }
}
