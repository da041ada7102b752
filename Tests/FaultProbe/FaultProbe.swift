#if Network
  import AsyncHTTPClientTransport
  import Core
  import FaultTable
  import Foundation

  /// Tries every fault over one transport, each in a process of its own, because some end the process.
  ///
  /// `fault-probe urlsession` prints a table in Markdown; `fault-probe urlsession TEXT` tries the faults whose
  /// description is or begins with the text in this process; `fault-probe urlsession URL COUNT` reads an address many
  /// times and watches memory and open files.
  @main
  enum FaultProbe {
    static func main() async throws {
      let arguments = CommandLine.arguments.dropFirst()
      guard let name = arguments.first, let transport = transport(named: name) else {
        print("usage: fault-probe urlsession|async-http-client [FAULT | URL COUNT]")
        exit(64)
      }
      guard let text = arguments.dropFirst().first else { return try table(name) }
      if arguments.count == 3, let url = URL(string: text), let count = arguments.last.flatMap({ Int($0) }) {
        return await Soak(transport: transport, url: url, count: count).run()
      }
      let exact = Fault.all.filter { $0.description == text }
      for fault in exact.isEmpty ? Fault.all.filter({ $0.description.hasPrefix(text) }) : exact {
        for run in try await FaultRun.all(ContractCall.all, against: fault, over: transport, patience: .seconds(2)) {
          say("\(run.call)\t\(run.outcome)\t\(run.attempts)\t\(run.requests)")
        }
      }
    }

    /// Prints a line at once, also where the process is about to end.
    private static func say(_ line: String) {
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    private static func transport(named name: String) -> (any HTTPTransport)? {
      switch name {
      case "urlsession": URLSessionTransport()
      case "async-http-client": AsyncHTTPClientTransport()
      default: nil
      }
    }

    private static func table(_ name: String) throws {
      say("| fault | outcome |\n|---|---|")
      for fault in Fault.all {
        let child = Process()
        let output = Pipe()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        child.arguments = [name, fault.description]
        child.standardOutput = output
        child.standardError = FileHandle.nullDevice
        try child.run()
        let lines = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(
          separator: "\n")
        child.waitUntilExit()
        let outcomes = lines.map { String($0.split(separator: "\t")[1]) }
        let kinds = Set(outcomes).sorted().map { kind in "\(kind) ×\(outcomes.count { $0 == kind })" }
        let end = child.terminationReason == .exit ? "" : ", then the process ends"
        say("| \(fault) | \(kinds.joined(separator: ", "))\(end) |")
      }
    }
  }
#else
  #error("fault-probe needs the trait Network of this package.")
#endif
