import Foundation

/// Says on standard error what went wrong.
func complain(_ message: String) {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
}
