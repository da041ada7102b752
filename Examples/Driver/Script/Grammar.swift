#if Driver
  import ArgumentParser
  import ExampleApp

  /// The commands of a script.
  enum Grammar {
    static let commands = authentication + feed + myPage + app + steps

    /// Returns the command that the words of a line begin with; `nil` where there are none.
    ///
    /// An error suggests the words of a prompt too.
    static func command(for words: [String], promptWords: [String] = []) throws(ScriptError) -> ScriptCommand? {
      guard let first = words.first else { return nil }
      let candidates = commands.filter { $0.words[0] == first }
      guard !candidates.isEmpty else {
        let available = commands.map { $0.words[0] }.unique
        let seconds = commands.filter { $0.words.count > 1 }.map { ($0.words[1], $0.words.joined(separator: " ")) }
        let suggestion = first.suggestion(among: (available + promptWords).map { ($0, $0) } + seconds)
        throw ScriptError("Unknown action “\(first.beginning)”.\(suggestion) Available: \(list(available)).")
      }
      if let command = candidates.first(where: { words.starts(with: $0.words) }) { return command }
      let available = candidates.compactMap { $0.words.dropFirst().first }
      guard words.count > 1 else {
        throw ScriptError("Missing action after “\(first)”. Available: \(list(available)).")
      }
      let suggestion = words[1].suggestion(among: available)
      throw ScriptError(
        "Unknown action “\(words[1].beginning)” after “\(first)”.\(suggestion) Available: \(list(available)).")
    }

    /// The usage of every command, one a line.
    static var summary: String { summary(of: commands) }

    /// The help of the command that the words begin with, or the usage of each of those that begin with the words.
    static func help(for words: [String]) throws(ScriptError) -> String {
      let commands = commands.filter { $0.words.starts(with: words) }
      guard commands.count < 2 else { return summary(of: commands) }
      return try command(for: words)?.help ?? summary
    }

    /// The words that can follow the words of a line, and begin as the last one does.
    static func completions(of prefix: String, after words: [String]) -> [String] {
      commands.filter { $0.words.starts(with: words.prefix($0.words.count)) }.flatMap { command in
        words.count < command.words.count ? [command.words[words.count]] : command.choices(at: words.count)
      }.filter { $0.hasPrefix(prefix) }.unique
    }

    private static func summary(of commands: [ScriptCommand]) -> String {
      commands.map { command in
        let space = String(repeating: " ", count: max(2, 35 - command.usage.count))
        return "  \(command.usage)\(space)\(command.abstract)"
      }.joined(separator: "\n")
    }

    private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
  }

  extension [String] {
    /// The words without repetitions, in their order.
    fileprivate var unique: [String] { indices.filter { firstIndex(of: self[$0]) == $0 }.map { self[$0] } }
  }

  extension String {
    /// The letters and hyphens at the start, behind which a wrong separator may have put a password.
    fileprivate var beginning: String {
      let beginning = prefix { $0.isLetter || $0 == "-" }
      return (beginning.endIndex == endIndex ? self : beginning + "…").printable(maximumCharacters: 40)
    }
  }

  /// A command of a script: how a line calls it, and what it does.
  struct ScriptCommand: Sendable {
    /// A command with its arguments; returns when the work is done.
    typealias Call = @MainActor @Sendable (Player) async throws(ScriptError) -> Void

    /// The words that a line begins with, and the names of the arguments.
    let usage: String
    /// The words that a line begins with.
    let words: [String]
    let abstract: String
    /// What the action does, and how a line calls it.
    let help: String
    /// What a prompt says after a line that shows nothing.
    let withoutResult: String
    /// Whether the arguments contain a password, so that neither transcripts nor errors repeat them.
    let hasSecret: Bool
    /// Whether it is a step that the scheduler takes, and no action.
    let isStep: Bool
    /// Whether the server of an app offers what the command does.
    let isOffered: @MainActor @Sendable (AppRoot) -> Bool
    private let parse: @Sendable ([String]) throws(ScriptError) -> (call: Call, needsPassword: Bool)

    /// Creates a command with arguments.
    init<Arguments: ParsableArguments & Sendable>(
      _ usage: String, _ abstract: String, discussion: String = "", withoutResult: String = "Nothing changed.",
      isStep: Bool = false, isOffered: @escaping @MainActor @Sendable (AppRoot) -> Bool = { _ in true },
      perform: @escaping @MainActor (Player, Arguments) async throws(ScriptError) -> Void
    ) {
      let hasSecret = Arguments.self is any PasswordArguments.Type
      let help = [abstract, "Usage: \(usage)", discussion].filter { !$0.isEmpty }.joined(separator: "\n")
      (self.usage, self.abstract, self.help) = (usage, abstract, help)
      words = usage.split(separator: " ").prefix { $0.allSatisfy { $0.isLowercase || $0 == "-" } }.map(String.init)
      (self.withoutResult, self.hasSecret, self.isStep) = (withoutResult, hasSecret, isStep)
      self.isOffered = isOffered
      parse = { (words: [String]) throws(ScriptError) in
        let arguments: Arguments
        do {
          arguments = try Arguments.parse(words)
        } catch {
          guard !words.contains(where: ["-h", "--help"].contains) else {
            throw ScriptError(help)
          }
          // Two lines may have become one, and an argument such as -5°C contains the letter of the help option.
          let isRepeated =
            !hasSecret && Arguments.exitCode(for: error) != .success
            && !Grammar.commands.contains { $0.hasSecret && words.contains($0.words[0]) }
          let reason = isRepeated ? Arguments.message(for: error).printable() : "Invalid arguments."
          let hint = words.contains { $0.hasPrefix("-") } ? " Arguments that begin with - go after --." : ""
          throw ScriptError("\(reason)\(reason.hasSuffix(".") ? "" : ".") Usage: \(usage)\(hint)")
        }
        let needsPassword = (arguments as? any PasswordArguments).map { $0.password == nil } ?? false
        return ({ player async throws(ScriptError) in try await perform(player, arguments) }, needsPassword)
      }
    }

    /// Creates a command without arguments.
    init(
      _ usage: String, _ abstract: String, withoutResult: String = "Nothing changed.",
      isOffered: @escaping @MainActor @Sendable (AppRoot) -> Bool = { _ in true },
      perform: @escaping @MainActor (Player) async -> Void
    ) {
      self.init(usage, abstract, withoutResult: withoutResult, isOffered: isOffered) { (player, _: NoArguments) in
        await perform(player)
      }
    }

    /// What a prompt says after a notice was dismissed, if there was one.
    static let dismissed = "No notice is shown."

    /// The words to choose from at a position of the line, as the usage lists them: `apple|facebook|google`.
    func choices(at index: Int) -> [String] {
      let words = usage.split(separator: " ")
      guard words.indices.contains(index) else { return [] }
      let choices = words[index].split(separator: "|").map(String.init)
      return choices.count > 1 ? choices : []
    }

    /// Whether it kills the app.
    var isRelaunch: Bool { words == ["relaunch"] }

    /// The name of the action in a transcript.
    var label: String { words.last ?? "" }

    /// Reads the arguments, and returns whether the line leaves out a password, which the user then has to enter.
    func read(_ arguments: [String]) throws(ScriptError) -> (call: Call, needsPassword: Bool) {
      try parse(arguments)
    }
  }

  struct NoArguments: ParsableArguments, Sendable {}

  /// The arguments of a command with a password, which is the last of them.
  protocol PasswordArguments: ParsableArguments {
    var password: String? { get }
  }
#endif
