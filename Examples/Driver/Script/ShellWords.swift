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
  static func split(_ line: String) throws(ScriptError) -> [String] { try read(line).words }

  /// A line as it stands, up to its comment.
  ///
  /// - Parameter line: The line.
  /// - Returns: What its words are in, with their quotes.
  /// - Throws: ``ScriptError`` where a quote is not closed.
  static func withoutComment(_ line: String) throws(ScriptError) -> Substring {
    line[..<(try read(line).end)]
  }

  /// The words of a line, and where the last of them ends.
  private static func read(_ line: String) throws(ScriptError) -> (words: [String], end: String.Index) {
    var end = line.startIndex
    var words: [String] = []
    var word: String?
    var rest = Substring(line)
    while let character = rest.popFirst() {
      switch character {
      case "#" where word == nil:
        return (words, end)
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
      if word != nil { end = rest.startIndex }
    }
    word.map { words.append($0) }
    return (words, end)
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
