#if GRDB
  import Core
  import Foundation
  import GRDB
  import GRDBSnapshots
  import StoreExploring
  import TestSupport
  import Testing

  struct GRDBSnapshotStorageTests {
    private struct Letter: SnapshotContent {
      static let name = "letter"
      static let version = 2
      var text: String
    }

    private let database: DatabaseQueue
    private let dates = Log<Date>()
    private let errors = Log<SnapshotError>()
    private let storage: GRDBSnapshotStorage

    init() throws {
      database = try DatabaseQueue()
      storage = try GRDBSnapshotStorage(
        database: database, now: { [dates] in dates.values.last ?? .sample },
        onFailure: { [errors] in errors.append($0) })
    }

    private func text(of user: User.ID) async -> String? {
      await storage.load(Letter.self, for: user)?.content.text
    }

    @Test func `What was kept is returned to its user, with its date, until it is removed`() async throws {
      await storage.change(Letter.self, for: "a") { $0.text += "0" }
      #expect(await text(of: "a") == nil)
      await storage.keep(Letter(text: "1"), for: "a")
      await storage.keep(Letter(text: "other"), for: "A")
      dates.append(.sample.addingTimeInterval(60))
      await storage.change(Letter.self, for: "a") { $0.text += "2" }
      let relaunched = try GRDBSnapshotStorage(database: database)
      #expect(await relaunched.load(Letter.self, for: "a") == Snapshot(content: Letter(text: "12"), date: .sample))
      await storage.keep(Letter?.none, for: "a")
      #expect(await text(of: "a") == nil)
      await storage.keep(Letter(text: "3"), for: "a")
      try await storage.removeAll(for: "a")
      #expect(await text(of: "a") == nil)
      #expect(await text(of: "A") == "other")
      #expect(errors.values == [])
    }

    @MainActor
    @Test func `Changes keep the order of the calls`() async {
      await storage.keep(Letter(text: ""), for: "a")
      let changes = (0..<40).map { number in
        StartedAction { [storage] in await storage.change(Letter.self, for: "a") { $0.text += "\(number) " } }
      }
      for change in changes { try? await change.finish() }
      #expect(await text(of: "a") == (0..<40).map { "\($0) " }.joined())
    }

    @Test(arguments: ["version = 3", "content = x'00'"])
    func `What is damaged or of another version is set aside and told, once, and counts as nothing`(
      change: String
    ) async throws {
      await storage.keep(Letter(text: "1"), for: "a")
      try await database.write { try $0.execute(sql: "UPDATE snapshot SET \(change)") }
      for _ in 0..<2 { #expect(await text(of: "a") == nil) }
      #expect(errors.values.count == 1)
      await storage.keep(Letter(text: "new"), for: "a")
      #expect(await text(of: "a") == "new")
      let names = try await database.read { try String.fetchAll($0, sql: "SELECT name FROM snapshot ORDER BY name") }
      #expect(names == ["letter", "letter.unread"])
    }

    @Test func `What cannot be written or removed is told`() async throws {
      try await database.write { try $0.execute(sql: "DROP TABLE snapshot") }
      await storage.keep(Letter(text: "1"), for: "a")
      #expect(await text(of: "a") == nil)
      #expect(errors.values.count == 2)
      await #expect(throws: SnapshotError.self) { try await storage.removeAll(for: "a") }
    }
  }
#endif
