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

    /// Reads a password without showing it; `nil` at the end of input and for Ctrl-C.
    func password() -> String? {
      var settings = termios()
      guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
      var silent = settings
      // Without ISIG, Ctrl-C arrives as a character and cannot leave the terminal silent.
      silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
      defer {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        write("\n")
      }
      guard let line = readLine("Password: "), !line.contains("\u{3}") else { return nil }
      return line
    }

    private func readLine(_ prompt: String) -> String? {
      write(prompt)
      return readLine()
    }
  }
#endif
