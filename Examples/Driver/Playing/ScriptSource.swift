import Foundation

/// Where a script is read from: a file, or standard input.
struct ScriptSource {
  private let path: String?

  /// How many bytes a script can have: a device or a pipe may never end.
  private static let longest = 16 * 1_024 * 1_024

  /// Names a source.
  ///
  /// - Parameter argument: The path of a file; `-` or `nil` for standard input.
  init(_ argument: String?) {
    path = argument == "-" ? nil : argument
  }

  /// What stands before the number of a line.
  var name: String { path?.printable ?? "standard input" }

  /// The text of the script, without a byte order mark.
  ///
  /// - Throws: ``ScriptError`` where there is none, or no end of it.
  func text() throws(ScriptError) -> String {
    let data = try data()
    guard data.count <= Self.longest else { throw ScriptError("\(title) is longer than 16 MiB, and no script.") }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    guard let text = String(validating: data.dropFirst(data.starts(with: mark) ? mark.count : 0), as: UTF8.self) else {
      throw ScriptError("\(title) is no text in UTF-8.")
    }
    return text
  }

  private var title: String { path.map { "“\($0.printable)”" } ?? "Standard input" }

  private func data() throws(ScriptError) -> Data {
    do {
      let file = try path.map(Self.open) ?? .standardInput
      return try file.read(upToCount: Self.longest + 1) ?? Data()
    } catch {
      throw ScriptError("\(title) \(reason).", kind: .missing)
    }
  }

  private static func open(_ path: String) throws -> FileHandle {
    guard let file = FileHandle(forReadingAtPath: path) else { throw CocoaError(.fileReadUnknown) }
    return file
  }

  /// Why nothing could be read.
  private var reason: String {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path ?? "/dev/stdin", isDirectory: &isFolder)
    if isFolder.boolValue { return "is a folder, and no script" }
    return exists || path == nil ? "cannot be read" : "is not there"
  }
}
