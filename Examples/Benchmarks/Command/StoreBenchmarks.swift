import Authentication
import Core
import CoreTesting
import Feed
import Foundation
import Observation
import StoreExploring
import Synchronization

/// The costs of Stores over use cases that return at once, and of exploring them.
@MainActor
enum StoreBenchmarks {
  private nonisolated static let user = User(id: "user-1", name: "Taro", email: "taro@example.com")

  private static let authUseCase = AuthUseCase(repository: SampleRepository())

  private static var authStore: AuthStore { AuthStore(useCase: authUseCase, messages: .english) }

  private struct SampleRepository: AuthRepository {
    var signIn = AnyUseCase<Void, User, AuthError> { _ in StoreBenchmarks.user }
    var signOut = AnyUseCase<Void, Void, AuthError> { _ in }

    func login(email: String, pass: String) async throws(AuthError) -> User { try await signIn.execute() }
    func logout() async throws(AuthError) { try await signOut.execute() }
  }

  // MARK: Transitions and actions

  /// The floor: the same transitions by the same use case, with nothing that observes, ignores or overtakes.
  @MainActor
  private final class PlainLogin {
    private(set) var state = AuthState.signedOut
    private let useCase: AuthUseCase

    init(_ useCase: AuthUseCase) {
      self.useCase = useCase
    }

    @inline(never)
    func login(email: String, pass: String) async {
      state = .loading
      do throws(AuthError) {
        state = .signedIn(user: AuthenticatedUser(try await useCase.login(email: email, pass: pass)))
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
    let plain = PlainLogin(authUseCase)
    let store = authStore
    let floor = Variant(name: "plain Swift") { times in
      for _ in 0..<times {
        await plain.login(email: "taro@example.com", pass: "password123")
        plain.sessionEnded()
      }
    }
    let subject = Variant(name: "AuthStore") { times in
      for _ in 0..<times {
        await store.login(email: "taro@example.com", pass: "password123")
        store.sessionEnded()
      }
    }
    return try await Comparison(
      work: "an awaited login and the end of the session, 3 transitions", floor: floor, subject: subject, bound: 4
    ).measure(rounds: rounds)
  }

  // MARK: Paging

  private enum Observing: String, CaseIterable {
    case nothing = "no observer"
    case state = "an observer keeps the previous state"
  }

  private enum Change: String, CaseIterable {
    case page = "20 posts onto"
    case like = "a like among"
    case deletion = "a deletion among"
  }

  /// The ratio is to the same change of 1,000 posts in the same round.
  static func paging(_ rounds: Int) async -> [Figure] {
    var figures: [Figure] = []
    for observing in Observing.allCases {
      var timelines: [Timeline] = []
      for size in sizes { timelines.append(await Timeline(count: size, observing)) }
      for change in Change.allCases {
        var samples: [[Double]] = []
        for _ in 0..<rounds * 20 {
          var round: [Double] = []
          for timeline in timelines { round.append(await timeline.measure(change)) }
          samples.append(round)
        }
        for (index, size) in sizes.enumerated() {
          figures.append(
            Figure(
              work: "\(change.rawValue) \(size.formatted())", variant: observing.rawValue,
              nanoseconds: samples.map { $0[index] }.median, ratio: samples.map { $0[index] / $0[0] }.median, bound: 2))
        }
      }
    }
    return figures
  }

  private static let sizes = [1_000, 100_000, 1_000_000]

  /// A timeline that grows at its end.
  @MainActor
  private final class Timeline {
    private let store: FeedStore
    private let source: PageSource
    private let observer = Observer()
    private var next = 100_000_000
    /// The number of the next post to react to, beginning in the middle.
    private var middle: Int
    private var kept = FeedState.idle

    init(count: Int, _ observing: Observing) async {
      let source = PageSource()
      self.source = source
      store = FeedStore(useCase: FeedUseCase(repository: source), messages: .english)
      middle = next - count / 2
      put(count)
      await store.load()
      switch observing {
      case .nothing: break
      case .state:
        observer.observe { [weak self] in
          guard let self else { return }
          kept = store.state
        }
      }
    }

    /// The time of one change, in nanoseconds.
    func measure(_ change: Change) async -> Double {
      if change == .page { put(20) } else { middle -= 1 }
      let id = "\(middle)"
      return await ContinuousClock().measure {
        switch change {
        case .page: await store.loadMore()
        case .like: await store.react(.like, to: id)
        case .deletion: await store.react(.delete, to: id)
        }
      } / .nanoseconds(1)
    }

    private func put(_ count: Int) {
      let posts = (1...count).map { Self.post(next - $0) }
      next -= count
      source.put(FeedPage(posts: posts, nextCursor: "\(next)"))
    }

    nonisolated static func post(_ number: Int, isLiked: Bool = false) -> Post {
      Post(
        id: "\(number)", author: Author(id: "author-1", name: "Hanako", screenName: "hanako"),
        text: "Post number \(number), of a usual length.",
        createdAt: Date(timeIntervalSinceReferenceDate: Double(number)), likes: isLiked ? 1 : 0, isLiked: isLiked)
    }
  }

  private final class PageSource: FeedRepository {
    private let page = Mutex(FeedPage(posts: [], nextCursor: nil))

    func put(_ page: FeedPage) { self.page.withLock { $0 = page } }
    func page(_ request: FeedPageRequest) -> FeedPage { page.withLock { $0 } }
    func react(_ reaction: Reaction, to id: Post.ID) -> Post? {
      reaction == .delete ? nil : Timeline.post(Int(id) ?? 0, isLiked: reaction == .like)
    }
  }

  // MARK: Explorer

  static func explorer(_ rounds: Int) async -> [Figure] {
    let explorer = StoreExplorer(
      state: \AuthStore.state,
      actions: [
        StoreAction("login", canBeCancelled: true) { await $0.login(email: "taro@example.com", pass: "password123") },
        StoreAction("logout", canBeCancelled: true) { await $0.logout() },
      ],
      invariants: [.whenIdle("nothing is loading") { $0.state != .loading }]
    ) { dependencies in
      let repository = SampleRepository(
        signIn: dependencies.useCase("login", whenCancelled: .cancelled) { [user] _ in
          [.success("taro", user), .failure("offline", .noNetwork)]
        },
        signOut: dependencies.useCase("logout", whenCancelled: .cancelled) { _ in [.success("ok")] })
      return AuthStore(useCase: AuthUseCase(repository: repository), messages: .english)
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
