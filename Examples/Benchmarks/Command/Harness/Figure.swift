import Foundation

/// One number that came of a measurement.
struct Figure: Codable {
  let group: String
  let work: String
  let variant: String
  let value: Double
  let unit: String
  /// How many times the floor it is.
  var ratio: Double?
  /// The most that the ratio may be or, where there is none, the value.
  var bound: Double?

  /// Whether it keeps its bound.
  var holds: Bool { bound.map { (ratio ?? value) <= $0 } ?? true }
}

extension [Figure] {
  /// A table in Markdown, one section a group.
  var table: String {
    var lines: [String] = []
    var group = ""
    for figure in self {
      if figure.group != group {
        group = figure.group
        lines += ["", "### \(group)", "", "| work | variant | figure | ratio | bound |", "|---|---|---:|---:|---|"]
      }
      let ratio = figure.ratio.map { $0.formatted(.number.precision(.fractionLength(2))) } ?? ""
      let bound = figure.bound.map { "≤ \($0.formatted())" + (figure.holds ? "" : " **missed**") } ?? ""
      lines.append("| \(figure.work) | \(figure.variant) | \(figure.text) | \(ratio) | \(bound) |")
    }
    return lines.joined(separator: "\n")
  }
}

extension Figure {
  /// The value, times in a unit that keeps it readable.
  fileprivate var text: String {
    guard unit == "ns" else { return "\(value.formatted(.number.precision(.fractionLength(0...1)))) \(unit)" }
    let (scaled, unit) =
      switch value {
      case ..<1_000: (value, "ns")
      case ..<1_000_000: (value / 1_000, "µs")
      default: (value / 1_000_000, "ms")
      }
    return "\(scaled.formatted(.number.precision(.significantDigits(3)))) \(unit)"
  }
}
