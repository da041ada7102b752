import Core
import Foundation
import StoreExploring
import TestSupport
import Testing

struct SnapshotStorageTests {
  private struct Letter: SnapshotContent {
    static let name = "letter"
    static let version = 2
    var text: String
  }

  private let folder: TemporaryFolder
  private let clock = ManualClock()
  private let errors = Log<SnapshotError>()
  private let file: FileSnapshotStorage

  init() throws {
    folder = try TemporaryFolder()
    file = FileSnapshotStorage(
      folder: folder.url.appending(path: "App"), now: { [clock] in clock.now },
      onFailure: { [errors] in errors.append($0) })
  }

  private var path: URL { folder.url.appending(path: "App/user-61/letter.json") }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: path)
  }

  @Test func `What was kept is returned to its user, with its date, until it is removed`() async throws {
    let start = clock.now
    for storage in [InMemorySnapshotStorage(now: { [clock] in clock.now }), file] as [any SnapshotStorage] {
      clock.advance(seconds: start.timeIntervalSince(clock.now))
      func text(of user: User.ID) async -> String? { await storage.load(Letter.self, for: user)?.content.text }
      #expect(await storage.load(Letter.self, for: "a") == nil)
      await storage.change(Letter.self, for: "a") { $0.text += "0" }
      #expect(await text(of: "a") == nil)
      await storage.keep(Letter(text: "1"), for: "a")
      await storage.keep(Letter(text: "other"), for: "A/..")
      clock.advance(seconds: 60)
      await storage.change(Letter.self, for: "a") { $0.text += "2" }
      #expect(await storage.load(Letter.self, for: "a") == Snapshot(content: Letter(text: "12"), date: start))
      await storage.keep(Letter?.none, for: "a")
      #expect(await text(of: "a") == nil)
      await storage.keep(Letter(text: "3"), for: "a")
      try await storage.removeAll(for: "a")
      try await storage.removeAll(for: "a")
      #expect(await text(of: "a") == nil)
      #expect(await text(of: "A/..") == "other")
    }
    #expect(errors.values == [])
  }

  @MainActor
  @Test func `Changes keep the order of the calls`() async {
    await file.keep(Letter(text: ""), for: "a")
    let changes = (0..<40).map { number in
      StartedAction { [file] in await file.change(Letter.self, for: "a") { $0.text += "\(number) " } }
    }
    for change in changes { try? await change.finish() }
    let expected = (0..<40).map { "\($0) " }.joined()
    #expect(await file.load(Letter.self, for: "a")?.content.text == expected)
  }

  @Test func `Only the owner can read the files`() async throws {
    await file.keep(Letter(text: "1"), for: "a")
    for (path, permissions) in [(path, 0o600), (path.deletingLastPathComponent(), 0o700)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path.path)[.posixPermissions] as? Int == permissions)
    }
  }

  @Test(arguments: [
    ("", "it is no snapshot"), (#"{"version":2}"#, "it is no snapshot"),
    (
      #"{"version":3,"snapshot":{"content":{"text":"1"},"date":"2026-03-08T04:32:51Z"}}"#,
      "it has the version 3, and 2 is read"
    ),
    (#"{"version":1}"#, "it has the version 1, and 2 is read"),
  ])
  func `What is damaged or of another version is set aside and told, and counts as nothing`(
    _ content: String, _ reason: String
  ) async throws {
    try write(content)
    #expect(await file.load(Letter.self, for: "a") == nil)
    #expect(errors.values == [.unreadable(reason: "\(path.path) cannot be read: \(reason).")])
    #expect(await file.load(Letter.self, for: "a") == nil)
    #expect(errors.values.count == 1)
    #expect(try Data(contentsOf: path.appendingPathExtension("unread")) == Data(content.utf8))
    try write(content)
    await file.keep(Letter(text: "new"), for: "a")
    #expect(await file.load(Letter.self, for: "a")?.content.text == "new")
  }

  @Test func `A file of a gigabyte is not read`() async throws {
    try write("")
    // A hole, which takes no space.
    let hole = try FileHandle(forWritingTo: path)
    try hole.truncate(atOffset: 1 << 30)
    try hole.close()
    #expect(await file.load(Letter.self, for: "a") == nil)
    #expect(errors.values.count == 1)
  }

  @Test func `What cannot be written or removed is told`() async throws {
    try Data().write(to: folder.url.appending(path: "App"))
    await file.keep(Letter(text: "1"), for: "a")
    guard case .notWritten = errors.values.first else { return #expect(errors.values.count == 1) }
    #expect(await file.load(Letter.self, for: "a") == nil)
    await #expect(throws: SnapshotError.self) { try await file.removeAll(for: "a") }
  }
}
