#if GRDB
  import Core
  import Foundation
  import GRDB

  /// Keeps snapshots in a SQLite database, such as one that an app has anyway.
  ///
  /// A snapshot is a row, found by its primary key: what else is in the database costs a launch nothing. The database takes
  /// one change after the other; one that other processes write to needs a `busyMode` with a time in its configuration. What
  /// is damaged or of another version is set aside under another name, until the next one is.
  public final class GRDBSnapshotStorage: SnapshotStorage {
    private let database: any DatabaseWriter
    private let now: @Sendable () -> Date
    private let onFailure: @Sendable (SnapshotError) -> Void

    /// Creates a storage in a database, and its table where there is none; `onFailure` is called with each error of a read
    /// or a write.
    public init(
      database: any DatabaseWriter, now: @escaping @Sendable () -> Date = { Date() },
      onFailure: @escaping @Sendable (SnapshotError) -> Void = { _ in }
    ) throws {
      self.database = database
      self.now = now
      self.onFailure = onFailure
      try database.write { database in
        try database.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS snapshot (
              user TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, date DOUBLE NOT NULL,
              content BLOB NOT NULL, PRIMARY KEY (user, name)
            ) WITHOUT ROWID
            """)
      }
    }

    public func load<Content: SnapshotContent>(_ type: Content.Type, for userID: User.ID) async -> Snapshot<Content>? {
      do {
        return told(try await write { database in try Self.read(type, userID, from: database) })
      } catch {
        onFailure(.unreadable(reason: "\(error)"))
        return nil
      }
    }

    public func keep<Content: SnapshotContent>(_ content: Content?, for userID: User.ID) async {
      let snapshot = content.map { Snapshot(content: $0, date: now()) }
      do {
        try await write { database in try Self.save(snapshot, userID, in: database) }
      } catch {
        onFailure(.notWritten(reason: "\(error)"))
      }
    }

    public func change<Content: SnapshotContent>(
      _ type: Content.Type, for userID: User.ID, _ change: @escaping @Sendable (inout Content) -> Void
    ) async {
      do {
        _ = told(
          try await write { database in
            let read = try Self.read(type, userID, from: database)
            guard case .success(var snapshot?) = read else { return read }
            change(&snapshot.content)
            try Self.save(snapshot, userID, in: database)
            return read
          })
      } catch {
        onFailure(.notWritten(reason: "\(error)"))
      }
    }

    public func removeAll(for userID: User.ID) async throws(SnapshotError) {
      do {
        try await write { database in
          try database.execute(sql: "DELETE FROM snapshot WHERE user = ?", arguments: [userID])
        }
      } catch {
        throw .notWritten(reason: "\(error)")
      }
    }

    /// Returns what was read, or tells why it was set aside: not in the transaction, where a handler could not use the database.
    private func told<Content>(_ read: Result<Snapshot<Content>?, SnapshotError>) -> Snapshot<Content>? {
      do throws(SnapshotError) {
        return try read.get()
      } catch {
        onFailure(error)
        return nil
      }
    }

    /// Changes the database off the main actor, in the order of the calls: the change is in its queue when this suspends.
    private func write<Success: Sendable>(
      _ change: @escaping @Sendable (Database) throws -> Success
    ) async throws -> Success {
      try await withCheckedThrowingContinuation { continuation in
        database.asyncWrite(change) { _, result in continuation.resume(with: result) }
      }
    }

    private static func read<Content: SnapshotContent>(
      _ type: Content.Type, _ userID: User.ID, from database: Database
    ) throws -> Result<Snapshot<Content>?, SnapshotError> {
      let row = try Row.fetchOne(
        database, sql: "SELECT version, date, content FROM snapshot WHERE user = ? AND name = ?",
        arguments: [userID, Content.name])
      guard let row else { return .success(nil) }
      let version: Int = row["version"]
      if version == Content.version, let content = try? JSONCoding.decode(Content.self, from: row["content"]) {
        return .success(Snapshot(content: content, date: Date(timeIntervalSinceReferenceDate: row["date"])))
      }
      try database.execute(
        sql: "UPDATE OR REPLACE snapshot SET name = ? WHERE user = ? AND name = ?",
        arguments: ["\(Content.name).unread", userID, Content.name])
      return .failure(.unreadable(reason: "The snapshot \(Content.name), version \(version), cannot be read."))
    }

    private static func save<Content: SnapshotContent>(
      _ snapshot: Snapshot<Content>?, _ userID: User.ID, in database: Database
    ) throws {
      guard let snapshot else {
        return try database.execute(
          sql: "DELETE FROM snapshot WHERE user = ? AND name = ?", arguments: [userID, Content.name])
      }
      try database.execute(
        sql: "INSERT OR REPLACE INTO snapshot (user, name, version, date, content) VALUES (?, ?, ?, ?, ?)",
        arguments: [
          userID, Content.name, Content.version, snapshot.date.timeIntervalSinceReferenceDate,
          try JSONCoding.encode(snapshot.content),
        ])
    }
  }
#endif
