import Core
import Foundation

/// Writes what happens, as it happens.
package typealias Transcript = @MainActor (TranscriptEntry) -> Void

/// A part of a transcript; texts of users and servers are cut and escaped when it is written.
package enum TranscriptEntry {
  /// The heading of a part of the tour.
  case heading(String)
  /// A line that is about to be played.
  case line(String)
  /// The transition of a Store.
  case transition(store: String, action: String, from: String, to: String, text: String?)
  /// The notice of a Store.
  case notice(Notice, store: String, action: String)
  /// What the screen shows now.
  case screen(String)
  /// A part of the screen’s content, under a label.
  case content(String, [String])

  /// Whether a state was reached that shows an error.
  package var isFailure: Bool {
    guard case .transition(_, _, _, let to, _) = self else { return false }
    return to == "error" || to == "notAuthorized"
  }

  /// Aligned columns, in the colors and the width of a terminal.
  package func text(on terminal: Terminal = .none) -> String {
    func styled(_ text: String, _ style: Style) -> String {
      terminal.isColored ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
    func wrapped(_ line: String, _ indent: Int) -> String { line.wrapped(to: terminal.width, indent: indent) + "\n" }
    switch self {
    case .heading(let text):
      return "\n" + wrapped(styled(text, .bold), 0)
    case .line(let text):
      return "\n" + wrapped("  \(styled("› \(text.printable())", .cyan))", 4)
    case .transition(let store, _, let from, let to, let text):
      let style: Style = isFailure ? .red : to == "loading" ? .dim : .green
      let arrow = styled("\(column(store, 8))\(column(from, 14))→ ", .dim)
      return wrapped("    \(arrow)\(styled(text == nil ? to : column(to, 15), style))\(text?.printable() ?? "")", 43)
    case .notice(let notice, let store, _):
      let label = styled("\(column(store, 8))\(column("notice", 14))", .dim)
      let title = styled("! \(notice.title.printable())", .yellow)
      return wrapped("    \(label)\(title) \(notice.text.printable()) [\(notice.button.printable())]", 28)
    case .screen(let text):
      return wrapped("    \(styled(column("screen", 22), .dim))\(styled(text.printable(), .magenta))", 26)
    case .content(let label, let lines):
      return wrapped("      \(styled(label.printable(), .dim))", 8)
        + lines.map { wrapped("        \($0.printable())", 10) }.joined()
    }
  }

  /// One JSON object for a transition or a notice; `nil` for everything else.
  var json: String? {
    switch self {
    case .transition(let store, let action, let from, let to, let text):
      let members = [("store", store), ("action", action), ("from", from), ("to", to)].map(member)
      return object(members + (text.map { [member("text", $0)] } ?? [])) + "\n"
    case .notice(let notice, let store, let action):
      let content = object([member("title", notice.title), member("text", notice.text)])
      return object([member("store", store), member("action", action), "\"notice\":\(content)"]) + "\n"
    case .heading, .line, .screen, .content:
      return nil
    }
  }
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

private func column(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}

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
