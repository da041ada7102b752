import ArgumentParser
import Foundation
import Testing

@testable import Driver

/// The driver in a process of its own, whose standard streams are broken.
struct StandardStreamTests {
  @Test func `a transcript that cannot be written ends the program with one line`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(74), observing: [\.standardErrorContent]) {
        try replace(STDOUT_FILENO, by: "/dev/null", O_RDONLY)
        await TourCommand.end { try await TourCommand.parse([]).run(on: .embedded(), options: .parse([])) }
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "Standard output cannot be written.\n")
  }

  @Test func `a graph that cannot be written ends the program`() async {
    await #expect(processExitsWith: .exitCode(74)) {
      try replace(STDOUT_FILENO, by: "/dev/null", O_RDONLY)
      await GraphCommand.end { try await GraphCommand.parse(["mypage"]).run(options: .parse([])) }
    }
  }

  @Test func `a complaint that cannot be written changes nothing`() async {
    await #expect(processExitsWith: .exitCode(66)) {
      try replace(STDERR_FILENO, by: "/dev/null", O_RDONLY)
      await PlayCommand.end { try await PlayCommand.parse(["/nowhere"]).run(on: .embedded(), options: .parse([])) }
    }
  }

  @Test func `a folder as standard input is no script`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(66), observing: [\.standardErrorContent]) {
        try replace(STDIN_FILENO, by: "/", O_RDONLY)
        await PlayCommand.end { try await PlayCommand.parse(["-"]).run(on: .embedded(), options: .parse([])) }
      })
    #expect(
      String(decoding: result.standardErrorContent, as: UTF8.self) == "Standard input is a folder, and no script.\n")
  }

  @Test func `standard input that cannot be read is no script`() async throws {
    let result = try #require(
      await #expect(processExitsWith: .exitCode(66), observing: [\.standardErrorContent]) {
        try replace(STDIN_FILENO, by: "/dev/null", O_WRONLY)
        await PlayCommand.end { try await PlayCommand.parse(["-"]).run(on: .embedded(), options: .parse([])) }
      })
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self) == "Standard input cannot be read.\n")
  }
}

/// Puts a file in the place of a standard stream, opened so that it cannot do what the stream has to.
private func replace(_ stream: Int32, by path: String, _ mode: Int32) throws {
  guard dup2(open(path, mode), stream) == stream else { throw CocoaError(.fileReadUnknown) }
}

extension ParsableArguments {
  /// Runs a command, and ends the process as it ends.
  fileprivate static func end(_ run: () async throws -> Void) async {
    do {
      try await run()
      exit()
    } catch {
      exit(withError: error)
    }
  }
}
