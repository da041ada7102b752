import Core

/// Tells in aligned columns what happens, in colours where they can be seen.
///
/// What users and servers wrote is escaped here, so that none of it reaches a terminal as it is.
struct TextTranscript: Transcript {
  let isColoured: Bool
  let write: @MainActor (String) -> Void

  func heading(_ text: String) {
    write("\n\(styled(text, .bold))\n")
  }

  func line(_ text: String) {
    write("\n  \(styled("› \(text.printable)", .cyan))\n")
  }

  func transition(_ store: String, action: String, from: String, to: String, text: String?) {
    let style: Style = to == "error" || to == "notAuthorized" ? .red : to == "loading" ? .dim : .green
    let arrow = "\(column(store, 8))\(column(from, 14))→ "
    write("    \(styled(arrow, .dim))\(styled(text == nil ? to : column(to, 15), style))\(text?.escaped ?? "")\n")
  }

  func notice(_ store: String, action: String, _ notice: Notice) {
    let label = styled("\(column(store, 8))\(column("notice", 14))", .dim)
    let title = styled("! \(notice.title.escaped)", .yellow)
    write("    \(label)\(title) \(notice.text.escaped) [\(notice.button.escaped)]\n")
  }

  func screen(_ text: String) {
    write("    \(styled(column("screen", 22), .dim))\(styled(text.escaped, .magenta))\n")
  }

  func content(_ label: String, _ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).map(String.init)
    if !label.isEmpty { write("      \(styled(label.escaped, .dim))\n") }
    for line in lines { write("        \(line.escaped)\n") }
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
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  private func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
