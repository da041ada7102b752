import Core
import Observation

/// Observable authentication state and its actions.
///
/// A double tap sends one request, and the last request wins: stale responses are ignored.
@MainActor
@Observable
public final class AuthStore: AuthActions {
  package private(set) var memory = AuthMemory()
  /// The strings of the screen.
  public let messages: AuthMessages

  private let useCase: AuthUseCase
  private let onRoute: @MainActor (AuthRoute) -> Void
  @ObservationIgnored private var observations: [Session.Observation] = []

  /// Creates a Store; `onRoute` navigates.
  public init(
    useCase: AuthUseCase, messages: AuthMessages = AuthMessages(language: .preferred),
    onRoute: @escaping @MainActor (AuthRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
  }

  /// The state of the screen.
  public var state: AuthState { memory.state }

  /// A message to show once.
  public var notice: Notice? { memory.notice }

  /// The notice that the password which confirms the deletion of the account is wrong, for its field.
  public var passwordRefusal: Notice? { notice.flatMap { $0.kind == .invalidInput(field: "password") ? $0 : nil } }

  /// Whether the state is loading because the account of the signed-in user is being deleted.
  public var isDeletingAccount: Bool { memory.isDeletingAccount }

  /// What the server offers; the action of anything else is ignored.
  public var capabilities: Set<AuthCapability> { useCase.capabilities }

  /// The title above the error of a failed sign-up; `nil` for any other error, and where there is none.
  public var errorTitle: String? { memory.refusal?.title }

  /// Whether the error is about the email address.
  public var isEmailRefused: Bool { memory.refusal?.isEmailRefused ?? false }

  /// Whether the error is about the password, which the user then enters again; after any other it stays in the form.
  public var isPasswordRefused: Bool { memory.refusal?.isPasswordRefused ?? false }

  /// Keeps the state in step with a session that ends, whose user is renamed, or that another process replaces by another
  /// user's; restores again when the app becomes active; and shows a notice where the storage fails.
  public func observe(_ session: Session) {
    observations = [
      session.onUserChange { [weak self, weak session] in self?.followChange(to: session?.current?.user) },
      session.onUserRenewal { [weak self, weak session] former, renewed in
        // Another user may have signed in meanwhile.
        if session?.current?.user == former { self?.memory.renameUser(to: AuthenticatedUser(renewed)) }
      },
      session.onStorageFailure { [weak self, weak session] _ in
        self?.showStorageFailure(isSignedIn: session?.current != nil)
      },
      session.onAccountDeletion { [weak self, weak session] user in
        await self?.finishDeletion(of: user, isSignedIn: session?.current != nil) ?? false
      },
      session.onActivation { [weak self] in await self?.restore() },
    ]
  }

  public func login(email: String, pass: String) async {
    await signIn(.signIn) { _ throws(AuthError) in try await useCase.login(email: email, pass: pass) }
  }

  public func login(with provider: IdentityProvider) async {
    // The session knows nothing of a sign-in before its request, so that a sign-out could not overtake it.
    await signIn(.signIn) { attempt throws(AuthError) in
      try await useCase.login(with: provider) { memory.isCurrent(attempt) }
    }
  }

  public func signUp(email: String, pass: String, fields: [String: String]) async {
    guard capabilities.contains(.signUp) else { return }
    await signIn(.signUp) { _ throws(AuthError) in try await useCase.signUp(email: email, pass: pass, fields: fields) }
  }

  public func restore() async {
    guard memory.beginRestore() else {
      // Signed in, what could not be saved is saved; a failure has been told when it was met first.
      if case .signedIn = state { _ = try? await useCase.restore() }
      return
    }
    do throws(SessionStorageError) {
      let user = try await useCase.restore().map(AuthenticatedUser.init)
      guard let attempt = memory.endRestore(as: user) else { return }
      onRoute(.signedIn)
      await confirm(attempt)
    } catch {
      _ = memory.endRestore(as: nil)
      switch error {
      case .damaged: memory.present(messages.notice(messages.savedSessionTitle, messages.damagedSession), of: .restore)
      // Read again by the next restore.
      case .unavailable, .notWritten: return
      }
    }
  }

  public func logout() async {
    if memory.cancelSignIn() {
      try? await useCase.logout()
    } else if let attempt = signOut() {
      do throws(AuthError) {
        try await useCase.logout()
        memory.present(messages.notice(messages.logoutDoneTitle, messages.logoutDone, kind: .success), of: attempt)
      } catch {
        if error != .cancelled { memory.present(messages.notice(for: error, doing: .signOut), of: attempt) }
      }
    }
  }

  public func deleteAccount(pass: String) async {
    guard capabilities.contains(.accountDeletion), let attempt = memory.beginDeletion() else { return }
    do throws(AuthError) {
      let user = try await useCase.deleteAccount(pass: pass)
      // A session that has ended has finished the deletion already.
      if memory.isCurrent(attempt) { await finishDeletion(of: user, isSignedIn: false) }
    } catch {
      guard memory.isCurrent(attempt) else { return }
      guard error != .sessionEnded else { return expire() }
      memory.endDeletion(attempt)
      if error != .cancelled { memory.present(messages.notice(for: error, doing: .deleteAccount), of: .deletion) }
    }
  }

  public func sessionEnded() {
    // A deletion in progress says more.
    if !memory.isDeletingAccount { expire() }
  }

  public func dismissNotice() {
    memory.present(nil)
  }

  public func showSignUp() {
    guard capabilities.contains(.signUp) else { return }
    memory.clearRefusal()
    onRoute(.signUp)
  }

  public func showSignIn() {
    memory.clearRefusal()
    onRoute(.signIn)
  }

  private func signIn(
    _ operation: AuthOperation, _ send: (AuthAttempt) async throws(AuthError) -> User
  ) async {
    guard let attempt = memory.beginSignIn() else { return }
    do throws(AuthError) {
      let user = try await send(attempt)
      guard memory.endSignIn(attempt, as: AuthenticatedUser(user)) else { return }
      onRoute(.signedIn)
      guard operation == .signUp else { return }
      memory.present(messages.notice(messages.signUpDoneTitle, messages.signUpDone, kind: .success), of: attempt)
    } catch {
      memory.endSignIn(attempt, with: error == .cancelled ? nil : messages.refusal(for: error, doing: operation))
    }
  }

  /// Updates the restored user with what the server says; no response leaves the user signed in.
  private func confirm(_ attempt: AuthAttempt) async {
    do throws(AuthError) {
      memory.confirm(AuthenticatedUser(try await useCase.currentUser()), attempt)
    } catch {
      if memory.isCurrent(attempt), error == .sessionEnded { expire() }
    }
  }

  /// Shows a change of the user that no action of this Store has made.
  private func followChange(to user: User?) {
    guard let user else { return sessionEnded() }
    if memory.replaceUser(with: AuthenticatedUser(user)) { onRoute(.signedIn) }
  }

  /// Shows that the account of a user has been deleted, unless another user is signed in, and removes what the device
  /// keeps of the user; returns whether nothing remains.
  @discardableResult
  private func finishDeletion(of user: User, isSignedIn: Bool) async -> Bool {
    let attempt = isSignedIn ? nil : signOut()
    do throws(AuthError) {
      try await useCase.removeUserData(of: user.id)
      guard let attempt else { return true }
      memory.present(
        messages.notice(messages.deleteAccountDoneTitle, messages.deleteAccountDone, kind: .success), of: attempt)
      return true
    } catch {
      memory.present(messages.notice(for: error, doing: .removeUserData))
      return false
    }
  }

  private func expire() {
    signOut(AuthRefusal(text: messages.sessionExpired))
  }

  @discardableResult
  private func signOut(_ refusal: AuthRefusal? = nil) -> AuthAttempt? {
    let attempt = memory.signOut(refusal)
    if attempt != nil { onRoute(.signedOut) }
    return attempt
  }

  private func showStorageFailure(isSignedIn: Bool) {
    let text = isSignedIn ? messages.signInNotSaved : messages.signOutNotSaved
    memory.presentStorageFailure(messages.notice(messages.savedSessionTitle, text))
  }
}
