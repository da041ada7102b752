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

  @Test(arguments: [
    StoredSession.taro, StoredSession(user: .taro, accessToken: nil),
    StoredSession(user: .taro, accessToken: Secret("a"), refreshToken: Secret("r")),
    StoredSession(user: User(id: "1", name: "n", email: "e"), accessToken: nil),
  ])
  func `A storage returns the last session until it is removed`(_ session: StoredSession) async throws {
    for storage in [InMemorySessionStorage(), file] as [any SessionStorage] {
      let found = Log<StoredSession?>()
      func update(to new: StoredSession?) async throws -> StoredSession? {
        try await storage.update { saved in
          found.append(saved)
          return new
        }
      }
      #expect(try await storage.load() == nil)
      #expect(try await update(to: nil) == nil)
      #expect(try await update(to: .hanako) == .hanako)
      #expect(try await update(to: session) == session)
      #expect(try await storage.load() == session)
      #expect(try await storage.load() == session)
      #expect(try await update(to: nil) == nil)
      #expect(found.values.last == session)
      #expect(try await storage.load() == nil)
    }
  }

  @Test func `An update that changes nothing writes nothing`() async throws {
    try await file.update { $0 }
    #expect(try folder.fileNames == [])
    try await file.update { _ in .taro }
    let before = try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? Int
    #expect(try await file.update { $0 } == .taro)
    #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.systemFileNumber] as? Int == before)
  }

  @Test func `Only the owner can read the file and its folders, and no draft is left`() async throws {
    try await file.update { _ in .taro }
    try await file.update { _ in .hanako }
    for (path, permissions) in [("App", 0o700), ("App/user", 0o700), ("App/user/session.json", 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.url.appending(path: path).path)
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).count == 3)
    #expect(try await FileSessionStorage(file: url).load() == .hanako)
  }

  @Test(arguments: [(1, nil), (2, Secret("refresh"))])
  func `The format of every version stays readable`(_ version: Int, _ token: Secret?) async throws {
    let refresh = token.map { #""refreshToken":"\#($0.rawValue)","# } ?? ""
    let content = Data(
      #"""
      {"accessToken":"token-of-taro","email":"taro@example.com","lastLoginDate":"2026-03-08T04:32:51Z","name":"太郎",\#
      \#(refresh)"userID":"user-1","version":\#(version)}
      """#.utf8)
    try write(content)
    let session = StoredSession(user: .taro, accessToken: StoredSession.taro.accessToken, refreshToken: token)
    #expect(try await file.load() == session)
    try await file.update { _ in nil }
    try await file.update { _ in session }
    #expect(version == 1 || (try? Data(contentsOf: url)) == content)
  }

  @Test(arguments: [
    "", "{}", "{\"version\":",
    #"{"email":"e","lastLoginDate":1756944371,"name":"n","userID":"1","version":1}"#,
  ])
  func `Content that is not a session is reported once, and set aside until the next sign-in or sign-out`(
    _ text: String
  ) async throws {
    let (content, aside) = (Data(text.utf8), url.appendingPathExtension("damaged"))
    for (next, isDamagedAgain) in [(StoredSession.taro, true), (nil, true), (nil, false)] {
      try write(content)
      await #expect(throws: SessionStorageError.damaged(reason: "\(url.path) is not a session.")) {
        try await file.load()
      }
      #expect(try await file.load() == nil)
      #expect(try Data(contentsOf: aside) == content)
      if isDamagedAgain { try write(content) }
      try await file.update { saved in
        #expect(saved == nil)
        return next
      }
      #expect(try await file.load() == next)
      #expect(!FileManager.default.fileExists(atPath: aside.path))
    }
  }

  @Test func `A session of a newer version is kept and not overwritten`() async throws {
    let content = Data(#"{"session":{},"version":3}"#.utf8)
    try write(content)
    let newer = SessionStorageError.unavailable(reason: "\(url.path) was saved by a newer version of the app.")
    await #expect(throws: newer) { try await file.load() }
    for session in [StoredSession.taro, nil] {
      await #expect(throws: newer) { try await file.update { _ in session } }
    }
    #expect(try Data(contentsOf: url) == content)
  }

  @Test func `A folder in place of the file is not removed, a file in place of a folder not replaced`() async throws {
    try Data("in the way".utf8).write(to: folder.url.appending(path: "App"))
    #expect(await failures() == ["cannot be read", "cannot be written"])
    try FileManager.default.removeItem(at: folder.url.appending(path: "App"))
    try FileManager.default.createDirectory(at: url.appending(path: "inside"), withIntermediateDirectories: true)
    #expect(await failures() == ["cannot be read", "cannot be read", "cannot be read"])
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).count == 4)
  }

  @Test func `A save that fails keeps the previous session and leaves no draft`() async throws {
    // The name of the draft is longer than that of the file, and too long for the file system.
    let url = folder.url.appending(path: String(repeating: "s", count: 240))
    try Data("previous".utf8).write(to: url)
    await #expect {
      try await FileSessionStorage(file: url).update { _ in .taro }
    } throws: {
      "\($0)".contains("File name too long")
    }
    #expect(try Data(contentsOf: url) == Data("previous".utf8))
    #expect(try folder.fileNames == [url.lastPathComponent])
  }

  #if os(Linux)
    @Test(.ownProcess) func `A session that does not fit on the disk leaves the last one and reports the reason`()
      async throws
    {
      try await file.update { _ in .taro }
      await #expect(processExitsWith: .success) { [path = url.path as String] in
        // A full disk in small: the write fails after a part of the session.
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 1_024, rlim_max: 1_024)
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let user = User(id: "1", name: String(repeating: "x", count: 9_000), email: "e")
        await #expect {
          try await FileSessionStorage(file: URL(filePath: path)).update { _ in
            StoredSession(user: user, accessToken: nil)
          }
        } throws: {
          "\($0)".contains("too large")
        }
      }
      #expect(try await file.load() == .taro)
      let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
      #expect(names == ["session.json"])
    }
  #endif

  @Test func `Drafts of a process that was killed while it saved are removed by the next update`() async throws {
    try await file.update { _ in .taro }
    let folder = url.deletingLastPathComponent()
    let (draft, other) = (".session.json.\(UUID().uuidString)", ".session.json.of-another-app")
    for new in [StoredSession.hanako, nil] {
      for name in [draft, other] { try Data("a token".utf8).write(to: folder.appending(path: name)) }
      try await file.update { _ in new }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(Set(names) == Set([other] + (new == nil ? [] : ["session.json"])))
    }
  }

  @Test func `Concurrent updates take turns`() async throws {
    try await file.update { _ in .taro }
    try await withThrowingTaskGroup { group in
      for _ in 0..<40 {
        group.addTask { [url] in
          try await FileSessionStorage(file: url).update { saved in
            let count = Int(saved?.user.name ?? "").map { $0 + 1 } ?? 1
            let user = User(id: "1", name: "\(count)", email: "e", lastLoginDate: .sample)
            return StoredSession(user: user, accessToken: nil)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await file.load()?.user.name == "40")
  }

  @Test func `Refreshes of storages that share a file or a memory take turns, and leave no file`() async throws {
    try await file.update { _ in .taro }
    let memory = InMemorySessionStorage()
    for storages in [[file, FileSessionStorage(file: url)], [memory, memory]] as [[any SessionStorage]] {
      let steps = Log<String>()
      await withTaskGroup { group in
        for index in 0..<40 {
          group.addTask {
            await storages[index % 2].inTurn {
              steps.append("begin")
              await Task {}.value
              steps.append("end")
            }
          }
        }
      }
      #expect(steps.values == (0..<40).flatMap { _ in ["begin", "end"] })
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
    #expect(names == ["session.json"])
  }

  @Test func `What a process has left that was killed in its turn goes at the sign-out, and a turn in use stays`()
    async throws
  {
    try await file.update { _ in .taro }
    let turn = url.appendingPathExtension("refresh")
    try Data().write(to: turn)
    await file.inTurn {
      _ = try? await FileSessionStorage(file: url).update { _ in nil }
      #expect(FileManager.default.fileExists(atPath: turn.path))
    }
    try Data().write(to: turn)
    try await file.update { _ in .taro }
    try await file.update { _ in nil }
    #expect(!FileManager.default.fileExists(atPath: turn.path))
  }

  @Test func `A refresh whose turn cannot be had is performed nevertheless`() async throws {
    #expect(await file.inTurn { true })
    #expect(try folder.fileNames == [])
  }

  /// What each operation fails with after the path of the file.
  private func failures() async -> [Substring] {
    var reasons: [String] = []
    func note(_ operation: () async throws(SessionStorageError) -> Void) async {
      do throws(SessionStorageError) {
        try await operation()
      } catch {
        switch error {
        case .damaged: Issue.record("\(error)")
        case .unavailable(let reason), .notWritten(let reason): reasons.append(reason)
        }
      }
    }
    await note { () async throws(SessionStorageError) in _ = try await file.load() }
    await note { () async throws(SessionStorageError) in try await file.update { _ in .taro } }
    await note { () async throws(SessionStorageError) in try await file.update { _ in nil } }
    return reasons.map { $0.split(separator: ":")[0].dropFirst("\(url.path) ".count) }
  }
}

/// A keychain, which outlives the app.
struct InstallationSessionStorageTests {
  private let keychain = InMemorySessionStorage(.taro)
  private let folder: TemporaryFolder
  private let storage: InstallationSessionStorage

  init() throws {
    folder = try TemporaryFolder()
    storage = InstallationSessionStorage(keychain, mark: folder.url.appending(path: "App/installed"))
  }

  @Test(arguments: [true, false])
  func `The session of an earlier installation is forgotten once`(_ loadsFirst: Bool) async throws {
    if loadsFirst { #expect(try await storage.load() == nil) }
    try await storage.update { saved in
      #expect(saved == nil)
      return .hanako
    }
    #expect(try await storage.load() == .hanako)
    #expect(keychain.load() == .hanako)
    try FileManager.default.removeItem(at: folder.url.appending(path: "App"))
    #expect(try await storage.load() == nil)
    #expect(keychain.load() == nil)
  }

  @Test func `A storage that fails leaves the installation unmarked, and a mark that fails is an error`() async throws {
    let mark = folder.url.appending(path: "App/installed")
    await #expect(throws: SessionStorageError.notWritten(reason: "full")) {
      try await InstallationSessionStorage(BrokenStorage(), mark: mark).load()
    }
    #expect(try folder.fileNames == [])
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data().write(to: folder.url.appending(path: "App"))
    await #expect(throws: SessionStorageError.self) { try await storage.load() }
    #expect(keychain.load() == .taro)
  }

  @Test func `With a mark that cannot be read, what the keychain says is not believed, and nothing is removed`()
    async throws
  {
    // A folder in its place cannot be read, as a file on a device that has not been unlocked.
    let mark = folder.url.appending(path: "App/installed")
    try FileManager.default.createDirectory(at: mark, withIntermediateDirectories: true)
    await #expect {
      try await storage.load()
    } throws: {
      if case SessionStorageError.unavailable = $0 { true } else { false }
    }
    await #expect(throws: SessionStorageError.self) { try await storage.update { _ in .hanako } }
    #expect(keychain.load() == .taro)
    try FileManager.default.removeItem(at: mark)
    try Data().write(to: mark)
    #expect(try await storage.load() == .taro)
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

  @Test func `Flags in a file survive a launch and the changes of several processes at once`() async throws {
    await withTaskGroup { group in
      for number in 0..<20 { group.addTask { [file] in FileSavedFlagStorage(file: file).set(true, for: "\(number)") } }
    }
    #expect((0..<20).allSatisfy { FileSavedFlagStorage(file: file).isSaved(for: "\($0)") })
  }

  @Test func `A file of a gigabyte is no session, and is not read`() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)/session.json")
    let folder = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: url)
    // A hole, which takes no space.
    let file = try FileHandle(forWritingTo: url)
    try file.truncate(atOffset: 1 << 40)
    try file.close()
    let storage = FileSessionStorage(file: url)
    await #expect(throws: SessionStorageError.damaged(reason: "\(url.path) is not a session.")) {
      try await storage.load()
    }
    #expect(try await storage.load() == nil)
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

  @Test func `A flags file that cannot be replaced leaves no draft`() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    FileSavedFlagStorage(file: file).set(true, for: "1")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() == ["App", "App/flags.json"])
  }
}
