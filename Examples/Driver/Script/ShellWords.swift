/// Splits a line into words, quoted as in a shell.
enum ShellWords {
  /// The words of a line.
  ///
  /// White space parts words; `'…'` keeps everything, `"…"` everything but `\"` and `\\`; outside of quotes a
  /// backslash keeps the next character. A `#` at the beginning of a word begins a comment.
  ///
  /// - Parameter line: The line.
  /// - Returns: The words; none for an empty line or a comment.
  /// - Throws: ``ScriptError`` where a quote is not closed. It does not repeat what stands behind the quote.
  static func split(_ line: String) throws(ScriptError) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case "#" where word == nil:
        return words
      case "'", "\"":
        let column = line.distance(from: line.startIndex, to: rest.startIndex)
        word = try (word ?? "") + quoted(by: character, column: column, &rest)
      case "\\":
        word = (word ?? "") + (rest.popFirst().map(String.init) ?? "")
      case _ where character.isWhitespace:
        word.map { words.append($0) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    word.map { words.append($0) }
    return words
  }

  private static func quoted(
    by quote: Character, column: Int, _ rest: inout Substring
  ) throws(ScriptError) -> String {
    var text = ""
    while let character = rest.popFirst() {
      if character == quote { return text }
      if quote == "\"", character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        text.append(next)
        rest.removeFirst()
      } else {
        text.append(character)
      }
    }
    throw ScriptError("the quote \(quote) at column \(column) is not closed")
  }
}
