import Foundation

/// What is made in a package: the files of a feature and, where it can be changed, the manifest.
struct NewPackageFiles {
  let package: URL
  let name: FeatureName
  let files: [Skeleton.File]
  /// The manifest with the feature, or `nil` where it stays as it is.
  let manifest: Manifest?

  /// The folders that the feature gets.
  var folders: [String] { ["Features/\(name.text)", "Tests/\(name.text)Tests"] }

  /// Looks whether there is room for the feature.
  ///
  /// - Throws: ``Complaint`` where a folder is there already.
  func check() throws(Complaint) {
    for folder in folders {
      let parts = folder.split(separator: "/").map(String.init)
      let parent = package.appending(path: parts[0])
      let there = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
      // Two names that differ in upper and lower case only are one folder on some systems.
      if let same = there.first(where: { $0.lowercased() == parts[1].lowercased() }) {
        throw Complaint("\(parts[0])/\(same) is there already, and nothing is overwritten.")
      }
    }
  }

  /// Makes the files; all of them or, where that fails, none.
  ///
  /// - Throws: ``Complaint`` where the package cannot be written to.
  func write() throws(Complaint) {
    do {
      for file in files {
        let url = package.appending(path: file.path)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
      }
      if let manifest {
        try Data(manifest.text.utf8).write(to: package.appending(path: "Package.swift"), options: .atomic)
      }
    } catch {
      for folder in folders { try? FileManager.default.removeItem(at: package.appending(path: folder)) }
      throw Complaint("The package cannot be written to: \(error.localizedDescription)")
    }
  }
}
