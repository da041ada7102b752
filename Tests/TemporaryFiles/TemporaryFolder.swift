import Foundation

/// A folder of a test's own, which goes with it.
public final class TemporaryFolder: Sendable {
  /// Where it is; it exists and is empty at first.
  public let url: URL

  /// Makes a folder that no other test has.
  ///
  /// - Throws: What the system says where it makes no folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "focal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
