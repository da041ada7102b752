/// There are four folders at the top, and each feature of Package.swift has one in Features.
enum TopRule {
  static let folders: Set = ["Core", "Features", "Tests", "Examples"]

  static func violations(in files: [SourceFile]) -> [Violation] {
    let seen = Set(files.compactMap(\.folders.first)).filter { !$0.hasPrefix(".") }
    let manifests = files.filter { $0.name == "Package.swift" && $0.path != "Package.swift" }
    return seen.subtracting(folders).sorted().map { Violation($0, "is a folder at the top") }
      + manifests.map { Violation($0.path, "is a nested package") }
      + Manifest.features(in: files).filter { feature in !files.contains { $0.isIn("Features/\(feature)") } }
      .map { Violation("Features/\($0)", "is missing") }
  }
}
