import Foundation

/// A Swift file of the repository, by its path from the top.
struct Source: Sendable {
  let path: String
  /// The lines without comments and without the content of strings.
  let lines: [String]

  init(_ path: String, _ text: String) {
    self.path = path
    var isInString = false
    lines = text.components(separatedBy: "\n").map { line in
      let isDelimiter = line.components(separatedBy: #"""""#).count.isMultiple(of: 2)
      defer { if isDelimiter { isInString.toggle() } }
      return isInString || isDelimiter ? "" : Self.code(of: line)
    }
  }

  /// The names and keywords of the code.
  var words: Set<String> {
    Set(lines.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init) })
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
    line.replacing(/"(?:\\.|[^"\\])*"/, with: "").prefix(upTo: "//")
  }
}

extension String {
  fileprivate func prefix(upTo mark: String) -> String {
    range(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
  }
}

/// The sources of the repository that these tests belong to.
enum Repository {
  static let sources: [Source] = {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return ["Core", "Features", "Tests", "Examples"].flatMap { folder -> [Source] in
      let paths = FileManager.default.subpaths(atPath: top.appending(path: folder).path) ?? []
      return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
        let file = top.appending(path: folder).appending(path: path)
        return (try? String(contentsOf: file, encoding: .utf8)).map { Source("\(folder)/\(path)", $0) }
      }
    }
  }()
}
