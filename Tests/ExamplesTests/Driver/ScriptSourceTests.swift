import Foundation
import TemporaryFiles
import Testing

@testable import Driver

struct ScriptSourceTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(_ bytes: [UInt8]) throws -> String {
    let file = folder.url.appending(path: "script")
    try Data(bytes).write(to: file)
    return file.path
  }

  @Test func `a byte order mark is no part of a script`() throws {
    #expect(try ScriptSource(file([0xEF, 0xBB, 0xBF] + "logout".utf8)).text() == "logout")
  }

  @Test func `a script can be empty`() throws {
    #expect(try ScriptSource(file([])).text().isEmpty)
  }

  @Test func `a device is read as a file is`() throws {
    #expect(try ScriptSource("/dev/null").text().isEmpty)
  }

  @Test func `a device without end is no script`() {
    #expect(throws: ScriptError("“/dev/zero” is longer than 16 MiB, and no script.")) {
      try ScriptSource("/dev/zero").text()
    }
  }

  @Test func `a pipe with a name is read to its end`() async throws {
    let path = folder.url.appending(path: "pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let writer = Thread { try? Data("logout\n".utf8).write(to: URL(filePath: path)) }
    writer.start()
    #expect(try ScriptSource(path).text() == "logout\n")
  }

  @Test func `a text that is not in UTF-8 cannot be read`() throws {
    let path = try file([0x66, 0xFF])
    #expect(throws: ScriptError("“\(path)” is no text in UTF-8.")) { try ScriptSource(path).text() }
  }

  @Test(arguments: ["", "/nowhere/at all"])
  func `a file that is not there is no script`(path: String) {
    #expect(throws: ScriptError("“\(path)” is not there.", kind: .missing)) { try ScriptSource(path).text() }
  }

  @Test func `a folder is no script`() {
    let path = folder.url.path
    #expect(throws: ScriptError("“\(path)” is a folder, and no script.", kind: .missing)) {
      try ScriptSource(path).text()
    }
  }
}
