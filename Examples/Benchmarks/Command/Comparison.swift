import Foundation

/// One way to do a piece of work, which is done `times` times.
struct Variant {
  let name: String
  let work: @MainActor (_ times: Int) async throws -> Void
}

/// The same work done in two ways.
struct Comparison {
  let work: String
  let floor: Variant
  let subject: Variant
  /// The largest permitted ratio.
  var bound: Double?
  /// How long a round of the floor takes at least.
  var shortestRound = Duration.milliseconds(1)

  /// Measures both in interleaved rounds, and takes the ratio within each round.
  @MainActor
  func measure(rounds: Int) async throws -> [Figure] {
    var times = 1
    while try await duration(floor, times) < shortestRound / .nanoseconds(1) { times *= 2 }
    _ = try await duration(subject, times)
    var (floors, subjects): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      floors.append(try await duration(floor, times) / Double(times))
      subjects.append(try await duration(subject, times) / Double(times))
    }
    let ratio = zip(subjects, floors).map { $0 / $1 }.median
    return [
      Figure(work: work, variant: floor.name, nanoseconds: floors.median),
      Figure(work: work, variant: subject.name, nanoseconds: subjects.median, ratio: ratio, bound: bound),
    ]
  }

  @MainActor
  private func duration(_ variant: Variant, _ times: Int) async throws -> Double {
    try await ContinuousClock().measure { try await variant.work(times) } / .nanoseconds(1)
  }
}

/// A measured figure, as a row of a Markdown table.
struct Figure {
  let work: String
  let variant: String
  let value: String
  var ratio: Double?
  /// The largest permitted ratio.
  var bound: Double?

  var isMissed: Bool { bound.map { (ratio ?? 0) > $0 } ?? false }

  var row: String {
    let ratioText = ratio.map { $0.formatted(.number.precision(.fractionLength(2))) } ?? ""
    let boundText = bound.map { "≤ \($0.formatted())" + (isMissed ? " **missed**" : "") } ?? ""
    return "| \(work) | \(variant) | \(value) | \(ratioText) | \(boundText) |"
  }
}

extension Figure {
  init(work: String, variant: String, nanoseconds: Double, ratio: Double? = nil, bound: Double? = nil) {
    let (scaled, unit) =
      switch nanoseconds {
      case ..<1_000: (nanoseconds, "ns")
      case ..<1_000_000: (nanoseconds / 1_000, "µs")
      default: (nanoseconds / 1_000_000, "ms")
      }
    let value = "\(scaled.formatted(.number.precision(.significantDigits(3)))) \(unit)"
    self.init(work: work, variant: variant, value: value, ratio: ratio, bound: bound)
  }
}

extension [Double] {
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
