/// An action that was to finish while it stands at a hold.
public struct UnfinishedAction: Error, Equatable, CustomStringConvertible {
  /// The action's name.
  public let action: String
  /// The calls that it stands at, by the names of their holds.
  public let calls: [String]

  /// What the action waits for, and what to do.
  public var description: String {
    """
    \(action) cannot finish: it stands at \(calls.map { "“\($0)”" }.joined(separator: ", ")). Answer the call first, \
    or cancel the action.
    """
  }
}
