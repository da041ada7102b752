import Foundation
import TestSupport

@testable import FeatureGenerator

/// A package in a folder of its own.
struct TemporaryPackage {
  private let temporary: TemporaryFolder
  var folder: URL { temporary.url }

  init(manifest: String) throws {
    temporary = try TemporaryFolder()
    try write(manifest, to: "Package.swift")
  }

  func write(_ text: String, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// The text of each file, by path.
  var contents: [String: String] {
    get throws {
      let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      let files = try paths.compactMap { path -> (String, String)? in
        let url = folder.appending(path: path)
        guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return nil }
        return (path, try String(contentsOf: url, encoding: .utf8))
      }
      return Dictionary(uniqueKeysWithValues: files)
    }
  }

  /// Runs the command with the arguments of a user.
  func newFeature(_ arguments: String..., identity: String = "focal") throws(UsageError) -> String {
    let known = ["package=\(folder.path)", "skeleton=\(Skeleton.folder.path)", "identity=\(identity)", "existing=Feed"]
    return try NewFeature.run(Arguments(known + ["--"] + arguments))
  }
}

extension Skeleton {
  static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Features/NewFeature/Skeleton")

  /// The skeleton of this repository.
  static var own: Skeleton {
    get throws(UsageError) { try Skeleton(at: folder) }
  }
}

extension FeatureName {
  /// A name in a package without other targets.
  init(_ text: String) throws(UsageError) {
    try self.init(text, existing: [], skeleton: .own)
  }
}
