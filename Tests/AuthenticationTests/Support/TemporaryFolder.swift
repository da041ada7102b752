import Foundation

/// A folder that goes when the test is over.
final class TemporaryFolder {
  let url: URL
  var sessionFile: URL { url.appending(path: "session.json") }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "AuthenticationTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }
}
