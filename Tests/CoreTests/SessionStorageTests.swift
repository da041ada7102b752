import Core
import Foundation
import TestSupport
import Testing

struct SessionStorageTests {
  private let folder: TemporaryFolder
  private let url: URL
  private let file: FileSessionStorage

  init() throws {
    folder = try TemporaryFolder()
    url = folder.url.appending(path: "App/user/session.json")
    file = FileSessionStorage(file: url)
  }

  private func permissions(of url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  private func write(_ content: Data) throws {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: url)
  }

  @Test(arguments: [StoredSession.taro, StoredSession(user: .taro, accessToken: nil)])
  func `A storage returns the last session until it is cleared`(_ session: StoredSession) async throws {
    for storage in [InMemorySessionStorage(), file] as [any SessionStorage] {
      #expect(try await storage.load() == nil)
      try await storage.clear()
      try await storage.save(.hanako)
      try await storage.save(session)
      #expect(try await storage.load() == session)
      #expect(try await storage.load() == session)
      try await storage.clear()
      #expect(try await storage.load() == nil)
    }
  }

  @Test func `Only the owner can read the file and its folders, and no draft is left`() async throws {
    try await file.save(.taro)
    try await file.save(.hanako)
    #expect(try permissions(of: url) == 0o600)
    #expect(try permissions(of: folder.url.appending(path: "App/user")) == 0o700)
    #expect(try permissions(of: folder.url.appending(path: "App")) == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == ["session.json"])
    #expect(try await FileSessionStorage(file: url).load() == .hanako)
  }

  @Test func `The format of the file stays readable`() async throws {
    try write(
      Data(
        #"""
        {"accessToken":"token-of-taro","email":"taro@example.com","lastLoginDate":"2026-03-08T04:32:51Z","name":"太郎",\#
        "userID":"user-1","version":1}
        """#.utf8))
    let content = try Data(contentsOf: url)
    #expect(try await file.load() == .taro)
    try await file.save(.taro)
    #expect(try Data(contentsOf: url) == content)
  }

  @Test(arguments: [
    "", "null", "[]", "{}", "{\"version\":", "garbage",
    #"{"email":"e","lastLoginDate":1756944371,"name":"n","userID":"1","version":1}"#,
    #"{"email":"e","lastLoginDate":"2026-03-08T04:32:51Z","name":"n","userID":"1","version":2}"#,
  ])
  func `Content that is not a session is damaged and stays until the next save or clear`(_ text: String) async throws {
    try write(Data(text.utf8))
    for _ in 1...2 {
      await #expect(throws: SessionStorageError.damaged(reason: "\(url.path) is not a session.")) {
        try await file.load()
      }
    }
    #expect(try Data(contentsOf: url) == Data(text.utf8))
    try await file.save(.taro)
    #expect(try await file.load() == .taro)
    try write(Data(text.utf8))
    try await file.clear()
    #expect(try await file.load() == nil)
  }

  @Test func `A file that was cut at any byte is damaged, never another session`() async throws {
    try await file.save(.taro)
    let whole = try Data(contentsOf: url)
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: url)
      await #expect(throws: SessionStorageError.damaged(reason: "\(url.path) is not a session.")) {
        try await file.load()
      }
    }
  }

  @Test func `A folder in place of the file is unavailable, not replaced and not removed`() async throws {
    let inside = url.appending(path: "inside")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    await #expect(throws: SessionStorageError.self) { try await file.load() }
    await expect("cannot be read") { () async throws(SessionStorageError) in _ = try await file.load() }
    await expect("cannot be written") { () async throws(SessionStorageError) in try await file.save(.taro) }
    await expect("cannot be removed") { () async throws(SessionStorageError) in try await file.clear() }
    #expect(FileManager.default.fileExists(atPath: inside.path))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == ["session.json"])
  }

  @Test func `A file in place of the folder is unavailable, and there is nothing to clear`() async throws {
    try Data("in the way".utf8).write(to: folder.url.appending(path: "App"))
    await expect("cannot be read") { () async throws(SessionStorageError) in _ = try await file.load() }
    await expect("cannot be written") { () async throws(SessionStorageError) in try await file.save(.taro) }
    try await file.clear()
    #expect(try folder.fileNames == ["App"])
  }

  @Test func `A save that fails keeps the previous session and leaves no draft`() async throws {
    // The name of the draft is longer than that of the file, and too long for the file system.
    let url = folder.url.appending(path: String(repeating: "s", count: 240))
    try Data("previous".utf8).write(to: url)
    await #expect(throws: SessionStorageError.self) { try await FileSessionStorage(file: url).save(.taro) }
    #expect(try Data(contentsOf: url) == Data("previous".utf8))
    #expect(try folder.fileNames == [url.lastPathComponent])
  }

  @Test func `Concurrent saves leave one whole session`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask { [file] in try await file.save(number.isMultiple(of: 2) ? .taro : .hanako) }
        group.addTask { [file] in
          let loaded = try await file.load()
          #expect([nil, .taro, .hanako].contains(loaded))
        }
      }
      try await group.waitForAll()
    }
    let last = try #require(try await file.load())
    #expect([.taro, .hanako].contains(last))
  }

  /// Expects an error that names the file and the failed operation, and no secret.
  private func expect(_ operation: String, _ body: () async throws(SessionStorageError) -> Void) async {
    do throws(SessionStorageError) {
      try await body()
      Issue.record("\(operation): no error")
    } catch {
      switch error {
      case .damaged: Issue.record("\(error)")
      case .unavailable(let reason):
        #expect(operation == "cannot be read" && reason.hasPrefix("\(url.path) \(operation): "))
      case .notWritten(let reason):
        #expect(operation != "cannot be read" && reason.hasPrefix("\(url.path) \(operation): "))
      }
    }
  }
}

struct SavedFlagStorageTests {
  private let folder: TemporaryFolder
  private let file: URL

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appending(path: "App/flags.json")
  }

  @Test func `A flag is kept for each user until it is cleared`() {
    let suite = "focal-\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    let storages: [any SavedFlagStorage] = [
      InMemorySavedFlagStorage(), FileSavedFlagStorage(file: file), UserDefaultsSavedFlagStorage(suiteName: suite),
    ]
    for storage in storages {
      #expect(!storage.isSaved(for: "1"))
      storage.set(true, for: "1")
      storage.set(true, for: "2")
      storage.set(false, for: "2")
      #expect(storage.isSaved(for: "1"))
      #expect(!storage.isSaved(for: "2"))
      storage.set(false, for: "1")
      #expect(!storage.isSaved(for: "1"))
    }
    #expect(InMemorySavedFlagStorage(["1"]).isSaved(for: "1"))
  }

  @Test func `Flags in a file survive a launch and concurrent changes`() async throws {
    let storage = FileSavedFlagStorage(file: file)
    await withTaskGroup { group in
      for number in 0..<20 { group.addTask { storage.set(true, for: "\(number)") } }
    }
    let relaunched = FileSavedFlagStorage(file: file)
    #expect((0..<20).allSatisfy { relaunched.isSaved(for: "\($0)") })
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
  }

  @Test func `A flags file is written only when a flag changes, and a damaged one has no flags`() throws {
    let storage = FileSavedFlagStorage(file: file)
    storage.set(false, for: "1")
    #expect(try folder.fileNames == [])
    storage.set(true, for: "1")
    try Data("garbage".utf8).write(to: file)
    #expect(!storage.isSaved(for: "1"))
    storage.set(true, for: "1")
    #expect(storage.isSaved(for: "1"))
  }
}
