#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core
  import Foundation

  /// Checks by hand what takes too long, or too much of the machine, for a test.
  @main
  struct FaultProbe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fault-probe", abstract: "Checks the network and the storage of FOCAL where a test cannot.",
      subcommands: [SoakCommand.self, HTTPBinCommand.self, StorageCommand.self])
  }

  /// The transport to use.
  enum TransportName: String, ExpressibleByArgument, CaseIterable {
    case urlSession = "urlsession"
    case asyncHTTPClient = "async-http-client"

    func make() -> any HTTPTransport {
      switch self {
      case .urlSession: URLSessionTransport()
      case .asyncHTTPClient: AsyncHTTPClientTransport()
      }
    }
  }

  /// An `http` or `https` URL.
  struct WebAddress: ExpressibleByArgument {
    let url: URL

    init?(argument: String) {
      guard
        let url = URL(string: argument), ["http", "https"].contains(url.scheme), url.host() != nil,
        (1...65_535).contains(url.port ?? 80)
      else { return nil }
      self.url = url
    }
  }

  /// Sends many requests and prints the memory and open files of this process on the way.
  struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "soak", abstract: "Sends many GET requests and prints memory and open files on the way.",
      discussion: "Sends 16 requests at a time. The exit status is 1 if any of them fails.")

    @Argument(help: "A URL that responds with 200.")
    var url: WebAddress

    @Argument(help: "The number of requests, 160 or more.")
    var count = 100_000

    @Option(help: "The transport.")
    var transport = TransportName.asyncHTTPClient

    func validate() throws {
      guard count >= 160 else { throw ValidationError("Expected 160 requests or more.") }
    }

    func run() async throws {
      let client = HTTPAPIClient(
        baseURL: URL(string: "/", relativeTo: url.url) ?? url.url, transport: transport.make(),
        configuration: HTTPClientConfiguration(maximumAttempts: 1))
      let clock = ContinuousClock()
      let start = clock.now
      var failures = 0
      for round in 1...10 {
        failures += await self.failures(of: client)
        let seconds = start.duration(to: clock.now).components.seconds
        printNow(
          "\(round * (count / 160) * 16) requests, \(failures) failures, \(Self.memory), \(Self.openFiles) files, "
            + "\(seconds) s")
      }
      if failures > 0 { throw ExitCode(1) }
    }

    private func failures(of client: HTTPAPIClient) async -> Int {
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<16 {
          group.addTask {
            var failures = 0
            for _ in 0..<count / 160 {
              let request = APIRequest<EmptyResponse>(.get, url.url.path(), authorization: .anonymous)
              if await (try? client.send(request)) == nil { failures += 1 }
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

  /// Saves and loads a session repeatedly, to be run by several processes or on a full disk.
  struct StorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "storage", abstract: "Saves and loads a session in a file, repeatedly.",
      discussion: """
        Prints how many sessions were saved, and the last error. The exit status is 1 if the file ever contained \
        anything but a whole session.
        """)

    @Argument(help: "The file.")
    var file: String

    @Argument(help: "The number of sessions.")
    var count: Int

    @Option(help: "The length of the user’s name, in characters.")
    var length = 10

    func run() async throws {
      let storage = FileSessionStorage(file: URL(filePath: file))
      let user = User(
        id: "\(ProcessInfo.processInfo.processIdentifier)", name: String(repeating: "x", count: length),
        email: "taro@example.com", lastLoginDate: Date(timeIntervalSince1970: 0))
      var saved = 0
      var reason: SessionStorageError?
      for number in 0..<count {
        do throws(SessionStorageError) {
          try await storage.save(StoredSession(user: user, accessToken: AccessToken("token-\(number)")))
          saved += 1
        } catch {
          reason = error
        }
        do throws(SessionStorageError) {
          _ = try await storage.load()
        } catch {
          print("damaged: \(error)")
          throw ExitCode(1)
        }
      }
      print("saved \(saved) of \(count)" + (reason.map { ": \($0)" } ?? ""))
    }
  }

  /// Prints a line without buffering: the next one may take a while.
  func printNow(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
#else
  import Foundation

  @main
  enum FaultProbe {
    static func main() {
      FileHandle.standardError.write(Data("Run it with: swift run --traits Network fault-probe\n".utf8))
      exit(69)
    }
  }
#endif
