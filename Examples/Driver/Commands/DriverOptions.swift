#if Driver
  import ArgumentParser
  import ExampleApp
  import Foundation

  /// The options that the driver takes, before and behind the name of a command.
  public struct DriverOptions: ParsableArguments, Sendable {
    @Option(help: "The language of the texts: ja or en. By default that of LANG, English if in doubt.")
    var language: AppLanguage?

    @Flag(help: "Print one JSON object a transition, and nothing else.")
    var json = false

    /// Makes options with the defaults.
    public init() {}

    /// These options, and those that stood before the name of the command.
    func joined(with outer: DriverOptions) -> DriverOptions {
      var joined = self
      joined.language = language ?? outer.language
      joined.json = json || outer.json
      return joined
    }

    /// The language that was asked for, or that of the terminal.
    public var chosenLanguage: AppLanguage {
      language ?? AppLanguage(locale: ProcessInfo.processInfo.environment["LANG"])
    }

    @MainActor
    func transcript() -> any Transcript {
      let isPlain = ProcessInfo.processInfo.environment["NO_COLOR"] != nil || isatty(STDOUT_FILENO) == 0
      return json
        ? JSONTranscript(write: StandardOutput.write)
        : TextTranscript(isColoured: !isPlain, write: StandardOutput.write)
    }
  }

  extension AppLanguage: ExpressibleByArgument {}
#endif
