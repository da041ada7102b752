/// Tells an answer that is still wanted from one that a later wish has overtaken.
///
/// A Store takes a ticket when it begins something, and looks at it when the answer is there.
public struct LatestWish: Sendable, Equatable {
  /// What one wish is known by.
  public struct Ticket: Sendable, Equatable {
    fileprivate let number: Int
  }

  private var number = 0

  /// Makes a counter that no wish was made with.
  public init() {}

  /// Begins a wish, which overtakes every earlier one.
  ///
  /// - Returns: What the new wish is known by.
  @discardableResult
  public mutating func begin() -> Ticket {
    number += 1
    return Ticket(number: number)
  }

  /// Whether no later wish has begun.
  ///
  /// - Parameter ticket: What the wish is known by.
  /// - Returns: `true` while the wish is the latest one.
  public func isLatest(_ ticket: Ticket) -> Bool {
    ticket.number == number
  }
}
