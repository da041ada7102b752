/// A type that a file declares outside every other one.
struct TopLevelName: Hashable, Sendable {
  let name: String
  let isPublic: Bool
}

extension SourceFile {
  /// The types that the file declares at the top level.
  var topLevelNames: [TopLevelName] {
    var depth = 0
    var names: [TopLevelName] = []
    for line in code.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init) {
      if depth == 0, let name = line.declaredType { names.append(name) }
      depth += line.utf8.count { $0 == UInt8(ascii: "{") } - line.utf8.count { $0 == UInt8(ascii: "}") }
    }
    return names
  }
}

extension Substring {
  fileprivate var declaredType: TopLevelName? {
    let pattern = /^\s*((?:(?:@\w+(?:\([^)]*\))?|[a-z]+)\s+)*)(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)/
    guard let match = prefixMatch(of: pattern), !match.output.1.contains("import") else { return nil }
    return TopLevelName(name: String(match.output.2), isPublic: match.output.1.contains("public"))
  }
}
