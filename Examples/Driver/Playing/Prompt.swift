#if Driver
  import Foundation

  /// Asks a person for one line after the other, and for passwords without showing them.
  @MainActor
  struct Prompt {
    /// Reads a line; `nil` at the end of input.
    var readLine: @MainActor () -> String? = { Swift.readLine() }
    /// Writes what the prompt itself says.
    let write: @MainActor (String) -> Void
    /// Says what is wrong with a line.
    var complain: @MainActor (String) -> Void = { Driver.complain($0) }

    /// Plays what is typed until the end of input.
    ///
    /// A line that cannot be played is complained about, and the next one asked for.
    ///
    /// - Parameter player: Who plays.
    /// - Returns: The first failure, if there was one.
    func run(_ player: Player) async -> ScriptError? {
      write("Type an action, such as: login taro@example.com. The end of input (Ctrl-D) leaves.\n")
      var first: ScriptError?
      while let line = readLine("focal> ") {
        do throws(ScriptError) {
          try await player.play(line)
        } catch {
          complain(error.message)
          first = first ?? error
        }
      }
      write("\n")
      return first
    }

    /// A password, typed without being shown; `nil` at the end of input and for Ctrl-C.
    func password() -> String? {
      var settings = termios()
      guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
      var silent = settings
      // Without ISIG, Ctrl-C arrives as a character and cannot end the program while the terminal is silent.
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
