import Foundation

/// The repository that these tests belong to.
enum Repository {
  /// Every file, hidden ones aside; only Swift is read.
  static let files: [SourceFile] = {
    let top = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(
      at: top, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
    return (files?.compactMap { $0 as? URL } ?? [])
      .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true }
      .map { file in
        let path = file.resolvingSymlinksInPath().pathComponents.dropFirst(top.pathComponents.count)
        let text = file.pathExtension == "swift" ? try? String(contentsOf: file, encoding: .utf8) : nil
        return SourceFile(path.joined(separator: "/"), text ?? "")
      }
      .sorted { $0.path < $1.path }
  }()

  /// The features that Package.swift names.
  static let features = Manifest.features(in: files)
}

/// What the rules read from Package.swift.
enum Manifest {
  static func text(in files: [SourceFile]) -> String {
    files.first { $0.path == "Package.swift" }?.text ?? ""
  }

  /// The names of `let features = [...]`.
  static func features(in files: [SourceFile]) -> [String] {
    guard let list = text(in: files).firstMatch(of: /let\s+features\s*(?::[^=]*)?=\s*\[([^\]]*)\]/) else { return [] }
    return list.output.1.matches(of: /"([^"]*)"/).map { String($0.output.1) }
  }
}
