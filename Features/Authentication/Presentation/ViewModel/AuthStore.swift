import Core
import Observation

/// Who is signed in, as a view observes it, and what a user can do about it.
///
/// A double tap is one request: an action begins in the same turn of the main actor in which it is called. The latest
/// wish wins: an answer that was overtaken changes nothing.
@MainActor
@Observable
public final class AuthStore: AuthActions {
  /// All that a view needs to know.
  public private(set) var state = AuthState.signedOut
  /// What the user is told once.
  public private(set) var notice: Notice?

  private let useCase: AuthUseCase
  private let messages: AuthMessages
  private let route: @MainActor (AuthRoute) -> Void
  @ObservationIgnored private var wish = LatestWish()
  @ObservationIgnored private var isRecalling = false

  /// Makes a Store.
  ///
  /// - Parameters:
  ///   - useCase: What it can do.
  ///   - messages: The texts.
  ///   - route: Performs a route.
  public init(
    useCase: AuthUseCase, messages: AuthMessages = .japanese,
    route: @escaping @MainActor (AuthRoute) -> Void = { _ in }
  ) {
    self.useCase = useCase
    self.messages = messages
    self.route = route
  }

  /// Signs in.
  ///
  /// - Parameters:
  ///   - email: The address, as it was typed.
  ///   - pass: The password, as it was typed.
  public func login(email: String, pass: String) async {
    await open(failureText: { messages.login(failedWith: $0) }) { () async throws(AuthError) -> User in
      try await useCase.login.execute(Credentials(email: email, pass: pass))
    }
  }

  /// Signs in on the word of an identity provider.
  ///
  /// - Parameter provider: Who vouches.
  public func login(with provider: IdentityProvider) async {
    await open(failureText: { messages.login(failedWith: $0) }) { () async throws(AuthError) -> User in
      try await useCase.loginWithProvider.execute(provider)
    }
  }

  /// Makes an account and signs in to it.
  ///
  /// - Parameters:
  ///   - email: The address, as it was typed.
  ///   - pass: The password, as it was typed: 6 characters or more.
  public func signUp(email: String, pass: String) async {
    let isSignedUp = await open(failureText: { messages.signUp(failedWith: $0) }) {
      () async throws(AuthError) -> User in
      try await useCase.signUp.execute(Credentials(email: email, pass: pass))
    }
    if isSignedUp { tell(messages.signUpDoneTitle, messages.signUpDone) }
  }

  /// Takes up the session that an earlier launch left.
  public func restore() async {
    guard state.isOutside, !isRecalling else { return }
    isRecalling = true
    let ticket = wish.begin()
    let stored = await useCase.recallSession.execute()
    isRecalling = false
    guard wish.isLatest(ticket) else { return }
    switch stored {
    case .none:
      return
    case .damaged:
      state = .signedOut
      tell(messages.damagedSessionTitle, messages.damagedSession)
    case .user:
      await open(failureText: { messages.login(failedWith: $0) }) { () async throws(AuthError) -> User? in
        try await useCase.restoreSession.execute()
      }
    }
  }

  /// Signs out at once and tells the server.
  public func logout() async {
    switch state {
    case .signedOut, .error:
      return
    case .loading:
      wish.begin()
      state = .signedOut
      await close()
    case .signedIn:
      let ticket = wish.begin()
      state = .signedOut
      route(.signedOut)
      do throws(AuthError) {
        try await useCase.logout.execute()
        if wish.isLatest(ticket) { tell(messages.logoutDoneTitle, messages.logoutDone) }
      } catch {
        guard wish.isLatest(ticket), error != .cancelled else { return }
        tell(messages.logoutFailedTitle, messages.logoutFailed)
      }
    }
  }

  /// Takes note that the server has ended the session.
  public func sessionEnded() async {
    guard case .signedIn = state else { return }
    wish.begin()
    state = .error(messages.sessionExpired)
    route(.signedOut)
    await useCase.endSession.execute()
  }

  /// Clears the notice.
  public func dismissNotice() {
    notice = nil
  }

  /// Asks for the screen that makes an account.
  public func showSignUp() {
    route(.signUp)
  }

  /// Asks for the screen that signs in.
  public func showSignIn() {
    route(.signIn)
  }
}

extension AuthStore {
  /// Waits for a session to open, and answers whether it is the one that counts.
  @discardableResult
  private func open(
    failureText: (AuthError) -> String, _ session: () async throws(AuthError) -> User?
  ) async -> Bool {
    let before = state
    guard before.isOutside else { return false }
    let ticket = wish.begin()
    state = .loading
    do throws(AuthError) {
      let user = try await session()
      guard wish.isLatest(ticket) else {
        if state.isOutside { await close() }
        return false
      }
      state = user.map { .signedIn(user: AuthenticatedUser($0)) } ?? .signedOut
      if user != nil { route(.signedIn) }
      return user != nil
    } catch {
      guard wish.isLatest(ticket) else { return false }
      state = error == .cancelled ? before : .error(failureText(error))
      return false
    }
  }

  /// Closes a session that nobody asked for any more; whether the server hears of it is nobody's concern.
  private func close() async {
    do throws(AuthError) {
      try await useCase.logout.execute()
    } catch {
      return
    }
  }

  private func tell(_ title: String, _ text: String) {
    notice = Notice(title: title, text: text, button: messages.dismiss)
  }
}

extension AuthState {
  /// Whether nobody is signed in and nothing is under way.
  fileprivate var isOutside: Bool {
    switch self {
    case .signedOut, .error: true
    case .loading, .signedIn: false
    }
  }
}
