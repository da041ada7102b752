#if Driver
  import ArgumentParser
  import Foundation

  /// One thing that a line of a script can ask for.
  ///
  /// Its command name is the words that the line begins with.
  protocol ScriptAction: ParsableCommand {
    /// Whether a secret follows the words, which no complaint may repeat.
    static var takesSecret: Bool { get }

    /// Whether the line leaves out a password, for which only a person can be asked.
    var asksPassword: Bool { get }

    /// The line as a transcript may show it.
    func shown(_ line: String) -> String

    /// Does it, and returns when its work is done.
    @MainActor
    func perform(in player: Player) async throws(ScriptError)
  }

  extension ScriptAction {
    static var takesSecret: Bool { false }

    var asksPassword: Bool { false }

    func shown(_ line: String) -> String { line }

    /// The words that a line begins with.
    static var words: [String] { (configuration.commandName ?? "").split(separator: " ").map(String.init) }

    /// What a transcript calls the action: its last word.
    static var label: String { words.last ?? "" }

    /// Reads what follows the words.
    static func read(_ arguments: [String]) throws(ScriptError) -> any ScriptAction {
      do {
        return try parse(arguments)
      } catch {
        guard !arguments.contains(where: ["-h", "--help"].contains) else {
          throw ScriptError(helpMessage(columns: 80))
        }
        // A word such as -5°C holds the letter that asks for help.
        let isHelp = exitCode(for: error) == .success
        let isTellable = !isHelp && !takesSecret && !arguments.contains(where: Grammar.maySignIn)
        let reason = isTellable ? message(for: error).printable : secretive(about: arguments)
        let usage = usageString().replacingOccurrences(of: "Usage: ", with: "")
        let hint = arguments.contains { $0.hasPrefix("-") } ? ". A word that begins with - stands behind --." : ""
        throw ScriptError("\(reason)\(reason.hasSuffix(".") ? "" : ".") Write: \(usage)\(hint)")
      }
    }

    /// What is wrong with the arguments, without a word of them.
    private static func secretive(about arguments: [String]) -> String {
      let got =
        switch arguments.count {
        case 0: "nothing"
        case _ where arguments.contains { $0.hasPrefix("-") }: "an option"
        case 1: "another word"
        default: "\(arguments.count) words"
        }
      return "\(words.joined(separator: " ")) got \(got)"
    }
  }
#endif
