#if Driver
  import ArgumentParser
  import Foundation

  /// One thing that a line of a script can ask for.
  ///
  /// Its command name is the words that the line begins with.
  protocol ScriptAction: ParsableCommand {
    /// Whether what follows the words is a secret, which no complaint may repeat.
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
        guard exitCode(for: error) != .success else { throw ScriptError(helpMessage(columns: 80)) }
        let usage = usageString().replacingOccurrences(of: "Usage: ", with: "")
        let reason = takesSecret ? secretive(about: arguments, usage: usage) : message(for: error).printable
        throw ScriptError("\(reason)\(reason.hasSuffix(".") ? "" : ".") Write: \(usage)")
      }
    }

    /// What is wrong with the arguments, without a word of them.
    private static func secretive(about arguments: [String], usage: String) -> String {
      let name = words.joined(separator: " ")
      let parameters = usage.dropFirst(name.count + 1).replacing(" ", with: " and ")
      let got =
        switch arguments.count {
        case 0: "nothing"
        case _ where arguments.contains { $0.hasPrefix("-") }: "an option"
        case 1: "another word"
        default: "\(arguments.count) words"
        }
      return "\(name) takes \(parameters), and got \(got)"
    }
  }
#endif
