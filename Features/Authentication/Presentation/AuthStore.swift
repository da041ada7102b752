import Core
import Observation

/// Observable authentication state and its actions.
///
/// A double tap sends one request, and the last request wins: stale responses are ignored.
@MainActor
@Observable
public final class AuthStore: AuthActions {
  /// The state of the screen.
  public private(set) var state = AuthState.signedOut
  /// A message to show once.
  public private(set) var notice: Notice?
  /// Whether the state is loading because the account of the signed-in user is being deleted.
  public private(set) var isDeletingAccount = false
  /// The strings of the screen.
  public let messages: AuthMessages

  private let useCase: AuthUseCase
  private let onRoute: @MainActor (AuthRoute) -> Void
  @ObservationIgnored private var generation = Generation()
  /// Whether the storage is being read: a sign-in that began meanwhile would meet the session that a restore opens.
  @ObservationIgnored private var isRestoring = false
  @ObservationIgnored private var observations: [Session.Observation] = []
  /// Whether the storage has failed since the last action began, which is then the notice to show.
  @ObservationIgnored private var hasStorageFailed = false
  /// Whether the error is that of a sign-up.
  @ObservationIgnored private var isSignUpRefused = false

  /// Creates a Store; `onRoute` navigates.
  public init(
    useCase: AuthUseCase, messages: AuthMessages = AuthMessages(language: .preferred),
    onRoute: @escaping @MainActor (AuthRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.onRoute = onRoute
  }

  /// The title above the error of a failed sign-up; `nil` for any other error, and where there is none.
  public var errorTitle: String? {
    if case .error = state, isSignUpRefused { messages.signUpFailedTitle } else { nil }
  }

  /// Keeps the state in step with a session that ends, or that another process replaces by another user's; and shows a
  /// notice where the storage fails.
  public func observe(_ session: Session) {
    observations = [
      session.onUserChange { [weak self, weak session] in self?.followChange(to: session?.current?.user) },
      session.onStorageFailure { [weak self, weak session] _ in
        self?.showStorageFailure(isSignedIn: session?.current != nil)
      },
      session.onAccountDeletion { [weak self, weak session] user in
        await self?.finishDeletion(of: user, isSignedIn: session?.current != nil) ?? false
      },
    ]
  }

  public func login(email: String, pass: String) async {
    await signIn(useCase.login, Credentials(email: email, pass: pass), message: messages.login(failedWith:))
  }

  public func login(with provider: IdentityProvider) async {
    // The session knows nothing of a sign-in before its request, so that a sign-out could not overtake it.
    let current = IdentityProvider(id: provider.id) { [weak self] () async throws(AuthError) -> Secret in
      let began = await self?.generation
      let token = try await provider.authorize.execute()
      guard await self?.generation == began else { throw .cancelled }
      return token
    }
    await signIn(useCase.loginWithProvider, current, message: messages.login(failedWith:))
  }

  public func signUp(email: String, pass: String, fields: [String: String]) async {
    let isSignedUp = await signIn(
      useCase.signUp, Credentials(email: email, pass: pass, fields: fields), isSignUp: true,
      message: messages.signUp(failedWith:))
    if isSignedUp, !hasStorageFailed { present(messages.signUpDoneTitle, messages.signUpDone) }
  }

  public func restore() async {
    guard state.isSignedOut, !isRestoring else { return }
    isRestoring = true
    do throws(SessionStorageError) {
      let user = try await useCase.restore.execute()
      isRestoring = false
      guard let user else { return }
      show(user)
      await confirm()
    } catch {
      isRestoring = false
      switch error {
      case .damaged: present(messages.savedSessionTitle, messages.damagedSession)
      // Read again by the next restore.
      case .unavailable, .notWritten: return
      }
    }
  }

  public func logout() async {
    switch state {
    case .signedOut, .error:
      return
    case .loading where !isDeletingAccount:
      generation.next()
      state = .signedOut
      try? await useCase.logout.execute()
    case .loading, .signedIn:
      let current = generation.next()
      (isDeletingAccount, hasStorageFailed) = (false, false)
      state = .signedOut
      onRoute(.signedOut)
      do throws(AuthError) {
        try await useCase.logout.execute()
        if generation == current, !hasStorageFailed { present(messages.logoutDoneTitle, messages.logoutDone) }
      } catch {
        guard generation == current, !hasStorageFailed, error != .cancelled else { return }
        present(messages.logoutFailedTitle, messages.logoutFailed)
      }
    }
  }

  public func deleteAccount(pass: String) async {
    guard case .signedIn = state else { return }
    let before = state
    let current = generation.next()
    (isDeletingAccount, hasStorageFailed) = (true, false)
    state = .loading
    do throws(AuthError) {
      let user = try await useCase.deleteAccount.execute(Secret(pass))
      // A session that has ended has finished the deletion already.
      if generation == current { await finishDeletion(of: user, isSignedIn: false) }
    } catch {
      guard generation == current else { return }
      isDeletingAccount = false
      guard error != .sessionEnded else { return endSession() }
      state = before
      guard error != .cancelled else { return }
      present(messages.deleteAccountFailedTitle, messages.deleteAccount(failedWith: error))
    }
  }

  public func sessionEnded() {
    if case .signedIn = state { endSession() }
  }

  public func dismissNotice() {
    notice = nil
  }

  public func showSignUp() {
    clearError()
    onRoute(.signUp)
  }

  public func showSignIn() {
    clearError()
    onRoute(.signIn)
  }

  /// Signs in with a use case and returns whether its result is the current one.
  @discardableResult
  private func signIn<Parameters>(
    _ useCase: AnyUseCase<Parameters, User, AuthError>, _ parameters: Parameters, isSignUp: Bool = false,
    message: (AuthError) -> String
  ) async -> Bool {
    let before = state
    guard before.isSignedOut, !isRestoring else { return false }
    let current = generation.next()
    hasStorageFailed = false
    state = .loading
    do throws(AuthError) {
      let user = try await useCase.execute(parameters)
      guard generation == current else { return false }
      show(user)
      return true
    } catch {
      guard generation == current else { return false }
      if error == .cancelled { state = before } else { fail(message(error), isSignUp: isSignUp) }
      return false
    }
  }

  /// Updates the restored user with what the server says; no response leaves the user signed in.
  private func confirm() async {
    let current = generation
    do throws(AuthError) {
      let user = AuthenticatedUser(try await useCase.currentUser.execute())
      if generation == current, state != .signedIn(user: user) { state = .signedIn(user: user) }
    } catch {
      if generation == current, error == .sessionEnded { sessionEnded() }
    }
  }

  /// Shows a change of the user that no action of this Store has made.
  private func followChange(to user: User?) {
    switch (state, user) {
    case (.signedIn, nil):
      endSession()
    case (.signedIn, let user?),
      (.loading, let user?) where isDeletingAccount || state != .loading:
      generation.next()
      isDeletingAccount = false
      show(user)
    case (.loading, _), (.signedOut, _), (.error, _):
      break
    }
  }

  /// Shows that the account of a user has been deleted, unless another user is signed in, and removes what the device
  /// keeps of the user; returns whether nothing remains.
  @discardableResult
  private func finishDeletion(of user: User, isSignedIn: Bool) async -> Bool {
    let isShown =
      switch state {
      case .signedIn: !isSignedIn
      case .loading: isDeletingAccount
      case .signedOut, .error: false
      }
    if isShown {
      generation.next()
      isDeletingAccount = false
      state = .signedOut
      onRoute(.signedOut)
    }
    let current = generation
    do throws(AuthError) {
      try await useCase.removeUserData.execute(user.id)
      if isShown, generation == current, !hasStorageFailed {
        present(messages.deleteAccountDoneTitle, messages.deleteAccountDone)
      }
      return true
    } catch {
      present(messages.deleteAccountDoneTitle, messages.deleteAccount(failedWith: error))
      return false
    }
  }

  private func endSession() {
    generation.next()
    fail(messages.sessionExpired)
    onRoute(.signedOut)
  }

  private func fail(_ text: String, isSignUp: Bool = false) {
    isSignUpRefused = isSignUp
    state = .error(text)
  }

  private func showStorageFailure(isSignedIn: Bool) {
    hasStorageFailed = true
    present(messages.savedSessionTitle, isSignedIn ? messages.signInNotSaved : messages.signOutNotSaved)
  }

  private func show(_ user: User) {
    state = .signedIn(user: AuthenticatedUser(user))
    onRoute(.signedIn)
  }

  private func clearError() {
    if case .error = state { state = .signedOut }
  }

  private func present(_ title: String, _ text: String) {
    notice = Notice(title: title, text: text, button: messages.common.dismiss)
  }
}

extension AuthState {
  /// Whether no user is signed in and nothing is in progress.
  fileprivate var isSignedOut: Bool {
    switch self {
    case .signedOut, .error: true
    case .loading, .signedIn: false
    }
  }
}
