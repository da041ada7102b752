/// An action of a Store that the test has started and will finish.
///
/// Between the two the test stands inside the action, at one of its holds: ``HoldingUseCase``, ``HoldingAPIClient``.
/// Nothing waits by time; an action that stands at a hold is finished only after the test has answered the call.
@MainActor
public final class StartedAction {
  /// The name that messages give it.
  public var name: String { progress.name }
  private let progress: ActionProgress
  private let task: Task<Void, Never>

  /// Starts an action, and returns once it has gone as far as it can: it stands at a hold, has returned, or waits for
  /// something outside of the process.
  ///
  /// - Parameters:
  ///   - name: The name that messages give it.
  ///   - action: The action, such as `{ await store.load() }`.
  public init(_ name: String = "The action", _ action: @escaping @MainActor () async -> Void) {
    let progress = ActionProgress(name)
    self.progress = progress
    task = StepExecutor.shared.takeStep { progress.startInStep(action) }
  }

  /// The calls that the action stands at, by the names of their holds.
  public var standing: [String] { progress.standing }

  /// Whether the action has returned.
  public var hasReturned: Bool { progress.hasReturned }

  /// Waits until the action stands at a hold or has returned.
  ///
  /// A test needs this only for a Store that does something else before its call, such as to read a file or to await a
  /// task of its own.
  public func settle() async {
    await progress.settles()
  }

  /// Cancels the task that the action runs in.
  public func cancel() {
    task.cancel()
  }

  /// Waits until the action has returned.
  ///
  /// - Throws: ``UnfinishedAction``, at once, where the action stands at a hold, so that it would never return.
  public func finish() async throws(UnfinishedAction) {
    await progress.settles()
    guard progress.hasReturned else { throw UnfinishedAction(action: name, calls: progress.standing) }
    await task.value
  }
}

extension ActionProgress {
  /// Runs an action in a task that ``StepExecutor`` runs as part of a step.
  @MainActor
  func startInStep(_ action: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    Self.$current.withValue(self) {
      Task(executorPreference: StepExecutor.shared) { @concurrent in
        await action()
        self.returns()
      }
    }
  }
}
