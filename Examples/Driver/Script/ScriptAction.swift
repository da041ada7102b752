#if Driver
  import ArgumentParser
  import Foundation

  /// One thing that a line of a script can ask for.
  ///
  /// Its command name is the words that the line begins with.
  protocol ScriptAction: ParsableCommand {
    /// Whether what follows the words is a secret, which no complaint may repeat.
    static var takesSecret: Bool { get }

    /// Does it, and returns when its work is done.
    @MainActor
    func perform(in player: Player) async throws(ScriptError)
  }

  extension ScriptAction {
    static var takesSecret: Bool { false }

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
        guard !takesSecret else {
          throw ScriptError("\(words.joined(separator: " ")) stumbles after \(arguments.count) words. Write: \(usage)")
        }
        throw ScriptError("\(message(for: error).printable) Write: \(usage)")
      }
    }
  }
#endif
