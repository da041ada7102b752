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
    for (path, permissions) in [("App", 0o700), ("App/user", 0o700), ("App/user/session.json", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: path).path)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).count == 3)
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
    "", "{}", "{\"version\":",
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

  @Test func `A folder in place of the file is not removed, a file in place of a folder not cleared`() async throws {
    try Data("in the way".utf8).write(to: folder.url.appending(path: "App"))
    #expect(await failures() == ["cannot be read", "cannot be written"])
    try FileManager.default.removeItem(at: folder.url.appending(path: "App"))
    try FileManager.default.createDirectory(at: url.appending(path: "inside"), withIntermediateDirectories: true)
    #expect(await failures() == ["cannot be read", "cannot be written", "cannot be removed"])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).count == 4)
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
        group.addTask { [file] in
          try await file.save(number.isMultiple(of: 2) ? .taro : .hanako)
          #expect([.taro, .hanako].contains(try await file.load()))
        }
      }
      try await group.waitForAll()
    }
  }

  /// What each operation fails with after the path of the file: a load as unavailable, the others as not written.
  private func failures() async -> [Substring] {
    var reasons: [String] = []
    do { _ = try await file.load() } catch {
      if case .unavailable(let reason) = error { reasons.append(reason) }
    }
    for operation in [{ try await file.save(.taro) }, file.clear] as [() async throws -> Void] {
      do { try await operation() } catch {
        if case .notWritten(let reason) = error as? SessionStorageError { reasons.append(reason) }
      }
    }
    return reasons.map { $0.split(separator: ":")[0].dropFirst("\(url.path) ".count) }
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
    await withTaskGroup { group in
      let storage = FileSavedFlagStorage(file: file)
      for number in 0..<20 { group.addTask { storage.set(true, for: "\(number)") } }
    }
    #expect((0..<20).allSatisfy { FileSavedFlagStorage(file: file).isSaved(for: "\($0)") })
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
