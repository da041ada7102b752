extension FeatureError {
  /// Calls `onFailure` with the error that an operation throws, then rethrows it.
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
