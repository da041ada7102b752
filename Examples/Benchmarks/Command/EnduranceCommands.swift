#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core
  import Foundation
  import Synchronization

  struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "soak", abstract: "Sends many GET requests and prints memory and open files on the way.",
      discussion: "Sends 16 requests at a time. The exit status is 1 if any of them fails.")

    @Argument(help: "A URL that responds with 200.", transform: webAddress)
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
        printNow(
          "\(round * (count / 160) * 16) requests, \(failures) failures, \(memory), \(files) files, \(seconds) s")
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
  }

  struct StorageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "storage", abstract: "Saves and loads a session in a file, repeatedly.",
      discussion: "Prints how many were saved, and the last error. The exit status is 1 if the file is ever damaged.")

    @Argument(help: "The file.") var file: String
    @Argument(help: "The number of sessions.") var count: Int
    @Option(help: "The length of the user’s name, in characters.") var length = 10

    func run() async throws {
      let storage = FileSessionStorage(file: URL(filePath: file))
      let user = User(
        id: "\(ProcessInfo.processInfo.processIdentifier)", name: String(repeating: "x", count: length),
        email: "taro@example.com", lastLoginDate: Date(timeIntervalSince1970: 0))
      var saved = 0
      var reason: SessionStorageError?
      for number in 0..<count {
        do throws(SessionStorageError) {
          try await storage.update { _ in StoredSession(user: user, accessToken: Secret("token-\(number)")) }
          saved += 1
        } catch {
          reason = error
        }
        _ = try await storage.load()
      }
      print("saved \(saved) of \(count)" + (reason.map { ": \($0)" } ?? ""))
    }
  }

  struct HTTPBinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "httpbin", abstract: "Compares the results of requests to httpbin with the expected ones.",
      discussion: "The exit status is 1 if any of them differs. CONTRACT.md of HTTPDriver shows how to run httpbin.")

    @Argument(help: "The URL of httpbin, such as http://127.0.0.1:8081.", transform: webAddress)
    var url: URL

    func run() async throws {
      var differences = 0
      for (path, expected) in checks {
        let result = await result(of: path)
        if result != expected { differences += 1 }
        printNow("\(path): \(result)" + (result == expected ? "" : ", but expected \(expected)"))
      }
      printNow("\(differences) results differ.")
      if differences > 0 { throw ExitCode(1) }
    }

    /// Paths of httpbin, and the expected results of requests to them.
    private var checks: [(path: String, expected: String)] {
      // The same server by another name.
      let other = "http://\(url.host() == "localhost" ? "127.0.0.1" : "localhost"):\(url.port ?? 80)"
      let statuses = [400, 401, 403, 404, 405, 409, 413, 422, 500, 501, 505, 304].map { ("/status/\($0)", "\($0)") }
      let transient = [429, 502, 503, 504].map { ("/status/\($0)", "\($0) after 3 attempts") }
      return statuses + transient + [
        ("/basic-auth/a/b", "401"), ("/digest-auth/auth/a/b", "401"), ("/bearer", "success"), ("/delay/1", "success"),
        ("/redirect/3", "success"), ("/absolute-redirect/3", "success"), ("/redirect-to?url=/bearer", "success"),
        ("/redirect/9", "302"), ("/redirect-to?url=\(other)/get", "302"),
        ("/redirect-to?status_code=307&url=\(other)/get", "307"), ("/gzip", "success"), ("/deflate", "success"),
        ("/stream/1", "success"), ("/html", "invalid"), ("/xml", "invalid"), ("/deny", "invalid"),
        ("/status/204", "success"), ("/delay/3", "timedOut after 3 attempts"),
        ("/drip?numbytes=8&duration=4", "success"), ("/drip?numbytes=2&duration=6", "timedOut after 3 attempts"),
        ("/drip?numbytes=40&duration=20", "timedOut"), ("/bytes/9000", "success"), ("/bytes/90000", "invalid"),
        ("/stream-bytes/90000", "invalid"),
      ]
    }

    private func result(of path: String) async -> String {
      let attempts = Mutex(0)
      let client = HTTPAPIClient(
        baseURL: url, transport: AsyncHTTPClientTransport(),
        configuration: HTTPClientConfiguration(
          deadline: .seconds(10), idleTimeout: .seconds(2), maximumBodySize: 20_000, firstDelay: .milliseconds(10)),
        onEvent: { event in if event.kind == .sending { attempts.withLock { $0 += 1 } } })
      let components = URLComponents(string: path)
      let (path, query) = (components?.path ?? "", components?.queryItems ?? [])
      let token = APIAuthorization.bearer(Secret("token-1"))
      var result = "success"
      do throws(APIError) {
        if path == "/status/204" || path == "/drip" || path.contains("bytes") {
          _ = try await client.send(APIRequest<EmptyResponse>(.get, path, query: query, authorization: token))
        } else {
          _ = try await client.send(APIRequest<JSONObject>(.get, path, query: query, authorization: token))
        }
      } catch {
        switch error {
        case .requestFailed(let failure): result = "\(failure)"
        case .invalidResponse(let response): result = "\(response.statusCode)"
        case .decodingFailed: result = "invalid"
        case .cancelled: result = "cancelled"
        }
      }
      let count = attempts.withLock { $0 }
      return count == 1 ? result : "\(result) after \(count) attempts"
    }
  }

  /// Any JSON object.
  private struct JSONObject: Decodable, Sendable {
    let unknown: Bool?
  }

  @Sendable
  func webAddress(_ argument: String) throws -> URL {
    guard let url = URL(string: argument), url.host() != nil else { throw ValidationError("Expected a URL.") }
    return url
  }

  /// Prints a line without buffering: the next one may take a while.
  func printNow(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
#endif
