/// Any use case with these parameters, this answer and these failures: a concrete one, or a closure.
///
/// A Store takes its use cases in this form, so that a test or an app replaces one without a type of its own.
/// A call stays on the actor of its caller, through the wrapper too. Give a closure what it needs without a capture
/// list: with one, Swift 6.3 makes it leave the actor (swiftlang/swift#87097), which costs a hundred times as much.
/// `execute` is inlinable so that the compiler need not look up the types of a call while the app runs.
public struct AnyUseCase<Parameters: Sendable, Success: Sendable, Failure: Error>: UseCase {
  @usableFromInline let body: @Sendable (Parameters) async throws(Failure) -> Success

  /// Makes a use case of a closure.
  ///
  /// - Parameter body: The work.
  public init(_ body: @escaping @Sendable (Parameters) async throws(Failure) -> Success) {
    self.body = body
  }

  /// Wraps a use case.
  ///
  /// - Parameter useCase: The use case whose type is to be forgotten.
  public init(_ useCase: some UseCase<Parameters, Success, Failure>) {
    body = { (parameters: Parameters) async throws(Failure) -> Success in
      try await useCase.execute(parameters)
    }
  }

  /// Does the work of the wrapped use case, on the actor of the caller.
  ///
  /// - Parameter parameters: What the use case needs to know.
  /// - Returns: The answer of the wrapped use case.
  /// - Throws: What the wrapped use case throws.
  @inlinable
  public func execute(_ parameters: Parameters) async throws(Failure) -> Success {
    try await body(parameters)
  }
}
