/// Identifies the latest of several attempts, so that a response to an earlier one can be ignored.
///
/// ```swift
/// let current = generation.next()
/// let answer = await load()
/// guard generation == current else { return }
/// ```
public struct Generation: Sendable, Hashable {
  private var number = 0

  /// Creates the generation before the first attempt.
  public init() {}

  /// Begins an attempt, which makes every earlier one stale.
  @discardableResult
  public mutating func next() -> Generation {
    number += 1
    return self
  }
}
