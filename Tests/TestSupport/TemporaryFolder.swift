import Foundation

/// A folder that exists as long as the test keeps it.
package final class TemporaryFolder: Sendable {
  /// The location; the folder is empty at first.
  package let url: URL

  /// Creates a folder of its own.
  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "focal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The names of the files in the folder, sorted, hidden ones included.
  package var fileNames: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
