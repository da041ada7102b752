import Core

/// All that an ``AuthStore`` remembers, and the transitions between its states.
///
/// A transition that does not apply to the current state changes nothing and returns `nil` or `false`.
package struct AuthMemory: Sendable, Hashable {
  private enum Phase: Hashable {
    /// No user is signed in; the refusal is what the last attempt or session ended with.
    case signedOut(AuthRefusal?, SignedOutActivity)
    case signedIn(AuthenticatedUser, SignedInActivity)
  }

  private enum SignedOutActivity: Hashable {
    case idle
    /// The storage is being read: a sign-in that began meanwhile would meet the session that a restore opens.
    case restoring
    case signingIn
  }

  private enum SignedInActivity: Hashable {
    case idle
    case deletingAccount
  }

  /// The cause of a notice that a later change dismisses: a sign-out that of a deletion, a restored session that of a
  /// restore.
  package enum Subject: Sendable, Hashable {
    case deletion, restore
  }

  private var phase = Phase.signedOut(nil, .idle)
  /// A message to show once.
  package private(set) var notice: Notice?
  private var subject: Subject?
  /// Changes when an action replaces another one, or ends a session.
  package var generation = Generation()
  /// Changes with the generation, and when the storage fails: its notice then stands in place of that of the action.
  package var announcement = Generation()

  package init() {}

  /// What decides how the Store goes on: which texts are shown does not, and neither does the number of an attempt.
  package var essence: AuthMemory {
    var essence = AuthMemory()
    essence.phase =
      switch phase {
      case .signedOut(_?, let activity): .signedOut(AuthRefusal(text: ""), activity)
      case .signedOut(nil, _), .signedIn: phase
      }
    return essence
  }

  /// What tells attempts apart; the second is no generation of the first.
  package var identifiers: [AnyHashable?] { [generation, [announcement]] }

  /// The state of the screen.
  package var state: AuthState {
    switch phase {
    case .signedOut(_, .signingIn), .signedIn(_, .deletingAccount): .loading
    case .signedOut(let refusal?, .idle), .signedOut(let refusal?, .restoring): .error(refusal.text)
    case .signedOut(nil, .idle), .signedOut(nil, .restoring): .signedOut
    case .signedIn(let user, .idle): .signedIn(user: user)
    }
  }

  /// The refusal that the state shows as an error.
  package var refusal: AuthRefusal? {
    switch phase {
    case .signedOut(let refusal, .idle), .signedOut(let refusal, .restoring): refusal
    case .signedOut(_, .signingIn), .signedIn: nil
    }
  }

  package var isDeletingAccount: Bool {
    if case .signedIn(_, .deletingAccount) = phase { true } else { false }
  }

  /// Whether no later action has replaced an attempt.
  package func isCurrent(_ attempt: AuthAttempt) -> Bool { attempt.generation == generation }

  // MARK: Signing in

  package mutating func beginSignIn() -> AuthAttempt? {
    guard case .signedOut(let refusal, .idle) = phase else { return nil }
    phase = .signedOut(refusal, .signingIn)
    present(nil)
    return advance()
  }

  package mutating func endSignIn(_ attempt: AuthAttempt, as user: AuthenticatedUser) -> Bool {
    guard isCurrent(attempt), case .signedOut(_, .signingIn) = phase else { return false }
    phase = .signedIn(user, .idle)
    return true
  }

  /// Ends a sign-in with a refusal; with `nil`, as it was before.
  package mutating func endSignIn(_ attempt: AuthAttempt, with refusal: AuthRefusal?) {
    guard isCurrent(attempt), case .signedOut(let before, .signingIn) = phase else { return }
    phase = .signedOut(refusal ?? before, .idle)
  }

  package mutating func cancelSignIn() -> Bool {
    guard case .signedOut(_, .signingIn) = phase else { return false }
    phase = .signedOut(nil, .idle)
    advance()
    return true
  }

  package mutating func clearRefusal() {
    if case .signedOut(_?, let activity) = phase, activity != .signingIn { phase = .signedOut(nil, activity) }
  }

  // MARK: Restoring

  package mutating func beginRestore() -> Bool {
    guard case .signedOut(let refusal, .idle) = phase else { return false }
    phase = .signedOut(refusal, .restoring)
    return true
  }

  /// Ends the reading of the storage; returns the attempt in which the server confirms the user, where there is one.
  package mutating func endRestore(as user: AuthenticatedUser?) -> AuthAttempt? {
    guard case .signedOut(let refusal, .restoring) = phase else { return nil }
    guard let user else {
      phase = .signedOut(refusal, .idle)
      return nil
    }
    phase = .signedIn(user, .idle)
    dismissNotice(of: .restore)
    return AuthAttempt(generation: generation, announcement: announcement)
  }

  package mutating func confirm(_ user: AuthenticatedUser, _ attempt: AuthAttempt) {
    guard isCurrent(attempt), case .signedIn(_, .idle) = phase else { return }
    phase = .signedIn(user, .idle)
  }

  // MARK: Signed in

  /// Signs the user out, also while the account is being deleted.
  package mutating func signOut(_ refusal: AuthRefusal? = nil) -> AuthAttempt? {
    guard case .signedIn = phase else { return nil }
    phase = .signedOut(refusal, .idle)
    dismissNoticeOfUser()
    return advance()
  }

  /// Replaces the signed-in user by another one, also while the account of the former is being deleted.
  package mutating func replaceUser(with user: AuthenticatedUser) -> Bool {
    guard case .signedIn = phase else { return false }
    phase = .signedIn(user, .idle)
    dismissNoticeOfUser()
    advance()
    return true
  }

  /// Shows the signed-in user under another name.
  package mutating func renameUser(to user: AuthenticatedUser) {
    if case .signedIn(let before, let activity) = phase, before != user { phase = .signedIn(user, activity) }
  }

  package mutating func beginDeletion() -> AuthAttempt? {
    guard case .signedIn(let user, .idle) = phase else { return nil }
    phase = .signedIn(user, .deletingAccount)
    present(nil)
    return advance()
  }

  /// Ends a deletion that failed: the user is signed in as before.
  package mutating func endDeletion(_ attempt: AuthAttempt) {
    guard isCurrent(attempt), case .signedIn(let user, .deletingAccount) = phase else { return }
    phase = .signedIn(user, .idle)
  }

  // MARK: Notices

  package mutating func present(_ notice: Notice?, of subject: Subject? = nil) {
    (self.notice, self.subject) = (notice, subject)
  }

  /// Presents the outcome of an attempt, unless another action has begun or the storage has failed since.
  package mutating func present(_ outcome: Notice, of attempt: AuthAttempt) {
    if isCurrent(attempt), attempt.announcement == announcement { present(outcome) }
  }

  package mutating func presentStorageFailure(_ failure: Notice) {
    announcement.next()
    present(failure)
  }

  private mutating func dismissNotice(of subject: Subject) {
    if self.subject == subject { present(nil) }
  }

  /// Dismisses what was told to a user who is not signed in any more, such as the success of the sign-up.
  private mutating func dismissNoticeOfUser() {
    if subject == .deletion || notice?.kind == .success { present(nil) }
  }

  @discardableResult
  private mutating func advance() -> AuthAttempt {
    AuthAttempt(generation: generation.next(), announcement: announcement.next())
  }
}

/// An action in progress, to tell a stale response from a current one.
package struct AuthAttempt: Sendable, Hashable {
  fileprivate let generation: Generation
  fileprivate let announcement: Generation
}

/// What a view shows of a failed attempt, or of a session that has ended.
package struct AuthRefusal: Sendable, Hashable {
  package let text: String
  package var title: String?
  package var isEmailRefused = false
  package var isPasswordRefused = false

  package init(text: String, title: String? = nil, isEmailRefused: Bool = false, isPasswordRefused: Bool = false) {
    self.text = text
    self.title = title
    self.isEmailRefused = isEmailRefused
    self.isPasswordRefused = isPasswordRefused
  }
}
