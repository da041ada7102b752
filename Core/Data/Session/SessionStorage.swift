/// Keeps who is signed in from one launch to the next.
public protocol SessionStorage: Sendable {
  /// Reads what was saved last.
  ///
  /// - Returns: The record, or `nil` where there is none.
  /// - Throws: ``SessionStorageError/damaged(reason:)`` where there is something that is no record. A storage sets it
  ///   aside, so that it is complained about once and nothing is lost.
  func load() async throws(SessionStorageError) -> StoredSession?

  /// Puts a record in the place of the last one. Either the new one or the last one is there afterwards, never a part.
  ///
  /// - Parameter record: Who is signed in.
  /// - Throws: ``SessionStorageError/notWritten(reason:)`` where the record could not be kept.
  func save(_ record: StoredSession) async throws(SessionStorageError)

  /// Forgets the record. Does nothing where there is none.
  ///
  /// - Throws: ``SessionStorageError/notWritten(reason:)`` where the record is still there.
  func clear() async throws(SessionStorageError)
}

/// Why a session could not be read or kept.
public enum SessionStorageError: Error, Sendable, Equatable {
  /// There is something that is no record of a session; the reason says where and what.
  case damaged(reason: String)
  /// Nothing could be written or removed; the reason says where and why.
  case notWritten(reason: String)
}
