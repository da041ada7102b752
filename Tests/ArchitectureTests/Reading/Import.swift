/// An import, and the conditions it stands under.
struct Import: Hashable, Sendable {
  let module: String
  /// The conditions of the `#if`s around it, from the outside in.
  let conditions: [String]
}

extension SourceFile {
  /// Every import of the file.
  var imports: [Import] {
    var conditions: [String] = []
    var imports: [Import] = []
    for line in code.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init)
    where line.contains("import ") || line.contains("#") {
      let words = line.split(whereSeparator: \.isWhitespace)
      switch words.first {
      case "#if":
        conditions.append(words.dropFirst().joined(separator: " "))
      case "#elseif":
        conditions.indices.last.map { conditions[$0] = words.dropFirst().joined(separator: " ") }
      case "#else":
        conditions.indices.last.map { conditions[$0] = "else" }
      case "#endif":
        _ = conditions.popLast()
      default:
        if let module = line.importedModule { imports.append(Import(module: module, conditions: conditions)) }
      }
    }
    return imports
  }

  /// The modules that the file imports.
  var modules: Set<String> { Set(imports.map(\.module)) }
}

extension Substring {
  /// The module of a line such as `@testable public import struct Foundation.Date`.
  fileprivate var importedModule: String? {
    let pattern =
      /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias|macro|actor)\s+)?(\w+)/
    return prefixMatch(of: pattern).map { String($0.output.1) }
  }
}
