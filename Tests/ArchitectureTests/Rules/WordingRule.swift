/// The library’s code has no way round the compiler and no way to crash, and its files are short.
enum WordingRule {
  static let longest = 200

  static func forbidden(in files: [SourceFile]) -> [Violation] {
    library(files).flatMap { file in
      patterns.filter { file.code.contains($0.regex) }.map { Violation(file.path, "says \($0.name)") }
    }
  }

  static func tooLong(in files: [SourceFile]) -> [Violation] {
    files.filter { $0.name.hasSuffix(".swift") && $0.lineCount > longest }.map {
      Violation($0.path, "has \($0.lineCount) lines")
    }
  }

  private static var patterns: [(name: String, regex: Regex<Substring>)] {
    [
      ("@unchecked Sendable", /@unchecked\s+Sendable/), ("nonisolated(unsafe)", /nonisolated\s*\(\s*unsafe\s*\)/),
      ("try!", /\btry\s*!/), ("as!", /\bas\s*!/), ("fatalError", /\bfatalError\b/),
      ("preconditionFailure", /\bpreconditionFailure\b/), ("Combine", /\bCombine\b/),
      ("@preconcurrency", /@preconcurrency\b/), ("ObservableObject", /\bObservableObject\b/),
    ]
  }

  /// What others import: Core, the features and the test kit.
  private static func library(_ files: [SourceFile]) -> [SourceFile] {
    let folders =
      ["Core", "Tests/StoreExploring", "Tests/StoreTesting"]
      + Manifest.features(in: files).map { "Features/\($0)" }
    return files.filter { file in folders.contains { file.isIn($0) } }
  }
}
