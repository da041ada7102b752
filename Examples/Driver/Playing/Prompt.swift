#if Driver
  import Foundation

  /// Asks a person for one line after the other, and for passwords without showing them.
  @MainActor
  enum Prompt {
    /// Plays what is typed until the end of input.
    ///
    /// A line that cannot be played is complained about and forgotten.
    static func run(_ player: Player) async {
      print("Type an action, such as: login taro@example.com. The end of input (Ctrl-D) leaves.")
      while let line = readLine(prompt: "focal> ") {
        do throws(ScriptError) {
          try await player.play(line)
        } catch {
          complain(error.message)
        }
      }
      print()
    }

    /// A password, typed without being shown; `nil` at the end of input and for Ctrl-C.
    static func password() -> String? {
      var settings = termios()
      guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
      var silent = settings
      // Without ISIG, Ctrl-C arrives as a character and cannot end the program while the terminal is silent.
      silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
      defer {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        print()
      }
      guard let line = readLine(prompt: "Password: "), !line.contains("\u{3}") else { return nil }
      return line
    }

    private static func readLine(prompt: String) -> String? {
      FileHandle.standardOutput.write(Data(prompt.utf8))
      return Swift.readLine()
    }
  }
#endif
