import Core
import MyPage
import StoreExploring
import Synchronization

/// A server of one profile, whose answers are those of the moment at which it was asked.
final class ExploredServer: Sendable {
  /// What it keeps, and what it knows of its reader.
  struct Content: Hashable, Sendable {
    /// The name in the profile, or `nil` where there is none.
    var name: String?
    /// Whether its reader was told of the last change.
    var isKnown = true
    /// How many changes were asked for, each of which overtakes what is being read.
    var changes = 0
  }

  /// What has happened since nothing ran.
  struct Outcomes: Hashable, Sendable {
    var haveSucceeded = false
    var haveFailed = false
  }

  private struct State {
    var content = Content()
    var outcomes = Outcomes()
    var endedSessions = 0
    var isHolding = false
  }

  /// The failure of a change that the server made.
  static let answerLost = MyPageError.serverError(reason: "lost")

  private let state = Mutex(State())

  var content: Content { state.withLock { $0.content } }
  var outcomes: Outcomes { state.withLock { $0.outcomes } }
  /// How many calls found that the session has ended.
  var endedSessions: Int { state.withLock { $0.endedSessions } }
  /// Whether calls wait for the schedule.
  var isHolding: Bool {
    get { state.withLock { $0.isHolding } }
    set { state.withLock { $0.isHolding = newValue } }
  }

  /// A profile of this name, as the server keeps it.
  static func stored(_ name: String?) -> StoredProfile {
    let profile = name.map { Profile(userID: "user-1", name: $0, gender: .male, createdAt: Sample.moment) }
    return StoredProfile(profile: profile, isSaved: profile != nil)
  }

  /// Begins what happens until nothing runs.
  func begin() {
    state.withLock { $0.outcomes = Outcomes() }
  }

  /// Keeps a profile of this name, or none, from the start.
  func keep(_ name: String?) {
    state.withLock { $0.content.name = name }
  }
}

extension ExploredServer {
  func read(_ held: AnyUseCase<Void, StoredProfile, MyPageError>) async throws(MyPageError) -> StoredProfile {
    guard isHolding else { return Self.stored(content.name) }
    let changes = content.changes
    return try await noted { () async throws(MyPageError) -> StoredProfile in
      let stored = try await held.execute()
      state.withLock { state in
        state.outcomes.haveSucceeded = true
        if state.content.changes == changes { state.content.isKnown = true }
      }
      return stored
    }
  }

  func save(
    _ draft: ProfileDraft, _ held: AnyUseCase<ProfileDraft, StoredProfile, MyPageError>
  ) async throws(MyPageError) -> StoredProfile {
    try await changing(to: draft.name) { () async throws(MyPageError) -> StoredProfile in try await held.execute(draft)
    }
  }

  func delete(_ held: AnyUseCase<Void, Void, MyPageError>) async throws(MyPageError) {
    try await changing(to: nil) { () async throws(MyPageError) in try await held.execute() }
  }

  /// Makes a change, which the server may make without its reader being told.
  private func changing<Success: Sendable>(
    to name: String?, _ call: () async throws(MyPageError) -> Success
  ) async throws(MyPageError) -> Success {
    state.withLock { $0.content.changes += 1 }
    do throws(MyPageError) {
      let success = try await noted(call)
      state.withLock { state in
        state.outcomes.haveSucceeded = true
        state.content.name = name
        state.content.isKnown = true
      }
      return success
    } catch {
      if error == Self.answerLost {
        state.withLock { state in
          state.content.name = name
          state.content.isKnown = false
        }
      }
      throw error
    }
  }

  /// Writes down the failure of a call.
  private func noted<Success: Sendable>(
    _ call: () async throws(MyPageError) -> Success
  ) async throws(MyPageError) -> Success {
    do throws(MyPageError) {
      return try await call()
    } catch {
      state.withLock { state in
        if error == .sessionEnded { state.endedSessions += 1 }
        if error != .cancelled { state.outcomes.haveFailed = true }
      }
      throw error
    }
  }
}
