import Foundation
import TemporaryFiles

@testable import FeatureGenerator

/// A package in a folder of its own, which goes away with it.
struct TemporaryPackage {
  private let temporary: TemporaryFolder
  var folder: URL { temporary.url }

  init(manifest: String) throws {
    temporary = try TemporaryFolder()
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
  }

  /// Everything in it, with what each file says.
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

  /// Runs the command in it, with what the user typed.
  @discardableResult
  func newFeature(_ words: String..., identity: String = "focal") throws -> String {
    let known = ["package=\(folder.path)", "skeleton=\(Repository.skeletonFolder.path)", "identity=\(identity)"]
    return try NewFeature.answer(to: Arguments(known + ["taken=Feed", "--"] + words))
  }
}
