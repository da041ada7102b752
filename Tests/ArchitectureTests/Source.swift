import Foundation

/// A Swift file of the repository, by its path from the top.
struct Source: Sendable {
  let path: String
  /// The lines without comments and without the content of strings.
  let lines: [String]

  init(_ path: String, _ text: String) {
    self.path = path
    var isInString = false
    lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { line in
      let line = String(Substring(line))
      if line.utf8.drop(while: { $0 == UInt8(ascii: " ") }).starts(with: "//".utf8) { return "" }
      let isDelimiter = line.utf8.contains(UInt8(ascii: "\"")) && line.ranges(of: #"""""#).count == 1
      defer { if isDelimiter { isInString.toggle() } }
      return isInString || isDelimiter ? "" : Self.code(of: line)
    }
  }

  /// The names and keywords of the code.
  var words: Set<String> {
    Set(lines.flatMap { $0.utf8.split { !$0.isIdentifier }.map { String(Substring($0)) } })
  }

  /// The imported modules, each with the conditions of the `#if`s around it.
  var imports: [(module: String, conditions: [String])] {
    var conditions: [String] = []
    var imports: [(String, [String])] = []
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "#if": conditions.append(line)
      case "#elseif", "#else": conditions[conditions.count - 1] = line
      case "#endif": conditions.removeLast()
      default:
        guard let keyword = words.firstIndex(of: "import") else { continue }
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        guard let name = words[(keyword + 1)...].first(where: { !kinds.contains($0) }) else { continue }
        imports.append((name.prefix { $0 != "." }.description, conditions))
      }
    }
    return imports
  }

  func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  private static func code(of line: String) -> String {
    guard line.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\"") }) else { return line }
    return line.replacing(/"(?:\\.|[^"\\])*"/, with: "").prefix(upTo: "//")
  }
}

extension UInt8 {
  fileprivate var isIdentifier: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
    default: false
    }
  }
}

extension String {
  fileprivate func prefix(upTo mark: String) -> String {
    range(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
  }
}

/// The sources that the rules apply to.
enum Repository {
  static let sources: [Source] = {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return ["Core", "Features", "Tests/StoreExploring", "Tests/StoreTesting", "Tests/CoreTesting", "Examples"].flatMap {
      folder -> [Source] in
      let paths = FileManager.default.subpaths(atPath: top.appending(path: folder).path) ?? []
      return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
        let file = top.appending(path: folder).appending(path: path)
        return (try? String(contentsOf: file, encoding: .utf8)).map { Source("\(folder)/\(path)", $0) }
      }
    }
  }()
}
