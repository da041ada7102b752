import Synchronization

/// Who is signed in, now and after a restart.
///
/// Repositories write it, ``AuthorizedAPIClient`` reads it. Every sign-in and every end makes a new generation, by which
/// an answer that comes late knows that it belongs to a session that is over.
public final class Session: Sendable {
  /// The stretch of time between two changes of who is signed in.
  public struct Generation: Sendable, Equatable {
    fileprivate let number: Int
  }

  private struct State {
    var record: StoredSession?
    var generation = Generation(number: 0)
    /// The damage that was complained about last, until the storage can be used again.
    var damage: SessionStorageError?

    mutating func change(to record: StoredSession?) {
      self.record = record
      generation = Generation(number: generation.number + 1)
    }
  }

  private let state = Mutex(State())
  private let storage: any SessionStorage
  private let turn = WriteTurn()
  private let onStorageFailure: @Sendable (SessionStorageError) -> Void

  /// Makes a session that nobody is signed in to.
  ///
  /// - Parameters:
  ///   - storage: Where it is kept from one launch to the next.
  ///   - onStorageFailure: Is told when a sign-in could not be kept, or the end of one not be recorded. The session itself
  ///     goes on as it should for as long as the process lives.
  public init(
    storage: any SessionStorage = InMemorySessionStorage(),
    onStorageFailure: @escaping @Sendable (SessionStorageError) -> Void = { _ in }
  ) {
    self.storage = storage
    self.onStorageFailure = onStorageFailure
  }

  /// Who is signed in, or `nil`.
  public var record: StoredSession? { state.withLock { $0.record } }

  /// The current generation.
  public var generation: Generation { state.withLock { $0.generation } }

  /// Who is signed in and in which generation, read in one step.
  public var current: (record: StoredSession?, generation: Generation) {
    state.withLock { ($0.record, $0.generation) }
  }

  /// Signs in, unless somebody signed in or out since a generation was read.
  ///
  /// - Parameters:
  ///   - record: Who signs in.
  ///   - generation: The generation in which the sign-in was asked for.
  /// - Returns: Whether `record` is signed in now.
  public func begin(_ record: StoredSession, in generation: Generation) async -> Bool {
    let hasBegun = state.withLock { state in
      guard state.generation == generation else { return false }
      state.change(to: record)
      return true
    }
    if hasBegun { await store() }
    return hasBegun
  }

  /// Signs out whoever is signed in, and forgets what an earlier launch left.
  ///
  /// The session is over before the first suspension. A sign-in that was asked for before can no longer begin.
  ///
  /// - Returns: Who was signed in, so that the server can be told.
  @discardableResult
  public func end() async -> StoredSession? {
    let record = state.withLock { state in
      defer { state.change(to: nil) }
      return state.record
    }
    await store()
    return record
  }

  /// Signs out and forgets what an earlier launch left, if the generation is still the one that the caller knows.
  ///
  /// - Parameter generation: The generation that the caller knows.
  /// - Returns: Whether this call ended it: `true` for one caller, however many noticed.
  public func end(_ generation: Generation) async -> Bool {
    let hasEnded = state.withLock { state in
      guard state.generation == generation else { return false }
      state.change(to: nil)
      return true
    }
    if hasEnded { await store() }
    return hasEnded
  }

  /// What an earlier launch left.
  ///
  /// Reading it signs nobody in.
  ///
  /// - Returns: Who was signed in, or `nil`.
  /// - Throws: ``SessionStorageError/damaged(reason:)`` where it cannot be read: once, also where it could not be set
  ///   aside and is still there.
  public func stored() async throws(SessionStorageError) -> StoredSession? {
    await turn.take()
    defer { turn.give() }
    do throws(SessionStorageError) {
      let record = try await storage.load()
      state.withLock { $0.damage = nil }
      return record
    } catch {
      let isKnown = state.withLock { state in
        defer { state.damage = error }
        return state.damage == error
      }
      guard !isKnown else { return nil }
      throw error
    }
  }

  /// Writes what is current when its turn comes, so that the last write is the last state whatever overtook it.
  private func store() async {
    await turn.take()
    defer { turn.give() }
    do throws(SessionStorageError) {
      if let record {
        try await storage.save(record)
        state.withLock { $0.damage = nil }
      } else {
        try await storage.clear()
      }
    } catch {
      onStorageFailure(error)
    }
  }
}
