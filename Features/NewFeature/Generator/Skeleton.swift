import Foundation

/// The files of a new feature, under a placeholder: `Features/Placeholder` and `Tests/PlaceholderTests`.
struct Skeleton {
  /// A file and its path from the root of a package.
  struct File: Equatable {
    let path: String
    let text: String
  }

  /// The files, sorted by path.
  let files: [File]

  /// Reads the skeleton in a folder that holds `Features` and `Tests`.
  init(at folder: URL) throws(UsageError) {
    let top = folder.resolvingSymlinksInPath()
    let found = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)
    let paths = (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
    let files = paths.compactMap { file in
      let path = file.resolvingSymlinksInPath().pathComponents.dropFirst(top.pathComponents.count)
      return (try? String(contentsOf: file, encoding: .utf8)).map { File(path: path.joined(separator: "/"), text: $0) }
    }
    guard !files.isEmpty, files.count == paths.count else {
      throw UsageError("The skeleton at \(folder.path) cannot be read.")
    }
    self.files = files.sorted { $0.path < $1.path }
  }

  /// Returns the files of a feature, sorted by path.
  func files(for name: FeatureName) -> [File] {
    files.map { File(path: name.filledIn($0.path), text: Self.sortedImports(name.filledIn($0.text))) }
      .sorted { $0.path < $1.path }
  }

  /// The types that the skeleton declares.
  var declaredTypes: Set<Substring> {
    let keywords: Set<Substring> = ["class", "enum", "protocol", "struct"]
    return Set(zip(words, words.dropFirst()).filter { keywords.contains($0.0) }.map(\.1))
  }

  /// The capitalized words that the skeleton does not declare, among them the types of other modules that it uses.
  var usedTypes: Set<Substring> {
    Set(words.filter { $0.first?.isUppercase == true }).subtracting(declaredTypes)
  }

  private var words: [Substring] { files.flatMap { $0.text.split { !$0.isLetter && !$0.isNumber } } }

  /// Returns the text with each block of imports sorted, because the new name may belong elsewhere.
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

extension Skeleton {
  private static func folders(of name: FeatureName) -> [String] {
    ["Features/\(name.text)", "Tests/\(name.text)Tests"]
  }

  /// Returns the folder in the way of a feature, or `nil`.
  ///
  /// Compares without case: names that differ in case only are one folder on some systems.
  func existingFolder(of name: FeatureName, in package: URL) -> String? {
    Self.folders(of: name).compactMap { folder in
      let parts = folder.split(separator: "/").map(String.init)
      let siblings = try? FileManager.default.contentsOfDirectory(atPath: package.appending(path: parts[0]).path)
      return siblings?.first { $0.lowercased() == parts[1].lowercased() }.map { "\(parts[0])/\($0)" }
    }.first
  }

  /// Writes the files and the manifest; where one fails, removes the files.
  func write(_ files: [File], of name: FeatureName, manifest: Manifest?, to package: URL) throws(UsageError) {
    do {
      for file in files {
        let url = package.appending(path: file.path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
      }
      if let manifest {
        try Data(manifest.text.utf8).write(to: package.appending(path: "Package.swift"), options: .atomic)
      }
    } catch {
      for folder in Self.folders(of: name) { try? FileManager.default.removeItem(at: package.appending(path: folder)) }
      throw UsageError("The package cannot be written: \(error.localizedDescription)")
    }
  }
}
