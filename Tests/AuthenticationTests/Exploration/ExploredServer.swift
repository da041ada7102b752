import Authentication
import Core
import StoreExploring
import Synchronization

/// Who is signed in, as a repository keeps it: a login that a logout overtook opens no session.
final class ExploredServer: Sendable {
  /// What it keeps.
  struct Content: Hashable, Sendable {
    var isSignedIn = false
    /// Changes with every sign-out, so that what was asked for before no longer counts.
    var signOuts = 0
  }

  /// What has happened since nothing ran.
  struct Outcomes: Hashable, Sendable {
    var haveSucceeded = false
    var haveFailed = false
  }

  private struct State {
    var content = Content()
    var outcomes = Outcomes()
    var isHolding = false
  }

  private let state = Mutex(State())

  var content: Content { state.withLock { $0.content } }
  var outcomes: Outcomes { state.withLock { $0.outcomes } }
  /// Whether calls wait for the schedule.
  var isHolding: Bool {
    get { state.withLock { $0.isHolding } }
    set { state.withLock { $0.isHolding = newValue } }
  }

  /// Begins what happens until nothing runs.
  func begin() {
    state.withLock { $0.outcomes = Outcomes() }
  }

  /// Waits for the answer to whoever wants to be signed in.
  func open<Parameters: Sendable, Success: Sendable>(
    _ parameters: Parameters, _ held: AnyUseCase<Parameters, Success, AuthError>, isUser: (Success) -> Bool
  ) async throws(AuthError) -> Success {
    let signOuts = content.signOuts
    let success: Success
    do throws(AuthError) {
      success = try await held.execute(parameters)
    } catch {
      if error != .cancelled { state.withLock { $0.outcomes.haveFailed = true } }
      throw error
    }
    let counts = state.withLock { state in
      guard state.content.signOuts == signOuts else { return false }
      state.outcomes.haveSucceeded = true
      state.content.isSignedIn = isUser(success)
      return true
    }
    guard counts else { throw .cancelled }
    return success
  }

  func recall(_ held: AnyUseCase<Void, RecalledSession, Never>) async -> RecalledSession {
    let stored = await held.execute()
    if stored == .damaged { state.withLock { $0.outcomes.haveFailed = true } }
    return stored
  }

  /// Forgets who is signed in.
  func forget() {
    state.withLock { state in
      state.outcomes.haveSucceeded = true
      state.content.isSignedIn = false
      state.content.signOuts += 1
    }
  }
}
