#if Driver
  import Foundation

  /// Reads lines from a user at a terminal, and passwords without showing them.
  @MainActor
  struct Prompt {
    /// Reads a line; `nil` at the end of input.
    var readLine: @MainActor () -> String? = { Swift.readLine() }
    /// Writes the prompt.
    let write: @MainActor (String) -> Void
    /// Writes the error of a line.
    var printError: @MainActor (String) -> Void = { Driver.printError($0) }

    /// Plays lines until the end of input, and returns the first error.
    func run(_ player: Player) async -> ScriptError? {
      write("Enter an action, such as: login taro@example.com. To leave, press Ctrl-D.\n")
      var first: ScriptError?
      while let line = readLine("focal> ") {
        do throws(ScriptError) {
          try await player.play(line)
        } catch {
          printError(error.message)
          first = first ?? error
        }
      }
      write("\n")
      return first
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
      return readLine("Password: ")
    }

    private func readLine(_ prompt: String) -> String? {
      write(prompt)
      return readLine()
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
