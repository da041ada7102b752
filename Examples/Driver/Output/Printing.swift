import Foundation

/// The standard output of the driver’s commands.
package enum StandardOutput {
  /// Writes a text; exits with status 74 where that fails, because nothing that follows could be seen either.
  package static func write(_ text: String) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      printError("Standard output cannot be written.")
      exit(74)
    }
  }
}

/// Writes a line to standard error, if that is possible.
package func printError(_ message: String) {
  try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
}

extension String {
  /// The text as a terminal may show it: ``cut(to:)``, with control and format characters escaped as `\u{…}`.
  package func printable(maximumCharacters: Int = 240) -> String {
    cut(to: maximumCharacters).unicodeScalars.map { $0.isUnsafe ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// The text with at most `maximumCharacters` characters of at most 16 Unicode scalars each; an ellipsis stands for the
  /// rest.
  func cut(to maximumCharacters: Int = 240) -> String {
    var characters: [Character] = []
    for character in self {
      guard characters.count < maximumCharacters else {
        characters[maximumCharacters - 1] = "…"
        break
      }
      let scalars = character.unicodeScalars
      let isLong = scalars.index(scalars.startIndex, offsetBy: 17, limitedBy: scalars.endIndex) != nil
      characters.append(isLong ? "…" : character)
    }
    return String(characters)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar could control a terminal, or hide or reorder the text around it.
  var isUnsafe: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // The joiners are part of emoji, and of words in Persian and Indic scripts.
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}
