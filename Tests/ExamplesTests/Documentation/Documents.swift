import Foundation

extension Document {
  /// The top of the repository.
  static let top = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every page at the top and in the catalogues.
  static let pages = files(ending: "md").compactMap { path, text in
    path.contains("/") && !path.contains(".docc/") ? nil : Document(path: path, text: text)
  }

  /// What the sources' comments show, by their files.
  static let comments = files(ending: "swift").map { path, text in
    let lines = text.components(separatedBy: "\n").map { line in
      let comment = line.drop { $0 == " " }
      return comment.hasPrefix("/// ") ? String(comment.dropFirst(4)) : ""
    }
    return Document(path: path, text: lines.joined(separator: "\n"))
  }
  .filter { !$0.code.isEmpty }

  private static func files(ending: String) -> [(path: String, text: String)] {
    let files = FileManager.default.enumerator(
      at: top, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }.compactMap { file in
      let path = file.resolvingSymlinksInPath().pathComponents.dropFirst(top.pathComponents.count)
      return (try? String(contentsOf: file, encoding: .utf8)).map { (path.joined(separator: "/"), $0) }
    }
    .sorted { $0.path < $1.path }
  }
}
