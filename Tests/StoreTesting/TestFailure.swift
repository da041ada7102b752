import Testing
import XCTest

/// A failure of the running test, in Swift Testing or XCTest.
///
/// A detached task no longer belongs to a test; both libraries then get the failure, and the one that does not run
/// ignores it.
package struct TestFailure {
  let message: String
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  package init(message: String, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.message = message
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  package func report() {
    Issue.record(Comment(rawValue: message), sourceLocation: location)
    if Test.current == nil { XCTFail(message, file: filePath, line: line) }
  }

  private var location: Testing.SourceLocation {
    Testing.SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}
