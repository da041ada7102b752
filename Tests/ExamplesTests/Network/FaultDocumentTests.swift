#if Network
  import FaultTable
  import Foundation
  import Testing

  /// The table in the documentation is what the tests see.
  ///
  /// `swift run fault-probe table` prints it anew, with what the other transport does.
  @Suite("The documentation of faults")
  struct FaultDocumentTests {
    private static func rows() throws -> [[String]] {
      let page = Document.top.appending(
        path: "Examples/AsyncHTTPClientTransport/AsyncHTTPClientTransport.docc/Faults.md")
      let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("|") }
      return lines.dropFirst(2).map { line in
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }

    @Test func `has a row for each fault, which says what the table of the tests expects`() throws {
      let rows = try Self.rows()
      #expect(rows.map { $0.prefix(2) } == Fault.all.map { ["\($0)", $0.expectedSummary] })
    }
  }
#endif
