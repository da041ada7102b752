import Foundation

/// Where the driver's commands complain.
public enum StandardError {
  /// Writes a text, if that can be done: there is nowhere else to complain.
  ///
  /// - Parameter text: The text, with its line ends.
  public static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
