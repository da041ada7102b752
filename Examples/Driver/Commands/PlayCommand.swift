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

    @Argument(help: .hidden) var surplus: [String] = []

    /// Makes the command.
    public init() {}

    /// Refuses an action in the place of a script, without the password that may be part of it.
    ///
    /// - Throws: A `ValidationError` where there is more than one word.
    public func validate() throws {
      guard surplus.isEmpty else {
        throw ValidationError(
          "play takes one script, and got \(surplus.count + 1) words. For actions, write: focal play, and type them.")
      }
    }

    /// The clock to play by: the real one at a prompt, and for a script one that stands still.
    public var now: @Sendable () -> Date {
      let isPrompt = isPrompt
      return { isPrompt ? Date() : DriverBackend.tourDate }
    }

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
      let environment = backend.environment(options.chosenLanguage)
      guard !isPrompt else {
        let prompt = Prompt(write: options.json ? StandardError.write : StandardOutput.write)
        let player = Player(
          environment, faults: backend.faults, transcript: options.transcript(), askPassword: prompt.password)
        await player.launch()
        if let failure = await prompt.run(player) { throw ExitCode(failure.kind.rawValue) }
        return
      }
      let source = ScriptSource(file)
      let text = try text(of: source)
      do throws(ScriptFailure) {
        let script = try Script(text)
        let player = Player(environment, faults: backend.faults, transcript: options.transcript())
        await player.launch()
        try await script.play(on: player)
      } catch {
        throw report(error, in: source.name)
      }
    }

    private var isPrompt: Bool { file == nil && isatty(STDIN_FILENO) != 0 }

    private func text(of source: ScriptSource) throws -> String {
      do throws(ScriptError) {
        return try source.text()
      } catch {
        complain(error.message)
        throw ExitCode(error.kind.rawValue)
      }
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
