#if Driver
  import Core
  import Foundation

  /// A script, read as a whole before its first line is played.
  struct Script {
    private let lines: [(number: Int, line: ScriptLine)]

    /// Reads a script, whose lines end as on any system.
    ///
    /// Throws the failure of the first line that cannot be read.
    init(_ text: String) throws(ScriptFailure) {
      var lines: [(number: Int, line: ScriptLine)] = []
      // A post may contain other line separators of Unicode.
      let isEnd: (Character) -> Bool = { ["\n", "\r\n", "\r"].contains($0) }
      for (index, text) in text.split(omittingEmptySubsequences: false, whereSeparator: isEnd).enumerated() {
        do throws(ScriptError) {
          guard let line = try ScriptLine(String(text)) else { continue }
          guard !line.needsPassword else { throw .missingPassword(line.command.usage) }
          lines.append((index + 1, line))
        } catch {
          throw ScriptFailure(line: index + 1, error: error)
        }
      }
      self.lines = lines
    }

    /// Plays the lines until one fails.
    @MainActor
    func play(on player: Player) async throws(ScriptFailure) {
      try await play { (line) async throws(ScriptError) in try await player.play(line) }
    }

    /// Plays the lines with a function until one fails.
    @MainActor
    func play(_ play: (ScriptLine) async throws(ScriptError) -> Void) async throws(ScriptFailure) {
      for (number, line) in lines {
        do throws(ScriptError) {
          try await play(line)
        } catch {
          throw ScriptFailure(line: number, error: error)
        }
      }
    }
  }

  /// A line of a script.
  package struct ScriptLine {
    /// The line for a transcript: without its comment, and without arguments that contain a password.
    package let text: String
    /// The words of the line, passwords too.
    package let words: [String]
    let command: ScriptCommand
    let call: ScriptCommand.Call
    /// Whether the line leaves out the password, so that the user has to enter it.
    let needsPassword: Bool

    /// Reads a line, or returns `nil` where it is empty or a comment.
    ///
    /// An error suggests the actions that the line may mean, and the words of a prompt.
    package init?(_ line: String, promptWords: [String] = []) throws(ScriptError) {
      guard line.isUsableInput else { throw ScriptError("The line has more than 10 KiB.") }
      let line = try ShellWords(line)
      try self.init(line.words, text: String(line.text), promptWords: promptWords)
    }

    /// Reads a line of a recording, of any length.
    init?(recorded line: String) throws(ScriptError) {
      let line = try ShellWords(line)
      try self.init(line.words, text: String(line.text))
    }

    /// Creates the line of a command, such as `feed post`, where it can have these arguments.
    package init?(command: String, _ arguments: [String] = [], options: [String] = []) {
      let end = arguments.contains { $0.hasPrefix("-") } ? ["--"] : []
      let words = command.split(separator: " ").map(String.init) + options + end + arguments
      guard let line = try? ScriptLine(words, text: ShellWords.line(words)) else { return nil }
      self = line
    }

    private init?(_ words: [String], text: String, promptWords: [String] = []) throws(ScriptError) {
      guard let command = try Grammar.command(for: words, promptWords: promptWords) else { return nil }
      (call, needsPassword) = try command.read(Array(words.dropFirst(command.words.count)))
      (self.words, self.command) = (words, command)
      self.text = command.hasSecret ? "\(command.label) ••••••••" : text
    }

    /// Whether the line has a password, as its last word.
    package var hasPassword: Bool { command.hasSecret && !needsPassword }

    /// The line without its comment and its password.
    var withoutPassword: String {
      command.hasSecret ? ShellWords.line(hasPassword ? words.dropLast() : words) : text
    }

    /// Returns the line with another password, where it has one.
    package func replacingPassword(with password: String) -> ScriptLine? {
      guard hasPassword else { return self }
      let words = words.dropLast() + [password]
      return try? ScriptLine(Array(words), text: text)
    }

    /// The line as a script has it, passwords too.
    package var script: String { ShellWords.line(words) }
  }

  /// The error of a script or of one of its lines.
  package struct ScriptError: Error, Equatable {
    /// The kind of error; the raw value is the exit status.
    package enum Kind: Int32 {
      /// An `expect` did not hold, or a line could not be carried out.
      case failed = 1
      /// The script cannot be parsed.
      case usage = 64
      /// The script cannot be opened.
      case noInput = 66
    }

    /// The reason, without passwords.
    package let message: String
    let kind: Kind

    init(_ message: String, kind: Kind = .usage) {
      self.message = message
      self.kind = kind
    }

    /// The error of a line that could not be carried out.
    package static func failed(_ message: String) -> ScriptError { ScriptError(message, kind: .failed) }

    static func missingPassword(_ usage: String) -> ScriptError {
      ScriptError("Missing password. Usage: \(usage)")
    }
  }

  /// The line at which a script failed.
  struct ScriptFailure: Error, Equatable {
    let line: Int
    let error: ScriptError
  }

  /// The source of a script: a file or standard input.
  struct ScriptSource {
    private static let maximumSize = 16 * 1_024 * 1_024

    private let path: String?

    /// Creates a source; `-` and `nil` are standard input.
    init(_ argument: String?) {
      path = argument == "-" ? nil : argument
    }

    /// The name in front of a line number.
    var name: String { path?.printable() ?? "standard input" }

    /// Reads the text, up to 16 MiB of UTF-8, without a byte order mark.
    func text() throws(ScriptError) -> String {
      let data = try data()
      guard data.count <= Self.maximumSize else { throw error("It is larger than 16 MiB.", .usage) }
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let bytes = data.dropFirst(data.starts(with: mark) ? mark.count : 0)
      guard let text = String(validating: bytes, as: UTF8.self) else { throw error("It is not UTF-8.", .usage) }
      return text
    }

    private func data() throws(ScriptError) -> Data {
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: path ?? "/dev/stdin", isDirectory: &isFolder)
      guard exists || path == nil else { throw error("There is no such file.", .noInput) }
      guard !isFolder.boolValue else { throw error("It is a folder.", .noInput) }
      let file = path.map { FileHandle(forReadingAtPath: $0) } ?? .standardInput
      // A device or a pipe may never end.
      guard let file, let data = try? file.read(upToCount: Self.maximumSize + 1) ?? Data() else {
        throw error("It cannot be opened or read.", .noInput)
      }
      return data
    }

    private func error(_ reason: String, _ kind: ScriptError.Kind) -> ScriptError {
      ScriptError("Cannot read \(path == nil ? name : "“\(name)”"). \(reason)", kind: kind)
    }
  }
#endif
