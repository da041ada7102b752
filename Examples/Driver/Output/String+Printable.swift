extension String {
  /// The text in a form that cannot move a terminal's cursor or change its colours.
  var escaped: String {
    unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }

  /// The text, ``escaped`` and cut where it is long.
  var printable: String { escaped.cut(to: 240) }

  /// The first line of the text, cut where it is long.
  func firstLine(atMost count: Int) -> String {
    let lines = split(whereSeparator: \.isNewline)
    return (lines.count > 1 ? "\(lines[0]) …" : self).cut(to: count)
  }

  private func cut(to count: Int) -> String {
    self.count > count ? prefix(count - 1) + "…" : self
  }
}
