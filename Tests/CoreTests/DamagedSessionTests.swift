import Foundation
import TemporaryFiles
import Testing

@testable import Core

@Suite("A damaged session file")
struct DamagedSessionTests {
  private let folder: TemporaryFolder
  private let url: URL
  private var storage: FileSessionStorage { FileSessionStorage(file: url) }

  init() throws {
    folder = try TemporaryFolder()
    url = folder.url.appending(path: "session.json")
  }

  private func damaged(_ what: String, asideAs aside: String? = "session.json.damaged") -> SessionStorageError {
    .damaged(reason: "\(url.path) \(what).\(aside.map { " It is kept as \($0)." } ?? "")")
  }

  @Test(arguments: [
    "", " ", "null", "[]", "{}", "{\"user_id\":", "\u{FEFF}{}", "{\"user_id\":1}", "garbage",
    #"{"email":"a@b.c","last_login_date":1756944371,"user_id":"1","user_name":"a"}"#,
  ])
  func `is complained about once and set aside as it was`(content: String) async throws {
    try Data(content.utf8).write(to: url)
    await #expect(throws: damaged("is not a session")) { try await storage.load() }
    #expect(try folder.names() == ["session.json.damaged"])
    #expect(try Data(contentsOf: url.appendingPathExtension("damaged")) == Data(content.utf8))
    #expect(try await storage.load() == nil)
  }

  @Test func `that was cut at any byte is damaged, never another session`() async throws {
    try await storage.save(.taro)
    let whole = try Data(contentsOf: url)
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: url)
      await #expect(throws: damaged("is not a session")) { try await storage.load() }
    }
    try whole.write(to: url)
    #expect(try await storage.load() == .taro)
  }

  @Test func `of bytes that are no text is set aside`() async throws {
    try Data([0xFF, 0x00, 0xFE]).write(to: url)
    await #expect(throws: damaged("is not a session")) { try await storage.load() }
    #expect(try await storage.load() == nil)
  }

  @Test func `that is a folder is set aside with what is in it`() async throws {
    try FileManager.default.createDirectory(at: url.appending(path: "inside"), withIntermediateDirectories: true)
    await #expect(throws: damaged("cannot be read")) { try await storage.load() }
    #expect(try folder.names(in: "session.json.damaged") == ["inside"])
    #expect(try await storage.load() == nil)
    try await storage.save(.taro)
    #expect(try await storage.load() == .taro)
  }

  @Test func `that is a folder stays aside when another one follows`() async throws {
    let aside = url.appendingPathExtension("damaged")
    try FileManager.default.createDirectory(at: aside.appending(path: "inside"), withIntermediateDirectories: true)
    try Data("garbage".utf8).write(to: url)
    await #expect(throws: damaged("is not a session", asideAs: "session.json.damaged-2")) { try await storage.load() }
    #expect(try folder.names(in: "session.json.damaged") == ["inside"])
    #expect(try folder.names() == ["session.json.damaged", "session.json.damaged-2"])
  }

  @Test func `that is a folder is not removed with the session`() async throws {
    try FileManager.default.createDirectory(at: url.appending(path: "inside"), withIntermediateDirectories: true)
    let error = await #expect(throws: SessionStorageError.self) { try await storage.clear() }
    guard case .notWritten(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.hasPrefix("\(url.path) cannot be removed: "))
    #expect(try folder.names(in: "session.json") == ["inside"])
  }

  @Test func `that cannot be set aside is complained about once, until it has been read again`() async throws {
    try Data("in the way".utf8).write(to: url)
    let session = Session(storage: FileSessionStorage(file: url.appending(path: "session.json")))
    await #expect(throws: SessionStorageError.self) { try await session.stored() }
    #expect(try await session.stored() == nil)
    try FileManager.default.removeItem(at: url)
    #expect(try await session.stored() == nil)
    try Data("in the way".utf8).write(to: url)
    await #expect(throws: SessionStorageError.self) { try await session.stored() }
  }

  @Test func `that cannot be set aside is not complained about again after a sign-out that leaves it there`()
    async throws
  {
    try Data("in the way".utf8).write(to: url)
    let session = Session(storage: FileSessionStorage(file: url.appending(path: "session.json")))
    await #expect(throws: SessionStorageError.self) { try await session.stored() }
    await session.end()
    #expect(try await session.stored() == nil)
  }

  @Test func `gives way to the next session, and a second one takes its place aside`() async throws {
    try Data("first".utf8).write(to: url)
    await #expect(throws: SessionStorageError.self) { try await storage.load() }
    try await storage.save(.taro)
    #expect(try await storage.load() == .taro)
    try Data("second".utf8).write(to: url)
    await #expect(throws: damaged("is not a session")) { try await storage.load() }
    #expect(try Data(contentsOf: url.appendingPathExtension("damaged")) == Data("second".utf8))
  }

  @Test func `whose folder is a file cannot be read, and stays where it is`() async throws {
    try Data("in the way".utf8).write(to: url)
    let below = FileSessionStorage(file: url.appending(path: "session.json"))
    let reason = "\(url.path)/session.json cannot be read."
    await #expect(throws: SessionStorageError.damaged(reason: reason)) { try await below.load() }
    #expect(try Data(contentsOf: url) == Data("in the way".utf8))
  }

  @Test func `that gave way to another process's session after it was read leaves that one there`() async throws {
    try await storage.save(.taro)
    #expect(try storage.setAside(.otherShape) == .taro)
    #expect(try folder.names() == ["session.json"])
    #expect(try folder.permissions(of: "session.json") == 0o600)
    #expect(try await storage.load() == .taro)
  }

  @Test func `that another process has set aside after it was read stays aside`() throws {
    try Data("garbage".utf8).write(to: url.appendingPathExtension("damaged"))
    #expect(throws: damaged("is not a session", asideAs: nil)) { try storage.setAside(.otherShape) }
    #expect(try folder.names() == ["session.json.damaged"])
  }

  @Test func `that another process's session was taken for gives way to a later one`() async throws {
    let aside = url.appendingPathExtension("damaged")
    try await FileSessionStorage(file: aside).save(.sample(1))
    try await storage.save(.sample(2))
    #expect(storage.takeBack(aside) == .sample(2))
    #expect(try folder.names() == ["session.json"])
  }
}
