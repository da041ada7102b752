import Synchronization

/// Keeps a session as long as the process lives: for tests, previews and the example driver.
public final class InMemorySessionStorage: SessionStorage {
  private let record: Mutex<StoredSession?>

  /// Makes a storage.
  ///
  /// - Parameter record: What an earlier launch would have left.
  public init(_ record: StoredSession? = nil) {
    self.record = Mutex(record)
  }

  /// Reads what was saved last.
  ///
  /// - Returns: The record, or `nil` where there is none.
  public func load() -> StoredSession? {
    record.withLock { $0 }
  }

  /// Puts a record in the place of the last one.
  ///
  /// - Parameter record: Who is signed in.
  public func save(_ record: StoredSession) {
    self.record.withLock { $0 = record }
  }

  /// Forgets the record.
  public func clear() {
    record.withLock { $0 = nil }
  }
}
