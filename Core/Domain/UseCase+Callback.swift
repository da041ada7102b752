import Synchronization

extension UseCase {
  /// Performs the operation from code that works with callbacks.
  ///
  /// `completion` is called on the main actor exactly once, unless the run is cancelled first. The returned run need not
  /// be kept.
  @discardableResult
  public func start(
    _ parameters: Parameters,
    completion: @escaping @MainActor @Sendable (Result<Success, Failure>) -> Void = { _ in }
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
    run.setTask(task)
    return run
  }
}

extension UseCase where Parameters == Void {
  /// Performs the operation from code that works with callbacks.
  @discardableResult
  public func start(
    completion: @escaping @MainActor @Sendable (Result<Success, Failure>) -> Void = { _ in }
  ) -> UseCaseRun {
    start((), completion: completion)
  }
}

/// One run of a use case that was started with a completion handler.
///
/// Runs are independent: overlapping ones are cancelled one by one, and a cancelled run does not affect the next.
public final class UseCaseRun: Sendable {
  private enum Phase {
    case running(Task<Void, Never>?)
    case finished
  }

  private let phase = Mutex(Phase.running(nil))

  /// Cancels the operation and drops its result.
  ///
  /// The completion handler is not called after this returns, unless another thread cancels while it is being called.
  /// Does nothing when called twice or after completion.
  public func cancel() {
    let task = phase.withLock { phase -> Task<Void, Never>? in
      guard case .running(let task) = phase else { return nil }
      phase = .finished
      return task
    }
    task?.cancel()
  }

  fileprivate func setTask(_ task: Task<Void, Never>) {
    phase.withLock { phase in
      if case .running = phase { phase = .running(task) }
    }
  }

  fileprivate func finish() -> Bool {
    phase.withLock { phase in
      guard case .running = phase else { return false }
      phase = .finished
      return true
    }
  }
}
