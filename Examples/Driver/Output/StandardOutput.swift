import Foundation

/// Where the driver's commands print.
public enum StandardOutput {
  /// Writes a text.
  ///
  /// Where that cannot be done, the program ends with status 74: nobody would see what follows either.
  ///
  /// - Parameter text: The text, with its line ends.
  public static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      complain("Standard output cannot be written.")
      exit(74)
    }
  }
}
