#if Driver
  import ArgumentParser
  import ExampleApp
  import Foundation

  /// The options that every command of the driver takes.
  public struct DriverOptions: ParsableArguments, Sendable {
    @Option(help: "The language of the texts: ja or en. By default that of LANG, English if in doubt.")
    var language: AppLanguage = AppLanguage(locale: ProcessInfo.processInfo.environment["LANG"])

    @Flag(help: "Print one JSON object a transition, and nothing else.")
    var json = false

    /// Makes options with the defaults.
    public init() {}

    @MainActor
    func transcript() -> any Transcript {
      let write: @MainActor (String) -> Void = { FileHandle.standardOutput.write(Data($0.utf8)) }
      let isPlain = ProcessInfo.processInfo.environment["NO_COLOR"] != nil || isatty(STDOUT_FILENO) == 0
      return json ? JSONTranscript(write: write) : TextTranscript(isColoured: !isPlain, write: write)
    }
  }

  extension AppLanguage: ExpressibleByArgument {}
#endif
