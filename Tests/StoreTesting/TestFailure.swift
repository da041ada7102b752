import StoreExploring
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

  /// Reports the failure, and attaches to the test a summary in Markdown, and a page to walk through what was explored.
  ///
  /// `swift test --attachments-path` writes them to files that are named after the test. Only Swift Testing has them.
  func report(_ violation: Violation?, page: ((_ title: String) -> String)? = nil) {
    if let test = Test.current {
      let subject = test.displayName ?? test.name
      attach(summary(violation, of: subject), to: subject, "md")
      if let page { attach(page(subject), to: subject, "html") }
    }
    report()
  }

  /// The failure in Markdown: a violation with its diagram, or else the message.
  package func summary(_ violation: Violation?, of subject: String) -> String {
    """
    \(violation?.markdown ?? "## Failed\n\n```text\n\(message)\n```")

    The test is “\(subject)”, at \(fileID):\(line).

    """
  }

  private func attach(_ text: String, to subject: String, _ type: String) {
    var name = subject.replacing("/", with: "-")
    // A file system has a maximum length, and the test library may add a number.
    while name.utf8.count > 200 { name.removeLast() }
    Attachment.record(text, named: "\(name).\(type)", sourceLocation: location)
  }

  private var location: Testing.SourceLocation {
    Testing.SourceLocation(
      fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  }
}

/// Prints the violations of a test without the lines of the model.
package struct WithoutLines: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CallSite.$hasLines.withValue(false) { try await function() }
  }
}

extension Trait where Self == WithoutLines {
  package static var withoutLines: WithoutLines { WithoutLines() }
}
