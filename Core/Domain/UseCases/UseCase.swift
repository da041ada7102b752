/// One thing the app can do for its user, as a value with one verb.
///
/// A type has one purpose: placing an order and deleting it are two use cases. A use case that needs no I/O
/// implements `execute` without `async` and is then called without `await`; one that cannot fail leaves `Failure`
/// at `Never` and is called without `try`. Cancelling a use case is cancelling the task it runs in.
///
/// The protocol covers the variants of the article "A UseCase protocol for Swift": callbacks
/// (``start(_:completion:)``), typed failures, type erasure (``AnyUseCase``) and synchronous ones.
public protocol UseCase<Parameters, Success, Failure>: Sendable {
  /// What the use case needs to know; `Void` when it needs nothing.
  associatedtype Parameters: Sendable
  /// What it answers.
  associatedtype Success: Sendable
  /// How it fails; `Never` when it cannot.
  associatedtype Failure: Error = Never

  /// Does the work, on the actor of the caller.
  ///
  /// - Parameter parameters: What the use case needs to know.
  /// - Returns: The answer.
  /// - Throws: `Failure`, which says why there is no answer.
  func execute(_ parameters: Parameters) async throws(Failure) -> Success
}

extension UseCase where Parameters == Void {
  /// Does the work of a use case that needs to know nothing.
  ///
  /// - Returns: The answer.
  /// - Throws: `Failure`, which says why there is no answer.
  @inlinable
  public func execute() async throws(Failure) -> Success {
    try await execute(())
  }
}
