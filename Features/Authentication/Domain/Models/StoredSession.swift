import Core

/// What an earlier launch left.
public enum RecalledSession: Sendable, Equatable {
  /// Nobody was signed in.
  case none
  /// This user was.
  case user(User)
  /// Something that cannot be read. It is complained about once.
  case damaged
}
