#if Network
  import ArgumentParser
  import Core
  import Foundation

  /// Many requests over one transport, with the memory and the open files of this process along the way.
  struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "soak", abstract: "Reads an address many times, and prints memory and open files along the way.",
      discussion: "Sixteen requests are under way at the same time. The exit status is 1 where one has failed.")

    @Argument(help: "The address, which answers 200.")
    var url: WebAddress

    @Argument(help: "How many requests, 160 or more.")
    var count = 100_000

    @Option(help: "The transport.")
    var transport = TransportName.asyncHTTPClient

    func validate() throws {
      guard count >= 160 else { throw ValidationError("A soak has 160 requests or more.") }
    }

    func run() async throws {
      let transport = transport.make()
      let clock = ContinuousClock()
      let start = clock.now
      var allFailures = 0
      for round in 1...10 {
        let failures = await failures(in: count / 160, over: transport)
        allFailures += failures
        let seconds = Int(start.duration(to: clock.now).components.seconds)
        let requests = round * (count / 160) * 16
        FileHandle.standardOutput.write(
          Data(
            "\(requests) requests, \(failures) failures, \(Self.memory), \(Self.openFiles) files, \(seconds) s\n".utf8))
      }
      if allFailures > 0 { throw ExitCode(1) }
    }

    private func failures(in count: Int, over transport: any HTTPTransport) async -> Int {
      let request = HTTPTransportRequest(.get, url.url)
      return await withTaskGroup(of: Int.self) { group in
        for _ in 0..<16 {
          group.addTask {
            var failures = 0
            for _ in 0..<count {
              let answer = try? await transport.send(request, progress: { _ in })
              if answer?.status != 200 { failures += 1 }
            }
            return failures
          }
        }
        return await group.reduce(0, +)
      }
    }

    private static var memory: String {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? "memory unknown"
      return line.split(whereSeparator: \.isWhitespace).dropFirst().joined(separator: " ")
    }

    private static var openFiles: Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
  }

  /// The address of a web server.
  struct WebAddress: ExpressibleByArgument {
    let url: URL

    init?(argument: String) {
      guard let url = URL(string: argument), ["http", "https"].contains(url.scheme), url.host() != nil else {
        return nil
      }
      self.url = url
    }
  }
#endif
