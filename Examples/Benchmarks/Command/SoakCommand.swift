#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core
  import Foundation

  struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "soak", abstract: "Sends many GET requests and prints memory and open files on the way.",
      discussion: "Sends 16 requests at a time. The exit status is 1 if any of them fails.")

    @Argument(help: "A URL that responds with 200.", transform: Self.webAddress)
    var url: URL

    @Argument(help: "The number of requests, rounded down to a multiple of 160.")
    var count = 100_000

    func run() async throws {
      let client = HTTPAPIClient(
        baseURL: URL(string: "/", relativeTo: url) ?? url, transport: AsyncHTTPClientTransport(),
        configuration: HTTPClientConfiguration(maximumAttempts: 1))
      let start = ContinuousClock.now
      var failures = 0
      for round in 1...10 {
        failures += await withTaskGroup(of: Int.self) { group in
          for _ in 0..<16 { group.addTask { await self.failures(of: client) } }
          return await group.reduce(0, +)
        }
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let memory = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let seconds = start.duration(to: .now).components.seconds
        let line =
          "\(round * (count / 160) * 16) requests, \(failures) failures, \(memory), \(files) files, \(seconds) s\n"
        // Without buffering: the next line may take a while.
        FileHandle.standardOutput.write(Data(line.utf8))
      }
      if failures > 0 { throw ExitCode(1) }
    }

    private func failures(of client: HTTPAPIClient) async -> Int {
      var failures = 0
      for _ in 0..<count / 160 {
        let request = APIRequest<EmptyResponse>(.get, url.path(), authorization: .anonymous)
        if await (try? client.send(request)) == nil { failures += 1 }
      }
      return failures
    }

    @Sendable private static func webAddress(_ argument: String) throws -> URL {
      guard let url = URL(string: argument), url.host() != nil else { throw ValidationError("Expected a URL.") }
      return url
    }
  }
#endif
