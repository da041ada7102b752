/// Arrows run one way: Examples → Features → Core, and the library modules import only what ships with the toolchain
/// or the system.
enum ImportRule {
  static let ownModules = ["Core", "StoreExploring", "StoreTesting"]
  static let toolchain: Set = ["Foundation", "Observation", "Synchronization"]
  /// What is not there on every platform, and the module whose `canImport` it stands behind.
  static let behindCanImport = [
    "FoundationNetworking": "FoundationNetworking", "SwiftUI": "SwiftUI", "Security": "Security",
    "AppKit": "SwiftUI", "UIKit": "SwiftUI",
  ]

  static func violations(in files: [SourceFile]) -> [Violation] {
    let features = Manifest.features(in: files)
    return files.flatMap { file -> [Violation] in
      guard let allowed = allowedModules(for: file, features: features) else { return [] }
      return file.imports.compactMap { violation($0, in: file, allowed: allowed) }
    }
  }

  private static func violation(_ used: Import, in file: SourceFile, allowed: Set<String>) -> Violation? {
    guard allowed.contains(used.module) else {
      return Violation(file.path, "imports \(used.module)")
    }
    guard let condition = behindCanImport[used.module].map({ "canImport(\($0))" }),
      !used.conditions.contains(where: { $0.contains(condition) })
    else { return nil }
    return Violation(file.path, "imports \(used.module) without #if \(condition)")
  }

  /// What a file of the library may import; `nil` for a file that may import anything.
  private static func allowedModules(for file: SourceFile, features: [String]) -> Set<String>? {
    let system = toolchain.union(behindCanImport.keys)
    if file.isIn("Core") { return system }
    if features.contains(where: { file.isIn("Features/\($0)") }) {
      return file.folders.contains("Domain") ? ["Core", "Foundation"] : system.union(["Core"])
    }
    if file.isIn("Tests/StoreExploring") { return toolchain.union(["Core"]) }
    if file.isIn("Tests/StoreTesting") {
      return toolchain.union(["Core", "StoreExploring", "CustomDump", "Testing", "XCTest"])
    }
    return nil
  }
}
