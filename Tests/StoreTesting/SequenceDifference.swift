/// Two sequences side by side, with the first difference marked.
struct SequenceDifference<Value: Equatable> {
  let property: String
  let expected: [Value]
  let actual: [Value]

  private let width = 40

  var message: String {
    let index = zip(expected, actual).enumerated().first { $1.0 != $1.1 }?.offset ?? min(expected.count, actual.count)
    let heading = "\(property): expected \(count(expected)), got \(count(actual)); the first difference is at"
    return (["\(heading) [\(index)].", ""] + table(marking: index) + ["", details(at: index)]).joined(separator: "\n")
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
    let line = String(reflecting: values[index]).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.count > width ? "\(line.prefix(width - 1))…" : line
  }

  private func details(at index: Int) -> String {
    guard expected.indices.contains(index) else { return "[\(index)] actual:\n\(dumped(actual[index]))" }
    guard actual.indices.contains(index) else { return "[\(index)] expected:\n\(dumped(expected[index]))" }
    let (old, new) = (dumped(expected[index]), dumped(actual[index]))
    let lines = old == new ? ["  The values differ in something that they do not print."] : difference(old, new)
    return (["[\(index)] expected (-) and actual (+):"] + lines).joined(separator: "\n")
  }

  private func dumped(_ value: Value) -> String {
    var text = ""
    dump(value, to: &text)
    return String(text.dropLast())
  }

  /// The lines that differ, each group under the line before it.
  private func difference(_ expected: String, _ actual: String) -> [String] {
    let (old, new) = (expected.split(separator: "\n"), actual.split(separator: "\n"))
    let changes = new.difference(from: old)
    let removed = Set(changes.removals.map(\.offset))
    let inserted = Set(changes.insertions.map(\.offset))
    var (lines, before, next, other) = ([String](), Substring?.none, 0, 0)
    while next < old.count || other < new.count {
      if removed.contains(next) || inserted.contains(other) {
        lines += before.map { ["  \($0)"] } ?? []
        before = nil
      }
      if removed.contains(next) {
        lines.append("- \(old[next])")
        next += 1
      } else if inserted.contains(other) {
        lines.append("+ \(new[other])")
        other += 1
      } else {
        (before, next, other) = (old[next], next + 1, other + 1)
      }
    }
    return lines
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .remove(let offset, _, _), .insert(let offset, _, _): offset
    }
  }
}
