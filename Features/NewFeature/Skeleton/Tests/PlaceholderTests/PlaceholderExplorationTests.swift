import Core
import Placeholder
import StoreExploring
import StoreTesting
import Testing

/// What must hold in whatever order a user taps and the server answers.
@MainActor
struct PlaceholderExplorationTests {
  @Test func `no order of taps and answers leaves it loading or takes items away`() async {
    let explorer = StoreExplorer(
      state: \PlaceholderStore.state,
      actions: [StoreAction("load") { await $0.load() }, StoreAction("dismiss") { $0.dismissNotice() }],
      invariants: [
        .always("at most one call is on its way") { $0.calls.count <= 1 },
        .whenIdle("it is not loading") { $0.state != .loading },
        .always("what is shown stays") { moment in
          guard case .loaded = moment.previousState else { return true }
          guard case .loaded = moment.state else { return false }
          return true
        },
      ],
      fingerprint: { StateFingerprint(idle: [String(describing: $0.state), String(describing: $0.notice)]) },
      make: { PlaceholderStore(useCase: .held(by: $0)) })
    await expectClean(explorer, depth: 6)
  }
}

extension PlaceholderUseCase {
  /// Use cases whose calls get every answer that there can be.
  fileprivate static func held(by holds: ControlledDependencies) -> PlaceholderUseCase {
    var useCase = PlaceholderUseCase(repository: NoPlaceholderRepository())
    useCase.readItems = holds.useCase("items", whenCancelled: .cancelled) { _ in
      [
        .success("two", PlaceholderContent.sample.items), .success("none", []),
        .failure("offline", .noNetwork), .failure("refused", .notAuthorized),
      ]
    }
    return useCase
  }
}

/// Stands where the held use cases need none.
private struct NoPlaceholderRepository: PlaceholderRepository {
  func items() async throws(PlaceholderError) -> [PlaceholderItem] {
    throw .noNetwork
  }
}
