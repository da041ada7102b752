#if os(Linux)
  import Foundation

  /// A program that a test runs.
  struct Tool {
    /// What a program said, and how it ended.
    struct Result: Equatable {
      let status: Int32
      let output: String
    }

    let path: String

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - arguments: What it is told.
    ///   - folder: Where it works, and where what it says is kept meanwhile.
    /// - Returns: What it said on both of its outputs.
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
