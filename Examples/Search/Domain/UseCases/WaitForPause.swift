import Core

/// Waits until nobody has typed for a moment.
///
/// It is cancelled where somebody types on, so that a word typed fast is one search.
public struct WaitForPause: UseCase {
  private let pause: Duration
  private let clock: any Clock<Duration>

  /// Makes the use case.
  ///
  /// - Parameters:
  ///   - pause: How long the moment is.
  ///   - clock: What measures it.
  public init(_ pause: Duration = .milliseconds(300), clock: any Clock<Duration> = ContinuousClock()) {
    self.pause = pause
    self.clock = clock
  }

  /// Waits.
  ///
  /// - Parameter parameters: Nothing.
  /// - Throws: ``SearchError/cancelled`` where the task is cancelled before the moment is over.
  public func execute(_ parameters: Void) async throws(SearchError) {
    do {
      try await clock.sleep(for: pause)
    } catch {
      throw .cancelled
    }
  }
}
