import Core
import Foundation

/// Writes what happens, as it happens.
///
/// Texts of users and servers are cut and escaped here.
@MainActor
package protocol Transcript {
  /// Writes the heading of a part of the tour.
  func heading(_ text: String)
  /// Writes a line that is about to be played.
  func line(_ text: String)
  /// Writes the transition of a Store.
  func transition(_ store: String, action: String, from: String, to: String, text: String?)
  /// Writes the notice of a Store.
  func notice(_ store: String, action: String, _ notice: Notice)
  /// Writes what the screen shows now.
  func screen(_ text: String)
  /// Writes a part of the screen’s content, under a label.
  func content(_ label: String, _ lines: [String])
}

/// Writes aligned columns, in colors for a terminal.
package struct TextTranscript: Transcript {
  let isColored: Bool
  let write: @MainActor (String) -> Void

  /// Creates a transcript; `write` gets each line with its end.
  package init(isColored: Bool, write: @escaping @MainActor (String) -> Void) {
    self.isColored = isColored
    self.write = write
  }

  package func heading(_ text: String) {
    write("\n\(styled(text, .bold))\n")
  }

  package func line(_ text: String) {
    write("\n  \(styled("› \(text.printable())", .cyan))\n")
  }

  package func transition(_ store: String, action: String, from: String, to: String, text: String?) {
    let style: Style = to == "error" || to == "notAuthorized" ? .red : to == "loading" ? .dim : .green
    let arrow = "\(column(store, 8))\(column(from, 14))→ "
    write("    \(styled(arrow, .dim))\(styled(text == nil ? to : column(to, 15), style))\(text?.printable() ?? "")\n")
  }

  package func notice(_ store: String, action: String, _ notice: Notice) {
    let label = styled("\(column(store, 8))\(column("notice", 14))", .dim)
    let title = styled("! \(notice.title.printable())", .yellow)
    write("    \(label)\(title) \(notice.text.printable()) [\(notice.button.printable())]\n")
  }

  package func screen(_ text: String) {
    write("    \(styled(column("screen", 22), .dim))\(styled(text.printable(), .magenta))\n")
  }

  package func content(_ label: String, _ lines: [String]) {
    write("      \(styled(label.printable(), .dim))\n")
    for line in lines { write("        \(line.printable())\n") }
  }

  private enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
    case cyan = "36"
  }

  private func styled(_ text: String, _ style: Style) -> String {
    isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

/// Writes one JSON object for each transition and each notice, and nothing else.
struct JSONTranscript: Transcript {
  let write: @MainActor (String) -> Void

  func heading(_ text: String) {}

  func line(_ text: String) {}

  func transition(_ store: String, action: String, from: String, to: String, text: String?) {
    let members = [("store", store), ("action", action), ("from", from), ("to", to)].map(member)
    write(object(members + (text.map { [member("text", $0)] } ?? [])) + "\n")
  }

  func notice(_ store: String, action: String, _ notice: Notice) {
    let content = object([member("title", notice.title), member("text", notice.text)])
    write(object([member("store", store), member("action", action), "\"notice\":\(content)"]) + "\n")
  }

  func screen(_ text: String) {}

  func content(_ label: String, _ lines: [String]) {}

  // JSONEncoder does not keep the order of the members.

  private func object(_ members: [String]) -> String {
    "{\(members.joined(separator: ","))}"
  }

  private func member(_ name: String, _ value: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let text = (try? encoder.encode(value.cut())).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    let escaped = text.unicodeScalars.map { scalar in
      scalar.isUnsafe ? scalar.utf16.map { "\\u" + hexadecimal($0) }.joined() : String(scalar)
    }
    return "\"\(name)\":\(escaped.joined())"
  }

  private func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
