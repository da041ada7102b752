import Synchronization

extension UseCase {
  /// Runs the use case from code that works with callbacks.
  ///
  /// `completion` is called on the main actor, exactly once, unless the run was cancelled before.
  ///
  /// - Parameters:
  ///   - parameters: What the use case needs to know.
  ///   - completion: Receives the answer or the failure.
  /// - Returns: The run, which can be cancelled. It need not be kept.
  @discardableResult
  public func start(
    _ parameters: Parameters,
    completion: @escaping @MainActor @Sendable (Result<Success, Failure>) -> Void
  ) -> UseCaseRun {
    let run = UseCaseRun()
    let task = Task { @MainActor in
      let result: Result<Success, Failure>
      do throws(Failure) {
        result = .success(try await execute(parameters))
      } catch {
        result = .failure(error)
      }
      if run.finish() { completion(result) }
    }
    run.cancels(task)
    return run
  }
}

extension UseCase where Parameters == Void {
  /// Runs a use case that needs to know nothing from code that works with callbacks.
  ///
  /// - Parameter completion: Receives the answer or the failure, on the main actor.
  /// - Returns: The run, which can be cancelled. It need not be kept.
  @discardableResult
  public func start(completion: @escaping @MainActor @Sendable (Result<Success, Failure>) -> Void) -> UseCaseRun {
    start((), completion: completion)
  }
}

/// One run of a use case that was started with a callback.
///
/// Runs are independent of each other: two that overlap are cancelled one by one, and after a cancelled run the
/// next one works as if nothing had happened.
public final class UseCaseRun: Sendable {
  private enum Phase {
    case running(Task<Void, Never>?)
    case over
  }

  private let phase = Mutex(Phase.running(nil))

  /// Stops the work and drops its answer.
  ///
  /// The completion is not called after this returns; called from another thread than the main one, this cannot call
  /// back a completion that has just begun. Cancelling twice, or after the completion was called, does nothing.
  public func cancel() {
    let task = phase.withLock { phase -> Task<Void, Never>? in
      guard case .running(let task) = phase else { return nil }
      phase = .over
      return task
    }
    task?.cancel()
  }

  fileprivate func cancels(_ task: Task<Void, Never>) {
    phase.withLock { phase in
      if case .running = phase { phase = .running(task) }
    }
  }

  fileprivate func finish() -> Bool {
    phase.withLock { phase in
      guard case .running = phase else { return false }
      phase = .over
      return true
    }
  }
}
