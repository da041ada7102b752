#if Driver
  import ArgumentParser
  import Core
  import ExampleApp
  import Foundation

  /// The options of the driver, before and after the name of a command.
  package struct DriverOptions: ParsableArguments, Sendable {
    @Option(help: "The language of the strings, ja or en. Default: that of LANG, or English.")
    package var language: Language?

    @Flag(help: "Print one JSON object for each transition and notice, and nothing else.")
    package var json = false

    @Option(
      help: ArgumentHelp(
        "Keep the session, the saved flags, the drafts and what was shown last in this folder.", valueName: "dir"))
    package var state: String?

    @Option(
      name: .customLong("token-life"),
      help: ArgumentHelp(
        "The seconds for which an access token of the embedded backend is accepted; each line takes one.",
        valueName: "seconds"))
    package var tokenSeconds: Int?

    /// Creates the default options.
    package init() {}

    /// Throws a `ValidationError` for a number out of range.
    package func validate() throws {
      guard tokenSeconds.map({ (1...1_000_000).contains($0) }) ?? true else {
        throw ValidationError("Expected a token life from 1 to 1000000 seconds.")
      }
    }

    /// Returns these options, and those before the name of the command where these are not set.
    package func merging(_ outer: DriverOptions) -> DriverOptions {
      var merged = self
      merged.language = language ?? outer.language
      merged.json = json || outer.json
      merged.state = state ?? outer.state
      merged.tokenSeconds = tokenSeconds ?? outer.tokenSeconds
      return merged
    }

    /// The language option, or the language of the terminal.
    package var chosenLanguage: Language {
      language ?? Language(locale: ProcessInfo.processInfo.environment["LANG"])
    }

    /// Throws a `ValidationError` for `--json`, `--state` or `--token-life` where a command does not support it.
    package func refuse(
      json: Bool = false, state: Bool = false, tokenSeconds: Bool = false, by command: String
    ) throws {
      if json, self.json { throw ValidationError("“\(command)” does not support --json.") }
      if state, self.state != nil { throw ValidationError("“\(command)” does not support --state.") }
      if tokenSeconds, self.tokenSeconds != nil {
        throw ValidationError("“\(command)” does not support --token-life.")
      }
    }

    func storages(now: @escaping @Sendable () -> Date) -> AppStorages {
      state.map { .files(in: URL(filePath: $0, directoryHint: .isDirectory), now: now) } ?? .inMemory(now: now)
    }

    @MainActor
    func transcript() -> Transcript {
      guard json else { return { StandardOutput.write($0.text(on: Terminal(STDOUT_FILENO))) } }
      return { $0.json.map(StandardOutput.write) }
    }
  }

  extension Language: ExpressibleByArgument {
    /// Creates the language of a locale such as `ja_JP.UTF-8`: English if in doubt.
    init(locale: String?) {
      self = locale?.hasPrefix("ja") == true ? .japanese : .english
    }
  }

  /// A program of the driver: the options before the name of a command, and the server to play on.
  package protocol DriverProgram: AsyncParsableCommand, Sendable {
    /// The options before the name of a command.
    var options: DriverOptions { get }
    /// Creates the backend to play on.
    func backend(
      _ options: DriverOptions, storage: any SessionStorage, now: @escaping @Sendable () -> Date
    ) throws -> DriverBackend
    /// Throws a `ValidationError` for an option of a server where a command plays on none.
    func refuseServer(for command: String) throws
  }

  extension DriverProgram {
    /// The version of the package: the first one of CHANGELOG.md.
    package static var version: String { "0.2.0" }
  }

  /// `tour`, the default command.
  package struct TourCommand<Program: DriverProgram>: AsyncParsableCommand {
    /// The name and the help.
    package static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "tour", abstract: "Plays a tour through all three features. This is the default command.")
    }

    @ParentCommand var program: Program
    @OptionGroup var options: DriverOptions
    @Argument(parsing: .allUnrecognized, help: .hidden) var words: [String] = []

    /// Creates the command.
    package init() {}

    /// Throws a `ValidationError` for a word that is not the name of a command, and for an unknown option.
    package func validate() throws {
      guard let word = words.first(where: { $0 != "--" }) else { return }
      // The word that follows an unknown option may be its value.
      if word.hasPrefix("-") {
        do { _ = try DriverOptions.parse(words) } catch { throw ValidationError(DriverOptions.message(for: error)) }
      }
      let names = Program.configuration.subcommands.compactMap { $0.configuration.commandName }
      throw ValidationError(
        "Unknown command “\(word.printable(maximumCharacters: 40))”.\(word.suggestion(among: names)) "
          + "Available: \(names.joined(separator: ", ")).")
    }

    /// Plays the tour.
    @MainActor
    package func run() async throws {
      let options = options.merging(program.options)
      try options.refuse(state: true, by: "tour")
      let backend = try program.backend(
        options, storage: InMemorySessionStorage(), now: { DriverBackend.tourDate })
      do throws(ScriptFailure) {
        try await Tour.builtIn.play(
          on: backend, language: options.chosenLanguage, transcript: options.transcript())
      } catch {
        throw error.report(in: "tour")
      }
    }
  }

  /// `play`.
  package struct PlayCommand<Program: DriverProgram>: AsyncParsableCommand {
    /// The name and the help.
    package static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "play", abstract: "Plays a script, or the lines that the user enters.",
        discussion: """
          A script has one action a line, quoted as in a shell; # begins a comment. The actions are:

          \(Grammar.summary)
          """)
    }

    @ParentCommand var program: Program
    @Argument(help: "The script; - for standard input. Default: a prompt, where standard input is a terminal.")
    var file: String?
    @Flag(help: "Take the place of the scheduler: each request waits for a line that answers it.")
    var step = false
    @Option(
      help: ArgumentHelp(
        "With --step, write the steps to this file at the end: a recording as .json, a test as .swift, else a script.",
        valueName: "file"))
    var record: String?
    @Flag(help: "With --step, play on an app that has the mistake of a hasty sign-in.")
    var hasty = false
    @OptionGroup var options: DriverOptions
    @Argument(help: .hidden) var surplus: [String] = []

    /// Creates the command.
    package init() {}

    /// Throws a `ValidationError` for more than one argument, without repeating them: they may contain a password.
    package func validate() throws {
      guard surplus.isEmpty else {
        throw ValidationError("Expected one script file; found \(surplus.count + 1) arguments.")
      }
      guard step || (record == nil && !hasty) else { throw ValidationError("“--record” and “--hasty” need --step.") }
    }

    /// Plays the script, or what the user enters.
    ///
    /// Throws the exit status: 64 for a line that cannot be parsed, 1 for one that fails, 66 without a script.
    @MainActor
    package func run() async throws {
      let options = options.merging(program.options)
      if step { return try await playSteps(options) }
      let isPrompt = file == nil && isatty(STDIN_FILENO) != 0
      // For a script, the clock stands still.
      let now: @Sendable () -> Date = { isPrompt ? Date() : DriverBackend.tourDate }
      let storages = options.storages(now: now)
      let backend = try program.backend(options, storage: storages.session, now: now)
      let environment = backend.environment(options.chosenLanguage, storages: storages)
      guard !isPrompt else {
        let prompt = Prompt(to: options.json ? STDERR_FILENO : STDOUT_FILENO)
        let transcript = options.transcript()
        let player = Player(
          environment, on: backend,
          transcript: { entry in
            // The user has just entered it.
            if case .line = entry { return }
            transcript(entry)
          }, askPassword: prompt.password)
        await player.launch()
        if let error = await prompt.run(player) { throw ExitCode(error.kind.rawValue) }
        return
      }
      let source = ScriptSource(file)
      let text = try text(of: source)
      do throws(ScriptFailure) {
        let script = try Script(text)
        let player = Player(environment, on: backend, transcript: options.transcript())
        await player.launch()
        try await script.play(on: player)
      } catch {
        throw error.report(in: source.name)
      }
    }

    /// Plays lines that take the place of the scheduler, or a recording.
    @MainActor
    private func playSteps(_ options: DriverOptions) async throws {
      try program.refuseServer(for: "play --step")
      try options.refuse(state: true, tokenSeconds: true, by: "play --step")
      let player = StepPlayer(
        language: options.chosenLanguage, isHasty: hasty, record: record, transcript: options.transcript())
      do throws(ScriptError) {
        if file == nil, isatty(STDIN_FILENO) != 0 {
          try await player.play(from: Prompt(to: options.json ? STDERR_FILENO : STDOUT_FILENO))
        } else {
          let source = ScriptSource(file)
          try await player.play(try source.text(), named: source.name)
        }
      } catch {
        printError(error.message)
        throw ExitCode(error.kind.rawValue)
      }
    }

    private func text(of source: ScriptSource) throws -> String {
      do throws(ScriptError) {
        return try source.text()
      } catch {
        printError(error.message)
        throw ExitCode(error.kind.rawValue)
      }
    }
  }

  extension ScriptFailure {
    /// Prints the error and returns the exit status.
    fileprivate func report(in name: String) -> ExitCode {
      printError("\(name):\(line): \(error.message)")
      return ExitCode(error.kind.rawValue)
    }
  }

  /// `graph`.
  package struct GraphCommand<Program: DriverProgram>: AsyncParsableCommand {
    /// The name and the help.
    package static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "graph",
        abstract: "Explores a Store and prints its state machine: a Mermaid diagram, and a table of states and actions."
      )
    }

    @ParentCommand var program: Program
    @Argument(help: "The Store: auth, feed, outbox or mypage. Default: all of them.")
    var store: StoreName?
    @Flag(help: "Print a page of HTML that walks through the explored states of one Store, instead of Markdown.")
    var html = false

    /// Creates the command.
    package init() {}

    /// Throws a `ValidationError` where one page of HTML would be several.
    package func validate() throws {
      guard !html || store != nil else {
        throw ValidationError(
          "“--html” needs a Store. Available: \(StoreName.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
    }

    /// Prints the pages.
    @MainActor
    package func run() async throws {
      try program.refuseServer(for: "graph")
      try program.options.refuse(json: true, state: true, tokenSeconds: true, by: "graph")
      for store in store.map({ [$0] }) ?? StoreName.allCases {
        let graph = await StateGraph(of: store)
        StandardOutput.write(html ? graph.walk : graph.page)
      }
    }
  }
#else
  #error("The driver needs the trait Driver, which is on by default.")
#endif
