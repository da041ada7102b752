#if Driver
  import Foundation

  /// The lines of a script, read as a whole before the first one is played.
  struct Script {
    private let lines: [(number: Int, text: String, action: any ScriptAction)]

    /// Reads a script.
    ///
    /// - Parameter text: The lines; those of Windows end differently.
    /// - Throws: ``ScriptFailure`` for the first line that cannot be read.
    init(_ text: String) throws(ScriptFailure) {
      var lines: [(number: Int, text: String, action: any ScriptAction)] = []
      // A post may hold what Unicode takes for the end of a line, so that only a system's own ends count.
      let isEnd: (Character) -> Bool = { ["\n", "\r\n", "\r"].contains($0) }
      for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: isEnd).enumerated() {
        do throws(ScriptError) {
          guard let action = try Grammar.read(String(line)) else { continue }
          guard !action.asksPassword else { throw .noPassword(of: type(of: action).label) }
          lines.append((index + 1, String(line), action))
        } catch {
          throw ScriptFailure(line: index + 1, error: error)
        }
      }
      self.lines = lines
    }

    /// Plays every line, and stops at the first that fails.
    ///
    /// - Parameter player: Who plays.
    /// - Throws: ``ScriptFailure``.
    @MainActor
    func play(on player: Player) async throws(ScriptFailure) {
      for line in lines {
        do throws(ScriptError) {
          try await player.play(line.action, echo: line.text)
        } catch {
          throw ScriptFailure(line: line.number, error: error)
        }
      }
    }
  }

  /// Which line of a script failed, and why.
  struct ScriptFailure: Error, Equatable {
    let line: Int
    let error: ScriptError
  }
#endif
