#if Driver
  import ArgumentParser
  import Foundation

  /// `focal play`.
  public struct PlayCommand: ParsableArguments, Sendable {
    /// How a command line names it.
    public static let configuration = CommandConfiguration(
      commandName: "play", abstract: "Plays a script, or what is typed.",
      discussion: """
        A script has one action a line, quoted as in a shell; # begins a comment. The actions are:

        \(Grammar.summary)
        """)

    @Argument(help: "The script; - for standard input. Without one at a terminal, a prompt.")
    var file: String?

    @OptionGroup var options: DriverOptions

    /// Makes the command.
    public init() {}

    /// Plays.
    ///
    /// - Parameters:
    ///   - backend: What to play on.
    ///   - outer: The options that stood before the name of the command.
    /// - Throws: An exit code other than 0: 64 where a line cannot be read, 1 where one fails, 66 where there is no
    ///   script.
    @MainActor
    public func run(on backend: DriverBackend, options outer: DriverOptions) async throws {
      let options = options.joined(with: outer)
      let isPrompt = file == nil && isatty(STDIN_FILENO) != 0
      let text = isPrompt ? "" : try scriptText()
      do throws(ScriptFailure) {
        let script = try Script(text)
        let player = Player(
          backend.environment(options.chosenLanguage), faults: backend.faults, transcript: options.transcript(),
          askPassword: isPrompt ? Prompt.password : nil)
        await player.launch()
        if isPrompt {
          await Prompt.run(player)
        } else {
          try await script.play(on: player)
        }
      } catch {
        throw report(error, in: name)
      }
    }

    private var name: String {
      guard let file, file != "-" else { return "standard input" }
      return file.printable
    }

    private func scriptText() throws -> String {
      let data: Data
      do {
        data =
          if let file, file != "-" {
            try Data(contentsOf: URL(filePath: file))
          } else {
            try FileHandle.standardInput.readToEnd() ?? Data()
          }
      } catch {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: file ?? "", isDirectory: &isFolder)
        let reason = isFolder.boolValue ? "is a folder, and no script" : exists ? "cannot be read" : "is not there"
        complain("\(name) \(reason).")
        throw ExitCode(66)
      }
      guard let text = String(validating: data, as: UTF8.self) else {
        complain("\(name) is no text in UTF-8.")
        throw ExitCode(64)
      }
      return text
    }

  }

  extension Grammar {
    /// Every action with its words, one a line.
    static var summary: String {
      actions.map { action in
        let usage = action.configuration.usage ?? action.words.joined(separator: " ")
        return "  \(usage)\(String(repeating: " ", count: max(2, 40 - usage.count)))\(action.configuration.abstract)"
      }.joined(separator: "\n")
    }
  }
#endif
