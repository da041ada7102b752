#if Network && os(Linux)
  import Core
  import Foundation
  import TestSupport
  import Testing

  @Suite("Session file and processes", .timeLimit(.minutes(10)))
  struct StoredSessionTests {
    private let folder: TemporaryFolder
    private let work: TemporaryFolder
    private let file: URL
    private let probe = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "focal-benchmarks").path

    init() throws {
      folder = try TemporaryFolder()
      work = try TemporaryFolder()
      file = folder.url.appending(path: "session.json")
    }

    @Test func `A session file written by several processes is whole and alone in its folder`() async throws {
      let results = try await withThrowingTaskGroup(of: Tool.Result.self) { group in
        for _ in 0..<4 {
          group.addTask { [probe, file, work] in
            try await Tool(path: probe).run(["storage", file.path, "100", "--length", "9000"], in: work.url)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(results == Array(repeating: Tool.Result(status: 0, output: "saved 100 of 100\n"), count: 4))
      #expect(try await FileSessionStorage(file: file).load()?.accessToken == Secret("token-99"))
      #expect(try folder.fileNames == ["session.json"])
    }

    // The thread sanitizer cannot start a process with such small files.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["TSAN_OPTIONS"] == nil))
    func `A session that a full disk refuses leaves the last one and reports the reason`() async throws {
      try await FileSessionStorage(file: file).update { _ in .taro }
      // Files are limited to two blocks, so that the write fails after a part of the session.
      let result = try await Tool(path: "/bin/sh").run(
        ["-c", #"trap "" XFSZ; ulimit -f 2; exec "$0" storage "$1" 3 --length 9000"#, probe, file.path], in: work.url)
      #expect(result.status == 0)
      #expect(
        result.output.hasPrefix(#"saved 0 of 3: notWritten(reason: "\#(file.path) cannot be written: "#),
        "\(result.output)")
      #expect(result.output.contains("too large"), "\(result.output)")
      #expect(try await FileSessionStorage(file: file).load() == .taro)
      #expect(try folder.fileNames == ["session.json"])
    }
  }

  /// A program that a test runs.
  private struct Tool {
    /// The exit status, and what both outputs received.
    struct Result: Equatable {
      let status: Int32
      let output: String
    }

    let path: String

    func run(_ arguments: [String], in folder: URL) async throws -> Result {
      let log = folder.appending(path: UUID().uuidString)
      try Data().write(to: log)
      let output = try FileHandle(forWritingTo: log)
      let process = Process()
      process.executableURL = URL(filePath: path)
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.standardOutput = output
      process.standardError = output
      let status = try await withCheckedThrowingContinuation { (ending: CheckedContinuation<Int32, any Error>) in
        process.terminationHandler = { ending.resume(returning: $0.terminationStatus) }
        do {
          try process.run()
        } catch {
          process.terminationHandler = nil
          ending.resume(throwing: error)
        }
      }
      try output.close()
      return Result(status: status, output: try String(contentsOf: log, encoding: .utf8))
    }
  }
#endif
