/// One operation of the app, as a value with a single method.
///
/// A use case has one purpose: placing an order and deleting it are two. An `execute` without `async` is called without
/// `await`; one whose `Failure` is `Never` is called without `try`. To cancel a use case, cancel its task.
public protocol UseCase<Parameters, Success, Failure>: Sendable {
  /// The input; `Void` for none.
  associatedtype Parameters: Sendable
  /// The result.
  associatedtype Success: Sendable
  /// The error; `Never` by default.
  associatedtype Failure: Error = Never

  /// Performs the operation on the caller's actor.
  func execute(_ parameters: Parameters) async throws(Failure) -> Success
}

extension UseCase where Parameters == Void {
  /// Performs the operation on the caller's actor.
  @inlinable
  public func execute() async throws(Failure) -> Success {
    try await execute(())
  }
}

/// A type-erased use case: wraps a concrete one or a closure.
///
/// A call stays on the caller's actor. Do not give the closure a capture list: with one, Swift 6.3 hops off the actor
/// (swiftlang/swift#87097), which costs a hundred times as much.
public struct AnyUseCase<Parameters: Sendable, Success: Sendable, Failure: Error>: UseCase {
  @usableFromInline let body: @Sendable (Parameters) async throws(Failure) -> Success

  /// Creates a use case from a closure.
  public init(_ body: @escaping @Sendable (Parameters) async throws(Failure) -> Success) {
    self.body = body
  }

  /// Creates a use case from a concrete one.
  public init(_ useCase: some UseCase<Parameters, Success, Failure>) {
    body = { (parameters: Parameters) async throws(Failure) -> Success in
      try await useCase.execute(parameters)
    }
  }

  /// Performs the wrapped operation on the caller's actor.
  @inlinable
  public func execute(_ parameters: Parameters) async throws(Failure) -> Success {
    try await body(parameters)
  }
}

/// A type-erased synchronous use case, called without `await`.
public struct AnySynchronousUseCase<Parameters: Sendable, Success: Sendable, Failure: Error>: UseCase {
  private let body: @Sendable (Parameters) throws(Failure) -> Success

  /// Creates a use case from a closure, such as `{ sort.execute($0) }`.
  public init(_ body: @escaping @Sendable (Parameters) throws(Failure) -> Success) {
    self.body = body
  }

  /// Performs the wrapped operation.
  public func execute(_ parameters: Parameters) throws(Failure) -> Success {
    try body(parameters)
  }
}

extension UseCase {
  /// Reports each failure, for example to a log, before rethrowing it.
  public func reportingFailures(
    to onFailure: @escaping @Sendable (Failure) -> Void
  ) -> AnyUseCase<Parameters, Success, Failure> {
    AnyUseCase { (parameters: Parameters) async throws(Failure) -> Success in
      do throws(Failure) {
        return try await execute(parameters)
      } catch {
        onFailure(error)
        throw error
      }
    }
  }
}
