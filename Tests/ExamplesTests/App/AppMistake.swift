import Core
import ExampleApp
import StoreExploring
import Synchronization

/// A mistake between the Stores, planted in what the app is given or in how its scene drives it.
struct AppMistake: Sendable {
  /// Changes what the app is given.
  var plant: @Sendable (inout AppEnvironment, KeptByMistake, ControlledDependencies) -> Void = { _, _, _ in }
  /// What the scene does when a link arrives.
  var keepLink: @MainActor @Sendable (KeptByMistake) -> Void = { _ in }
  /// What the scene does when a sign-in has ended.
  var afterSignIn: @MainActor @Sendable (AppRoot, KeptByMistake) async -> Void = { _, _ in }
}

/// What a mistake keeps for as long as the process runs.
final class KeptByMistake: Sendable {
  private let state = Mutex<[String]>([])

  var content: [String] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
