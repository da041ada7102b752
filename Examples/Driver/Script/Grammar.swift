#if Driver
  import ArgumentParser

  /// The commands of a script.
  enum Grammar {
    static let commands: [any ScriptCommand.Type] = authentication + feed + myPage + app

    /// Reads the words of a line; `nil` where there are none.
    static func command(for words: [String]) throws(ScriptError) -> (any ScriptCommand)? {
      guard let first = words.first else { return nil }
      let candidates = commands.filter { $0.words[0] == first }
      guard !candidates.isEmpty else {
        throw ScriptError("Unknown action “\(first.beginning)”. Available: \(list(commands.map { $0.words[0] })).")
      }
      if let command = candidates.first(where: { words.starts(with: $0.words) }) {
        return try command.read(Array(words.dropFirst(command.words.count)))
      }
      let available = list(candidates.compactMap { $0.words.dropFirst().first })
      guard words.count > 1 else { throw ScriptError("Missing action after “\(first)”. Available: \(available).") }
      throw ScriptError("Unknown action “\(words[1].beginning)” after “\(first)”. Available: \(available).")
    }

    /// The usage of every command, one a line.
    static var summary: String {
      commands.map { command in
        let usage = command.configuration.usage ?? ""
        return "  \(usage)\(String(repeating: " ", count: max(2, 35 - usage.count)))\(command.configuration.abstract)"
      }.joined(separator: "\n")
    }

    private static func list(_ words: [String]) -> String {
      words.enumerated().filter { words.firstIndex(of: $0.element) == $0.offset }.map(\.element).joined(separator: ", ")
    }
  }

  extension String {
    /// The letters and hyphens at the start, behind which a wrong separator may have put a password.
    fileprivate var beginning: String {
      let beginning = prefix { $0.isLetter || $0 == "-" }
      return (beginning.endIndex == endIndex ? self : beginning + "…").printable(maximumCharacters: 40)
    }
  }

  /// A command of a script; its command name is the words that a line begins with.
  protocol ScriptCommand: ParsableCommand {
    /// Whether the arguments contain a password, so that neither transcripts nor errors repeat them.
    static var hasSecret: Bool { get }

    /// Whether the line leaves out the password, so that the user has to enter it.
    var needsPassword: Bool { get }

    /// Runs the command and returns when its work is done.
    @MainActor
    func perform(in player: Player) async throws(ScriptError)
  }

  extension ScriptCommand {
    static var hasSecret: Bool { false }

    var needsPassword: Bool { false }

    static var words: [String] { (configuration.commandName ?? "").split(separator: " ").map(String.init) }

    /// The name of the action in a transcript.
    static var label: String { words.last ?? "" }

    static func read(_ arguments: [String]) throws(ScriptError) -> any ScriptCommand {
      do {
        return try parse(arguments)
      } catch {
        guard !arguments.contains(where: ["-h", "--help"].contains) else {
          throw ScriptError(helpMessage(columns: 80))
        }
        // Two lines may have become one, and an argument such as -5°C contains the letter of the help option.
        let isRepeated =
          !hasSecret && exitCode(for: error) != .success
          && !Grammar.commands.contains { $0.hasSecret && arguments.contains($0.words[0]) }
        let reason = isRepeated ? message(for: error).printable() : "Invalid arguments."
        let hint = arguments.contains { $0.hasPrefix("-") } ? " Arguments that begin with - go after --." : ""
        throw ScriptError("\(reason)\(reason.hasSuffix(".") ? "" : ".") Usage: \(configuration.usage ?? "")\(hint)")
      }
    }
  }
#endif
