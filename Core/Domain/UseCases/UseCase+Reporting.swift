extension UseCase {
  /// The same use case, with somebody who is told of every failure before the caller is.
  ///
  /// - Parameter report: Is told of the failure: a log, most often.
  /// - Returns: The use case to call instead.
  public func reportingFailures(
    to report: @escaping @Sendable (Failure) -> Void
  ) -> AnyUseCase<Parameters, Success, Failure> {
    AnyUseCase { (parameters: Parameters) async throws(Failure) -> Success in
      do throws(Failure) {
        return try await execute(parameters)
      } catch {
        report(error)
        throw error
      }
    }
  }
}
