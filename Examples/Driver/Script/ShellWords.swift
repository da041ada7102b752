/// Splits a line into words, quoted as in a shell.
///
/// `'…'` keeps everything, `"…"` everything but `\"` and `\\`, and in `$'…'` also `\n` and `\r` stand for line breaks;
/// elsewhere a backslash keeps the next character. A `#` at the beginning of a word begins a comment.
struct ShellWords {
  /// The words, without quotes.
  private(set) var words: [String] = []
  /// The line without surrounding white space and comment.
  let text: Substring

  /// Splits a line in linear time.
  ///
  /// Throws where a quote is not closed; the error does not repeat the text after the quote.
  init(_ line: String) throws(ScriptError) {
    var rest = line.drop { $0.isWhitespace }
    let start = rest.startIndex
    var end = start
    var word: String?
    while let character = rest.first {
      let index = rest.startIndex
      rest.removeFirst()
      if character.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
        continue
      }
      if word == nil {
        guard character != "#" else { break }
        word = ""
      }
      switch character {
      case "$" where rest.first == "'":
        rest.removeFirst()
        guard let quoted = Self.escaped(&rest) else {
          let column = line.distance(from: line.startIndex, to: index) + 1
          throw ScriptError("The quote $' at column \(column) is not closed.")
        }
        word?.append(quoted)
      case "'", "\"":
        guard let quoted = Self.quoted(by: character, &rest) else {
          let column = line.distance(from: line.startIndex, to: index) + 1
          throw ScriptError("The quote \(character) at column \(column) is not closed.")
        }
        word?.append(quoted)
      case "\\":
        if let escaped = rest.popFirst() { word?.append(escaped) }
      default:
        word?.append(character)
      }
      end = rest.startIndex
    }
    if let word { words.append(word) }
    text = line[start..<end]
  }

  /// Joins words to a line that is split into them again.
  static func line(_ words: [String]) -> String {
    words.map { word in
      if word.unicodeScalars.contains(where: { ["\n", "\r"].contains($0) }) {
        let escaped = word.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        // A carriage return and a line feed are one character.
        let lines = escaped.unicodeScalars.map { $0 == "\n" ? "\\n" : $0 == "\r" ? "\\r" : String($0) }
        return "$'\(lines.joined())'"
      }
      let isPlain = word.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && !["'", "\"", "\\", "$"].contains(scalar)
      }
      guard word.isEmpty || word.hasPrefix("#") || !isPlain else { return word }
      return "\"\(word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }.joined(separator: " ")
  }

  /// Reads up to the closing quote of `$'…'`; `nil` where there is none.
  private static func escaped(_ rest: inout Substring) -> String? {
    var text = ""
    while let character = rest.popFirst() {
      guard character != "'" else { return text }
      guard character == "\\", let next = rest.popFirst() else {
        text.append(character)
        continue
      }
      text.append(next == "n" ? "\n" : next == "r" ? "\r" : next)
    }
    return nil
  }

  /// Reads up to the closing quote; `nil` where there is none.
  private static func quoted(by quote: Character, _ rest: inout Substring) -> String? {
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
    return nil
  }
}
