import Core

/// Where Feed wants to go.
///
/// The root of the app performs it.
public enum FeedRoute: Sendable, Equatable {
  /// The composer, for an answer to a post and its author's screen name where both are known.
  case compose(replyTo: Post.ID?, screenName: String?)
  /// The screen that signs in: nobody is, or whoever is may not read this.
  case signIn
  /// The server has ended the session.
  case sessionEnded
}
