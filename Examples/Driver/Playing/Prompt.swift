#if Driver
  import Foundation

  /// Reads lines from a user at a terminal, and passwords without showing them.
  @MainActor
  struct Prompt {
    /// The words that a prompt understands beside the actions.
    static let words = ["help", "quit", "exit"]

    /// Writes a prompt and reads a line; `nil` at the end of input.
    let readLine: @MainActor (String) -> String?
    /// Adds a line to the history.
    let remember: @MainActor (String) -> Void
    /// Writes a text.
    let write: @MainActor (String) -> Void
    /// Writes the error of a line.
    var printError: @MainActor (String) -> Void = { Driver.printError($0) }

    /// Creates a prompt at the terminal, with the line editor of the system where there is one.
    init(to output: Int32) {
      let write: @MainActor (String) -> Void = { text in
        guard output != STDOUT_FILENO else { return StandardOutput.write(text.wrapped(to: Terminal(output).width)) }
        try? FileHandle(fileDescriptor: output).write(contentsOf: Data(text.wrapped(to: Terminal(output).width).utf8))
      }
      let editor = LineEditor(output: output) { prefix, words in
        let ownWords = words.isEmpty ? Self.words.filter { $0.hasPrefix(prefix) } : []
        return Grammar.completions(of: prefix, after: words.first == "help" ? Array(words.dropFirst()) : words)
          + ownWords
      }
      self.write = write
      readLine = { prompt in editor == nil ? Self.readLine(prompt, write) : editor?.read(prompt) }
      remember = { editor?.remember($0) }
    }

    /// Creates a prompt that reads and writes as the closures say.
    init(
      readLine: @escaping @MainActor (String) -> String? = { _ in nil },
      remember: @escaping @MainActor (String) -> Void = { _ in }, write: @escaping @MainActor (String) -> Void,
      printError: @escaping @MainActor (String) -> Void = { Driver.printError($0) }
    ) {
      (self.readLine, self.remember, self.write, self.printError) = (readLine, remember, write, printError)
    }

    /// Plays lines until the user leaves, and returns the first error.
    func run(_ player: Player) async -> ScriptError? {
      await run("Enter an action, such as: login taro@example.com password123. help lists them; quit leaves.\n") {
        (line) async throws(ScriptError) in
        try await player.play(line)
        if !player.hasShownResult { write("    \(line.command.withoutResult)\n") }
      }
    }

    /// Plays lines with a function, until the user leaves, and returns the first error.
    func run(
      _ greeting: String, play: @MainActor (ScriptLine) async throws(ScriptError) -> Void
    ) async -> ScriptError? {
      write(greeting)
      var first: ScriptError?
      while let line = readLine("focal> ") {
        if let line = Self.remembered(line) { remember(line) }
        do throws(ScriptError) {
          guard try await perform(line, play) else { return first }
        } catch {
          printError(error.message)
          first = first ?? error
        }
      }
      write("\n")
      return first
    }

    /// Performs a line, and returns whether the user stays.
    private func perform(
      _ line: String, _ play: @MainActor (ScriptLine) async throws(ScriptError) -> Void
    ) async throws(ScriptError) -> Bool {
      let words = try ShellWords(line).words
      switch words.first {
      case "quit", "exit": return false
      case "help", "?":
        write(try help(for: Array(words.dropFirst())))
      default:
        guard let parsed = try ScriptLine(line, promptWords: Self.words) else { return true }
        try await play(parsed)
      }
      return true
    }

    private func help(for words: [String]) throws(ScriptError) -> String {
      guard words.isEmpty else { return try Grammar.help(for: words) + "\n" }
      return """
        \(Grammar.summary)
          help ACTION                        Explains an action.
          quit                               Leaves, as Ctrl-D does.

        """
    }

    /// The line for the history: without a password, and `nil` where a line that cannot be read may contain one.
    static func remembered(_ line: String) -> String? {
      if let parsed = try? ScriptLine(line) { return parsed.withoutPassword }
      let words = line.split { !$0.isLetter && $0 != "-" }.map(String.init)
      guard let first = words.first, Grammar.commands.contains(where: { $0.words[0] == first }) else { return nil }
      let secrets = Grammar.commands.filter(\.hasSecret).map { $0.words[0] }
      return words.contains(where: secrets.contains) ? nil : line
    }

    /// Reads a password without showing it; `nil` at the end of input.
    ///
    /// A signal that ends or stops the process shows the input of the terminal again.
    func password() -> String? {
      let handlers = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP].map { ($0, signal($0, showInputAndRaise)) }
      setEcho(false)
      defer {
        setEcho(true)
        for (number, handler) in handlers { signal(number, handler) }
        write("\n")
      }
      return Self.readLine("Password: ", write)
    }

    private static func readLine(_ prompt: String, _ write: @MainActor (String) -> Void) -> String? {
      write(prompt)
      return Swift.readLine()
    }
  }

  // MARK: In a handler of signals
  // Only functions that POSIX allows there.

  /// Shows or hides what the user types.
  private func setEcho(_ isOn: Bool) {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    settings.c_lflag = isOn ? settings.c_lflag | tcflag_t(ECHO) : settings.c_lflag & ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Shows the input and lets the signal end or stop the process; hides the input again where the process continues.
  private func showInputAndRaise(_ number: Int32) {
    setEcho(true)
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    signal(number, showInputAndRaise)
    setEcho(false)
  }
#endif
