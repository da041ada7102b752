#if Network
  import ArgumentParser
  import FaultTable
  import Foundation

  /// Prints the table of the documentation: what comes of every fault over both transports.
  struct TableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "table", abstract: "Tries every fault over both transports, each in a process of its own.",
      discussion: "Prints the table of Faults.md. It takes minutes, because some answers are waited for in vain.")

    func run() throws {
      say("| What goes wrong | AsyncHTTPClientTransport | URLSessionTransport on Linux |\n|---|---|---|")
      for fault in Fault.all {
        say(fault.row(try seen(fault, .asyncHTTPClient), other: try seen(fault, .urlSession)))
      }
    }

    /// Prints at once, because the next row may take a while.
    private func say(_ line: String) {
      FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private func seen(_ fault: Fault, _ transport: TransportName) throws -> String {
      let child = Process()
      let output = Pipe()
      child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      child.arguments = ["faults", transport.rawValue, fault.description]
      child.standardOutput = output
      child.standardError = FileHandle.nullDevice
      try child.run()
      let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      child.waitUntilExit()
      guard child.terminationReason == .exit else { return "the process ends" }
      return Fault.summary(of: lines.split(separator: "\n").map { String($0.split(separator: "\t")[2]) })
    }
  }
#endif
