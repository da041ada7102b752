/// Something that must hold whatever order things happen in.
public struct Invariant<Subject, State> {
  /// What must hold, in words that finish “It does not hold that …”.
  public let name: String
  let appliesOnlyWhenQuiet: Bool
  let holds: @MainActor (ExplorationState<Subject, State>) -> Bool

  /// Something that must hold after every step.
  ///
  /// - Parameters:
  ///   - name: What must hold.
  ///   - holds: Whether it does.
  /// - Returns: The invariant.
  public static func always(
    _ name: String, _ holds: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    Invariant(name: name, appliesOnlyWhenQuiet: false, holds: holds)
  }

  /// Something that must hold whenever no action runs.
  ///
  /// - Parameters:
  ///   - name: What must hold.
  ///   - holds: Whether it does.
  /// - Returns: The invariant.
  public static func whenQuiet(
    _ name: String, _ holds: @escaping @MainActor (ExplorationState<Subject, State>) -> Bool
  ) -> Invariant {
    Invariant(name: name, appliesOnlyWhenQuiet: true, holds: holds)
  }

  @MainActor
  func isBroken(at moment: ExplorationState<Subject, State>) -> Bool {
    guard moment.isQuiet || !appliesOnlyWhenQuiet else { return false }
    return !holds(moment)
  }
}
