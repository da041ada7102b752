import Core

/// What the app shows as a whole.
public enum AppScreen: Sendable, Equatable {
  /// Nothing yet: it is being found out who is signed in.
  case launch
  /// Nobody is signed in.
  case entrance(AppEntrance)
  /// Somebody is signed in.
  case home(HomeDestination)
}

/// Where somebody comes in.
public enum AppEntrance: Sendable, Equatable {
  /// With an account.
  case signIn
  /// Without one.
  case signUp
}

/// Where somebody is who is signed in.
public enum HomeDestination: Sendable, Equatable {
  /// At their profile.
  case myPage
  /// At the chosen timeline.
  case timeline
  /// At the composer, for an answer to a post and its author's screen name where both are known.
  case compose(replyTo: Post.ID?, screenName: String?)
}
