import Dispatch
import Foundation
import Synchronization

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
  let text = message.wrapped(to: Terminal(STDERR_FILENO).width)
  try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
}

/// Writes the lines of a log without blocking the caller, however slowly they are read.
package final class LogWriter: Sendable {
  private static let capacity = 1_000

  private let file: FileHandle
  private let queue = DispatchQueue(label: "focal.log")
  private let waiting = Mutex((lines: 0, dropped: 0))

  /// Creates a writer to a file, by default to standard error.
  package init(_ file: FileHandle = .standardError) {
    self.file = file
  }

  /// Writes a line, cut and escaped for a terminal; drops it where a thousand lines are waiting.
  package func write(_ line: String) {
    let isAccepted = waiting.withLock { waiting in
      guard waiting.lines < Self.capacity else {
        waiting.dropped += 1
        return false
      }
      waiting.lines += 1
      return true
    }
    guard isAccepted else { return }
    queue.async { [self] in
      try? file.write(contentsOf: Data("\(line.printable())\n".utf8))
      let dropped = waiting.withLock { waiting in
        waiting.lines -= 1
        guard waiting.lines == 0 else { return 0 }
        defer { waiting.dropped = 0 }
        return waiting.dropped
      }
      if dropped > 0 { try? file.write(contentsOf: Data("\(dropped) lines were dropped.\n".utf8)) }
    }
  }

  /// Waits until the lines are written, unless nothing reads them.
  package func finish(atMost time: DispatchTimeInterval = .seconds(1)) {
    let end = DispatchSemaphore(value: 0)
    queue.async { end.signal() }
    _ = end.wait(timeout: .now() + time)
  }
}

extension String {
  /// The text as a terminal may show it: ``cut(to:)``, with control and format characters escaped as `\u{…}`.
  package func printable(maximumCharacters: Int = 240) -> String {
    cut(to: maximumCharacters).unicodeScalars.map { $0.isUnsafe ? $0.escaped(asASCII: true) : String($0) }.joined()
  }

  /// The text with at most `maximumCharacters` characters of at most 16 Unicode scalars each; an ellipsis stands for the
  /// rest.
  func cut(to maximumCharacters: Int = 240) -> String {
    // The end of a character with millions of accents takes a second to find.
    let start = String(unicodeScalars.prefix(maximumCharacters * 17))
    var characters: [Character] = []
    for character in start {
      guard characters.count < maximumCharacters else {
        characters[maximumCharacters - 1] = "…"
        break
      }
      let scalars = character.unicodeScalars
      let isLong = scalars.index(scalars.startIndex, offsetBy: 17, limitedBy: scalars.endIndex) != nil
      characters.append(isLong ? "…" : character)
    }
    if start.utf8.count < utf8.count, characters.last != "…" { characters.append("…") }
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
