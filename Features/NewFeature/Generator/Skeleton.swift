import Foundation

/// The files that a new feature begins with, under a placeholder.
///
/// They lie where the feature's own will lie: `Features/Placeholder` and `Tests/PlaceholderTests`.
struct Skeleton {
  /// A file and its path from the top of a package.
  struct File: Equatable {
    let path: String
    let text: String
  }

  /// The files, by their paths.
  let files: [File]

  init(files: [File]) {
    self.files = files
  }

  /// Reads a skeleton.
  ///
  /// - Parameter folder: The folder that holds `Features` and `Tests`.
  /// - Throws: ``Complaint`` where there is none.
  init(at folder: URL) throws(Complaint) {
    let top = folder.resolvingSymlinksInPath()
    let found = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)
    let paths = (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    let files = paths.compactMap { file in
      let path = file.resolvingSymlinksInPath().pathComponents.dropFirst(top.pathComponents.count)
      return (try? String(contentsOf: file, encoding: .utf8)).map { File(path: path.joined(separator: "/"), text: $0) }
    }
    guard !files.isEmpty, files.count == paths.count else {
      throw Complaint("The skeleton at \(folder.path) cannot be read.")
    }
    self.init(files: files.sorted { $0.path < $1.path })
  }

  /// The files of a feature.
  func files(for name: FeatureName) -> [File] {
    files.map { File(path: name.filledIn($0.path), text: Self.sortedImports(name.filledIn($0.text))) }
      .sorted { $0.path < $1.path }
  }

  /// Every identifier and keyword of the code.
  var words: Set<String> {
    var words: Set<String> = []
    for file in files {
      let code = file.text.split(separator: "\n").filter { !$0.contains(/^\s*\/\//) }.joined(separator: "\n")
        .replacing(/"[^"\n]*"|`[^`\n]*`/, with: " ")
      words.formUnion(code.matches(of: /\w+/).map { String($0.output) })
    }
    return words
  }

  /// The text with each block of imports in order, which the new name may have left.
  private static func sortedImports(_ text: String) -> String {
    var lines = text.components(separatedBy: "\n")
    var start = 0
    while let first = lines[start...].firstIndex(where: { $0.contains(/^\s*import \w+$/) }) {
      let end = lines[first...].firstIndex { !$0.contains(/^\s*import \w+$/) } ?? lines.endIndex
      lines[first..<end].sort()
      start = end
    }
    return lines.joined(separator: "\n")
  }
}
