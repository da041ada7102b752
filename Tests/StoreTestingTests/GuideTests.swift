import Core
import Observation
import StoreExploring
import StoreTesting
import Testing

/// The Store and the examples of the guide in StoreTesting.docc.
@MainActor
struct GuideTests {
  enum LoadError: Error, Equatable {
    case offline
    case cancelled
  }

  @MainActor @Observable
  final class Counter {
    enum State: Hashable {
      case idle
      case loading
      case loaded(Int)
      case failed
    }

    private(set) var state = State.idle
    private let useCase: AnyUseCase<Void, Int, LoadError>

    init(load: AnyUseCase<Void, Int, LoadError> = AnyUseCase { 1 }) {
      useCase = load
    }

    func load() async {
      guard state != .loading else { return }
      let before = state
      state = .loading
      do throws(LoadError) {
        state = .loaded(try await useCase.execute())
      } catch {
        switch error {
        case .offline: state = .failed
        case .cancelled: state = before
        }
      }
    }
  }

  @Test func `Loading is a state on the way`() async {
    let store = Counter()
    await expectStates(of: store, \.state, [.idle, .loading, .loaded(1)]) { await store.load() }
  }

  @Test func `A call is pending until the test answers it`() async throws {
    let load = HoldingUseCase<Void, Int, LoadError>("load", whenCancelled: .cancelled)
    let store = Counter(load: AnyUseCase(load))
    let action = StartedAction("load") { await store.load() }
    #expect(store.state == .loading)
    try load.succeed(with: 1)
    try await action.finish()
    #expect(store.state == .loaded(1))
  }

  @Test func `No order of taps and answers stays loading`() async {
    let explorer = StoreExplorer(
      state: \Counter.state,
      actions: [StoreAction("load") { await $0.load() }],
      invariants: [.whenIdle("nothing is loading") { $0.state != .loading }],
      fingerprint: { StateFingerprint($0) }
    ) { dependencies in
      Counter(
        load: dependencies.useCase("load", whenCancelled: .cancelled) { _ in
          [.success("one", 1), .failure("offline", .offline)]
        })
    }
    let exploration = await expectComplete(explorer)
    #expect(exploration.machine.unreached == [])
  }
}
