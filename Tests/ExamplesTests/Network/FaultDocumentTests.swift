#if Network
  import FaultTable
  import Foundation
  import Testing

  /// The table in the documentation is what the tests see.
  ///
  /// `swift run fault-probe table` prints it anew.
  @Suite("The documentation of faults", .timeLimit(.minutes(10)))
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

    // What another version of Foundation does is to be read off anew.
    #if os(Linux) && compiler(>=6.3) && compiler(<6.3.2)
      /// What ends a process ends one of its own; what is waited for in vain, or computed for long, is left out.
      @Test func `says what the other transport does on Linux`() async throws {
        let rows = try Self.rows().filter { !$0[2].contains("timed out") && $0[0] != "10,000 header fields" }
        let lethal = rows.filter { $0[2] == "**the process ends**" }
        for row in lethal { #expect(try await Self.seen([row[0]]).status != 0, "\(row[0])") }
        let others = rows.filter { $0[2] != "**the process ends**" }
        let (status, outcomes) = try await Self.seen(others.map { $0[0] })
        #expect(status == 0)
        let seen = others.map { row in "\(row[0]): \(Fault.summary(of: outcomes[row[0]] ?? []))" }
        let written = others.map { row in
          "\(row[0]): \(row[2] == "the same" ? row[1] : row[2].trimmingCharacters(in: ["*"]))"
        }
        #expect(seen == written)
      }

      /// What comes of faults in a process of their own.
      private static func seen(_ faults: [String]) async throws -> (status: Int32, outcomes: [String: [String]]) {
        let folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let work = try TemporaryFolder()
        // What Swift prints of a process that ends takes it seconds.
        let result = try await Tool(path: "/usr/bin/env").run(
          [
            "SWIFT_BACKTRACE=enable=no", folder.appending(path: "fault-probe").path, "faults", "urlsession",
          ] + faults, in: work.url)
        let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        let answers = lines.filter { $0.count == 5 }.map { ($0[0], [$0[2]]) }
        return (result.status, Dictionary(answers, uniquingKeysWith: +))
      }
    #endif
  }
#endif
