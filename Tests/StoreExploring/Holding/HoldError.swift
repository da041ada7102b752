/// An answer that finds no call to go to.
public struct HoldError: Error, Equatable, CustomStringConvertible {
  /// The name of the hold.
  public let hold: String
  /// The number of the call that was to be answered, from 0, the oldest.
  public let index: Int
  /// The calls that wait, the oldest first.
  public let pending: [String]

  /// Makes the description of an answer that finds no call.
  ///
  /// - Parameters:
  ///   - hold: The name of the hold.
  ///   - index: The number of the call that was to be answered, from 0, the oldest.
  ///   - pending: The calls that wait, the oldest first.
  public init(hold: String, index: Int, pending: [String]) {
    self.hold = hold
    self.index = index
    self.pending = pending
  }

  /// What was to be answered and what waits instead.
  public var description: String {
    let waiting = pending.isEmpty ? "no call waits" : "these wait: \(pending.joined(separator: ", "))"
    return "“\(hold)” has no call number \(index) to answer; \(waiting)."
  }
}
