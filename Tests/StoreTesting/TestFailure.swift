#if TestKit
  import Testing
  import XCTest

  /// A failure that goes to whichever runner runs: Swift Testing or XCTest.
  ///
  /// A task that is detached from its test is no longer known to belong to one. Each runner then takes what is meant
  /// for it and has no test of its own for the other.
  struct TestFailure {
    let message: String
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt

    func report() {
      Issue.record(Comment(rawValue: message), sourceLocation: location)
      if Test.current == nil { XCTFail(message, file: filePath, line: line) }
    }

    private var location: Testing.SourceLocation {
      Testing.SourceLocation(
        fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
  }
#else
  #error("StoreTesting needs the trait TestKit, which is on by default.")
#endif
