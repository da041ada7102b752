#if Driver
  import ArgumentParser
  import ExampleApp

  /// `focal tour`, and `focal` alone.
  public struct TourCommand: ParsableArguments, Sendable {
    /// How a command line names it.
    public static let configuration = CommandConfiguration(
      commandName: "tour", abstract: "Plays a tour through all three features. This is what happens without a command.")

    @OptionGroup var options: DriverOptions

    @Argument(help: .hidden) var words: [String] = []

    /// Makes the command.
    public init() {}

    /// Refuses a word that was meant for a command, and has come to the tour since there is none of that name.
    ///
    /// - Parameter commands: The commands there are.
    /// - Throws: A `ValidationError` that names them.
    public func validate(among commands: [any ParsableCommand.Type]) throws {
      guard let word = words.first else { return }
      let names = commands.compactMap { $0.configuration.commandName }.joined(separator: ", ")
      throw ValidationError("“\(word.printable)” is no command. There is \(names).")
    }

    /// Plays the tour.
    ///
    /// - Parameters:
    ///   - backend: What to play on.
    ///   - outer: The options that stood before the name of the command.
    /// - Throws: An exit code other than 0 where a line of the tour fails.
    @MainActor
    public func run(on backend: DriverBackend, options outer: DriverOptions) async throws {
      let options = options.joined(with: outer)
      let transcript = options.transcript()
      do throws(ScriptFailure) {
        try await Tour.builtIn.play(on: backend, language: options.chosenLanguage, transcript: transcript)
      } catch {
        throw report(error, in: "tour")
      }
    }
  }

  extension Tour {
    /// Plays every part.
    @MainActor
    func play(
      on backend: DriverBackend, language: AppLanguage, transcript: any Transcript
    ) async throws(ScriptFailure) {
      let player = Player(backend.environment(language), faults: backend.faults, transcript: transcript)
      await player.launch()
      for part in parts {
        player.heading(part.heading(in: language))
        try await Script(part.lines.joined(separator: "\n")).play(on: player)
      }
    }
  }

  /// Writes a failure to standard error, and answers with the exit status that it means.
  func report(_ failure: ScriptFailure, in name: String) -> ExitCode {
    complain("\(name):\(failure.line): \(failure.error.message)")
    return ExitCode(failure.error.kind.rawValue)
  }
#endif
