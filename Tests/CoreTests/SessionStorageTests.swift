import Core
import Foundation
import TemporaryFiles
import Testing

@Suite("A storage")
struct SessionStorageTests {
  private let folder: TemporaryFolder
  private let file: FileSessionStorage

  init() throws {
    folder = try TemporaryFolder()
    file = FileSessionStorage(file: folder.url.appending(path: "App/user/session.json"))
  }

  private func storages() -> [any SessionStorage] { [InMemorySessionStorage(), file] }

  @Test func `has nothing, keeps the last record, and forgets it`() async throws {
    for storage in storages() {
      #expect(try await storage.load() == nil)
      try await storage.clear()
      try await storage.save(.sample(1))
      try await storage.save(.sample(2))
      #expect(try await storage.load() == .sample(2))
      #expect(try await storage.load() == .sample(2))
      try await storage.clear()
      #expect(try await storage.load() == nil)
      try await storage.clear()
    }
  }

  @Test func `keeps a record without a token`() async throws {
    let record = StoredSession(user: StoredSession.taro.user, token: nil)
    for storage in storages() {
      try await storage.save(record)
      #expect(try await storage.load() == record)
    }
  }

  @Test func `in a file is there for the next launch, and for its owner only`() async throws {
    try await file.save(.taro)
    let path = "App/user/session.json"
    #expect(try await FileSessionStorage(file: folder.url.appending(path: path)).load() == .taro)
    #expect(try folder.permissions(of: path) == 0o600)
    #expect(try folder.permissions(of: "App/user") == 0o700)
    #expect(try folder.permissions(of: "App") == 0o700)
    try await file.save(.sample(2))
    #expect(try folder.permissions(of: path) == 0o600)
    #expect(try folder.names(in: "App/user") == ["session.json"])
  }

  @Test func `in a file has one whole record after many wrote at once`() async throws {
    let records = (0..<40).map(StoredSession.sample)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for record in records {
        group.addTask { [file] in try await file.save(record) }
        group.addTask { [file] in
          let loaded = try await file.load()
          #expect(loaded.map(records.contains) ?? true)
        }
      }
      try await group.waitForAll()
    }
    let last = try #require(try await file.load())
    #expect(records.contains(last))
    #expect(try folder.names(in: "App/user") == ["session.json"])
  }

  /// The draft's name is longer than the file's, so that a name which just fits leaves none for it.
  @Test func `in a file keeps the last record whole where a write fails`() async throws {
    let url = folder.url.appending(path: String(repeating: "s", count: 240))
    let record = try JSONCoding.encode(UserResponse(StoredSession.taro.user, accessToken: AccessToken("t")))
    try record.write(to: url)
    let storage = FileSessionStorage(file: url)
    await #expect(throws: SessionStorageError.self) { try await storage.save(.sample(2)) }
    #expect(try Data(contentsOf: url) == record)
    #expect(try folder.names() == [url.lastPathComponent])
  }

  @Test func `in a file says where and why it cannot write, and never what`() async throws {
    try Data("in the way".utf8).write(to: folder.url.appending(path: "App"))
    await #expect {
      try await file.save(.taro)
    } throws: { error in
      guard case SessionStorageError.notWritten(let reason) = error else { return false }
      return reason.contains("App/user/session.json cannot be written: ") && !reason.contains("secret")
    }
  }

  @Test func `in a file does not take the place of a folder, and leaves no draft`() async throws {
    let url = folder.url.appending(path: "session")
    try FileManager.default.createDirectory(at: url.appending(path: "inside"), withIntermediateDirectories: true)
    await #expect(throws: SessionStorageError.self) { try await FileSessionStorage(file: url).save(.taro) }
    #expect(try folder.names() == ["session"])
    #expect(try folder.names(in: "session") == ["inside"])
  }
}
