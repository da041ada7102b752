import Core

/// A use case whose calls wait until the test answers them.
///
/// ```swift
/// let load = HoldingUseCase<Void, Int, LoadError>("load", whenCancelled: .cancelled)
/// let store = NumberStore(load: AnyUseCase(load))
/// let action = StartedAction("load") { await store.load() }
/// // Here store.state is .loading.
/// try load.succeed(with: 1)
/// try await action.finish()
/// ```
public final class HoldingUseCase<Parameters: Sendable, Success: Sendable, Failure: Error>: UseCase {
  private let line: HoldLine<Parameters, Result<Success, Failure>>
  private let failureWhenCancelled: Failure?

  /// Makes a use case that holds every call.
  ///
  /// - Parameters:
  ///   - name: The name that messages give it.
  ///   - whenCancelled: What a waiting call throws when its task is cancelled. With `nil` a cancelled call goes on
  ///     waiting for its answer, as a use case does that takes no notice of cancellation.
  public init(_ name: String, whenCancelled: Failure? = nil) {
    line = HoldLine(name)
    failureWhenCancelled = whenCancelled
  }

  /// What the waiting calls were made with, the oldest first.
  public var calls: [Parameters] { line.calls.map(\.details) }

  /// Waits for the answer.
  ///
  /// - Parameter parameters: What the call is made with.
  /// - Returns: What the test answers.
  /// - Throws: What the test answers, or the failure for cancelled calls.
  public func execute(_ parameters: Parameters) async throws(Failure) -> Success {
    let result = await line.wait(line.name, parameters, whenCancelled: failureWhenCancelled.map { .failure($0) })
    return try result.get()
  }

  /// Lets a call succeed.
  ///
  /// - Parameters:
  ///   - success: What it returns.
  ///   - index: Which of ``calls``, from 0, the oldest.
  /// - Throws: ``HoldError`` where there is no such call.
  public func succeed(with success: Success, call index: Int = 0) throws(HoldError) {
    try answer(.success(success), call: index)
  }

  /// Lets a call fail.
  ///
  /// - Parameters:
  ///   - failure: What it throws.
  ///   - index: Which of ``calls``, from 0, the oldest.
  /// - Throws: ``HoldError`` where there is no such call.
  public func fail(with failure: Failure, call index: Int = 0) throws(HoldError) {
    try answer(.failure(failure), call: index)
  }

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - result: What it returns or throws.
  ///   - index: Which of ``calls``, from 0, the oldest.
  /// - Throws: ``HoldError`` where there is no such call.
  public func answer(_ result: Result<Success, Failure>, call index: Int = 0) throws(HoldError) {
    try line.take(index).resume(returning: result)
  }
}

extension HoldingUseCase where Success == Void {
  /// Lets a call succeed that returns nothing.
  ///
  /// - Parameter index: Which of ``calls``, from 0, the oldest.
  /// - Throws: ``HoldError`` where there is no such call.
  public func succeed(call index: Int = 0) throws(HoldError) {
    try succeed(with: (), call: index)
  }
}
