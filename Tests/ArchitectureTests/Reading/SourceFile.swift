/// A file of the repository.
struct SourceFile: Sendable {
  /// The path from the top of the repository, such as `Core/Network/APIClient.swift`.
  let path: String
  /// What it says, comments and all.
  let text: String
  /// What it says to the compiler.
  ///
  /// Comments are gone, and so is what stands in string literals.
  let code: String

  init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
    code = CodeScanner.code(of: text)
  }

  /// The name without folders.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }
  /// The folders, from the top.
  var folders: [String] { path.split(separator: "/").dropLast().map(String.init) }
  /// The number of lines.
  var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

  /// Every identifier and keyword of the code.
  var words: Set<String> {
    Set(code.utf8.split { !$0.isIdentifier }.map { String(Substring($0)) })
  }

  /// Whether it stands in a folder, or in one below it.
  func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }
}

/// One thing that breaks a rule.
struct Violation: Hashable, Comparable, CustomStringConvertible {
  let path: String
  let what: String

  init(_ path: String, _ what: String) {
    self.path = path
    self.what = what
  }

  var description: String { "\(path): \(what)" }

  static func < (first: Violation, second: Violation) -> Bool { first.description < second.description }
}

extension UInt8 {
  /// Whether the byte can stand in an identifier; every script other than Latin can.
  fileprivate var isIdentifier: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }
}
