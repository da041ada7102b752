#if TestKit
  import CustomDump

  /// Two sequences side by side, with the first difference marked.
  struct SequenceDifference<Value: Equatable> {
    let property: String
    let expected: [Value]
    let actual: [Value]

    private let width = 40

    var message: String {
      let index = zip(expected, actual).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, actual.count)
      let heading =
        "\(property): expected \(count(expected)), got \(count(actual)); the first difference is at"
      return (["\(heading) [\(index)].", ""] + table(marking: index) + ["", details(at: index)])
        .joined(separator: "\n")
    }

    private func count(_ values: [Value]) -> String {
      values.count == 1 ? "1 value" : "\(values.count) values"
    }

    private func table(marking index: Int) -> [String] {
      let cells = (0..<max(expected.count, actual.count)).map { row in
        (brief(expected, row), brief(actual, row))
      }
      let column = cells.map(\.0.count).max() ?? 0
      func row(_ mark: String, _ left: String, _ right: String) -> String {
        "\(mark) \(padded(left, column))   \(right)"
      }
      return [row("     ", "expected", "actual")]
        + cells.enumerated().map { row("\($0 == index ? "→" : " ") [\($0)]", $1.0, $1.1) }
    }

    private func padded(_ text: String, _ count: Int) -> String {
      text + String(repeating: " ", count: max(count, "expected".count) - text.count)
    }

    /// A value in one line of limited width.
    private func brief(_ values: [Value], _ index: Int) -> String {
      guard values.indices.contains(index) else { return "none" }
      let line = String(customDumping: values[index]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return line.count > width ? "\(line.prefix(width - 1))…" : line
    }

    private func details(at index: Int) -> String {
      guard expected.indices.contains(index) else {
        return "[\(index)] actual:\n\(String(customDumping: actual[index]))"
      }
      guard actual.indices.contains(index) else {
        return "[\(index)] expected:\n\(String(customDumping: expected[index]))"
      }
      let difference =
        diff(expected[index], actual[index]) ?? "  The values differ in something that they do not print."
      return "[\(index)] expected (-) and actual (+):\n\(difference)"
    }
  }
#endif
