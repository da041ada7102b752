#if TestKit
  import CustomDump

  /// Two sequences that should be the same, side by side, with the first difference marked.
  struct SequenceDifference<Value: Equatable> {
    let property: String
    let expected: [Value]
    let seen: [Value]

    private let width = 40

    var message: String {
      let index = zip(expected, seen).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, seen.count)
      let heading =
        "\(property) was expected to have \(count(expected)) and had \(count(seen)); [\(index)] is the first"
      return (["\(heading) that differs.", ""] + table(marking: index) + ["", details(at: index)])
        .joined(separator: "\n")
    }

    private func count(_ values: [Value]) -> String {
      values.count == 1 ? "1 value" : "\(values.count) values"
    }

    private func table(marking index: Int) -> [String] {
      let cells = (0..<max(expected.count, seen.count)).map { row in
        (brief(expected, row), brief(seen, row))
      }
      let column = cells.map(\.0.count).max() ?? 0
      func row(_ mark: String, _ left: String, _ right: String) -> String {
        "\(mark) \(padded(left, column))   \(right)"
      }
      return [row("     ", "expected", "seen")]
        + cells.enumerated().map { row("\($0 == index ? "→" : " ") [\($0)]", $1.0, $1.1) }
    }

    private func padded(_ text: String, _ count: Int) -> String {
      text + String(repeating: " ", count: max(count, "expected".count) - text.count)
    }

    /// A value in one short line.
    private func brief(_ values: [Value], _ index: Int) -> String {
      guard values.indices.contains(index) else { return "nothing" }
      let words = String(customDumping: values[index]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return words.count > width ? "\(words.prefix(width - 1))…" : words
    }

    private func details(at index: Int) -> String {
      guard expected.indices.contains(index) else { return "[\(index)] seen:\n\(String(customDumping: seen[index]))" }
      guard seen.indices.contains(index) else {
        return "[\(index)] expected:\n\(String(customDumping: expected[index]))"
      }
      let difference = diff(expected[index], seen[index]) ?? "  The two differ in something that they do not print."
      return "[\(index)] expected (-) and seen (+):\n\(difference)"
    }
  }
#endif
