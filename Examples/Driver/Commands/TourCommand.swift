#if Driver
  import ArgumentParser
  import ExampleApp
  import Foundation

  /// `focal tour`, and `focal` alone.
  public struct TourCommand: ParsableArguments, Sendable {
    /// How a command line names it.
    public static let configuration = CommandConfiguration(
      commandName: "tour", abstract: "Plays a tour through all three features. This is what happens without a command.")

    @OptionGroup var options: DriverOptions

    /// Makes the command.
    public init() {}

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
    switch failure.error.kind {
    case .unreadable: return ExitCode(64)
    case .failed: return ExitCode(1)
    }
  }
#endif
