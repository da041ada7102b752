import Foundation

/// What a stream of the process can show.
package struct Terminal: Sendable, Equatable {
  /// Whether text has colors.
  let isColored: Bool
  /// Whether the cursor can be moved, so that a line can be edited.
  let movesCursor: Bool
  /// The number of columns; `nil` where the stream is not a terminal.
  let width: Int?

  /// A stream that is not a terminal.
  package static let none = Terminal(columns: nil, environment: [:])

  /// Describes the terminal at a file descriptor as it is now.
  package init(_ descriptor: Int32) {
    var size = winsize()
    let columns = isatty(descriptor) == 0 ? nil : ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size.ws_col : 0
    self.init(columns: columns.map { Int($0) }, environment: ProcessInfo.processInfo.environment)
  }

  /// Describes a terminal with a number of columns, 0 where that is not known, and `nil` where there is no terminal.
  init(columns: Int?, environment: [String: String]) {
    movesCursor = columns != nil && !["", "dumb"].contains(environment["TERM"] ?? "")
    isColored = movesCursor && (environment["NO_COLOR"] ?? "").isEmpty
    // Text cannot be wrapped by words where hardly one fits.
    width = columns.flatMap { $0 < 20 ? nil : $0 }
  }
}

extension String {
  /// The text in lines of at most so many columns, broken between words, or in Japanese between characters.
  ///
  /// Continued lines are indented, by default as far as the last column of the text, which two spaces separate; by less
  /// where little space would be left. The text can have colors.
  func wrapped(to width: Int?, indent: Int? = nil) -> String {
    guard let width else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let lastColumn = line.matches(of: /[ ]{2,}/).last?.range.upperBound ?? line.startIndex
      var indent = indent ?? line.distance(from: line.startIndex, to: lastColumn)
      if indent + 24 > width { indent = Swift.min(indent, 6) }
      var (text, column, hasWord) = ("", 0, false)
      for word in words(of: line) {
        if hasWord, column + word.spaces + word.width > width {
          text += "\n" + String(repeating: " ", count: indent)
          column = indent
        } else {
          text += String(repeating: " ", count: word.spaces)
          column += word.spaces
        }
        text += word.text
        column += word.width
        hasWord = true
      }
      return text
    }.joined(separator: "\n")
  }
}

/// What is not broken, and the number of spaces before it.
private struct Word {
  var spaces = 0
  var text = ""
  var width = 0
}

private func words(of line: Substring) -> [Word] {
  var words: [Word] = []
  var word = Word()
  var (isEscape, isAfterWide) = (false, false)
  for character in line {
    if character == "\u{1B}" { isEscape = true }
    guard !isEscape else {
      word.text.append(character)
      if character == "m" { isEscape = false }
      continue
    }
    let isWide = character.isWide
    let isBreak = character == " " || (isWide || isAfterWide) && !character.endsPhrase
    if isBreak, word.width > 0 {
      words.append(word)
      word = Word()
    }
    isAfterWide = isWide
    if character == " " {
      word.spaces += 1
    } else {
      word.text.append(character)
      word.width += isWide ? 2 : 1
    }
  }
  if word.spaces > 0 || !word.text.isEmpty { words.append(word) }
  return words
}

extension Character {
  /// Whether a terminal shows the character in two columns.
  var isWide: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return true
    default: return scalar.properties.isEmojiPresentation
    }
  }

  /// Whether no line begins with the character.
  fileprivate var endsPhrase: Bool { "、。，．・：；！？）」』】〉》ー…,.!?:;)]}”’".contains(self) }
}
