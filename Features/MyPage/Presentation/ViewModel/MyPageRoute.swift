/// Where MyPage wants to go.
///
/// The root of the app performs it.
public enum MyPageRoute: Sendable, Equatable {
  /// The screen that signs in: nobody is, or whoever is may not read this.
  case signIn
  /// The server has ended the session.
  case sessionEnded
}
