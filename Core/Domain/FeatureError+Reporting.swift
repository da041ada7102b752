extension FeatureError {
  /// Performs an operation of a use case, and calls `onFailure` with its error, for example to log it, before rethrowing
  /// it.
  package static func reporting<Success>(
    to onFailure: (Self) -> Void, _ operation: () async throws(Self) -> Success
  ) async throws(Self) -> Success {
    do throws(Self) {
      return try await operation()
    } catch {
      onFailure(error)
      throw error
    }
  }
}
