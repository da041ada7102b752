import Core
import ExampleApp
import StoreExploring
import Synchronization

/// A mistake between the Stores, planted in what the app is given or in how its scene drives it.
struct AppMistake: Sendable {
  /// What a planted mistake works with.
  struct Tools: Sendable {
    let client: any APIClient
    let kept: KeptByMistake
    let dependencies: ControlledDependencies

    /// A function that waits for the schedule, such as until the network is back.
    func wait(for event: String) -> @Sendable () async -> Void {
      let call = dependencies.call(event) { () -> [HeldAnswer<Void, any Error>] in [.success("comes")] }
      return { try? await call() }
    }
  }

  /// Changes what the app is given.
  var plant: @Sendable (inout AppEnvironment, Tools) -> Void = { _, _ in }
  /// What the scene does when a link arrives.
  var keepLink: @MainActor @Sendable (KeptByMistake) -> Void = { _ in }
  /// What the scene does when a sign-in has ended.
  var afterSignIn: @MainActor @Sendable (AppRoot, KeptByMistake) async -> Void = { _, _ in }

  /// A mistake in the repositories of a session.
  static func repositories(
    _ replace: @escaping @Sendable (AppRepositories, Session, Tools) -> AppRepositories
  ) -> AppMistake {
    AppMistake { environment, tools in
      environment.makeRepositories = { [make = environment.makeRepositories] session in
        replace(make(session), session, tools)
      }
    }
  }

  /// A mistake in the storages.
  static func storages(_ replace: @escaping @Sendable (AppStorages) -> AppStorages) -> AppMistake {
    AppMistake { environment, _ in environment.storages = replace(environment.storages) }
  }
}

/// What a mistake keeps for as long as the process runs.
final class KeptByMistake: Sendable {
  private let state = Mutex<[String]>([])

  var content: [String] { state.withLock { $0 } }

  /// Keeps a text unless there are as many already, of which it then returns the first.
  func keep(_ text: String?, asOneOf count: Int = 1) -> String? {
    state.withLock { kept in
      guard kept.count < count else { return kept.first }
      if let text { kept.append(text) }
      return text
    }
  }
}
