/// One way to do a piece of work.
struct Variant {
  let name: String
  /// Does a round of the work, and says how many nanoseconds one piece of it took.
  let round: @MainActor () async throws -> Double

  /// A piece of work that can be done again and again.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - work: Does the work a number of times. The loop stands here so that no call of a closure is measured too.
  static func repeating(_ name: String, _ work: @escaping @MainActor (_ times: Int) async throws -> Void) -> Variant {
    var times = 1
    var isReady = false
    return Variant(name: name) {
      while !isReady {
        let duration = try await ContinuousClock().measure { try await work(times) }
        if duration >= Stretches.length { isReady = true } else { times *= 2 }
      }
      return try await Stretches.median(of: 40) { try await work(times) } / Double(times)
    }
  }
}

/// Short stretches of work: most of them fall between two interruptions, so that their median knows of none.
enum Stretches {
  static let length = Duration.microseconds(100)

  /// The median of how many nanoseconds the work takes.
  @MainActor
  static func median(of count: Int, _ work: @MainActor () async throws -> Void) async rethrows -> Double {
    var samples: [Double] = []
    for _ in 0..<count {
      samples.append(try await ContinuousClock().measure { try await work() } / .nanoseconds(1))
    }
    return samples.median
  }
}

/// The same work in several ways, the floor first.
struct Comparison {
  let group: String
  let work: String
  let floor: Variant
  let others: [Variant]
  /// How many times the floor's time the last of ``others`` may take.
  let bound: Double?

  init(_ group: String, _ work: String, bound: Double? = nil, floor: Variant, _ others: Variant...) {
    self.group = group
    self.work = work
    self.floor = floor
    self.others = others
    self.bound = bound
  }

  /// Measures in rounds, each of which runs every variant once, in another order each time.
  ///
  /// A ratio is taken within one round, where what else the machine does hits all alike.
  @MainActor
  func measure(rounds: Int) async throws -> [Figure] {
    let variants = [floor] + others
    for variant in variants { _ = try await variant.round() }
    var samples = Array(repeating: [Double](), count: variants.count)
    for round in 0..<rounds {
      for place in variants.indices {
        let index = (place + round) % variants.count
        samples[index].append(try await variants[index].round())
      }
    }
    return variants.indices.map { index in
      let ratios = zip(samples[index], samples[0]).map { $0 / $1 }
      return Figure(
        group: group, work: work, variant: variants[index].name, value: samples[index].median, unit: "ns",
        ratio: index == 0 ? nil : ratios.median, bound: index == variants.count - 1 ? bound : nil)
    }
  }
}

extension [Double] {
  /// The middle value; of an even number, the upper one of the two.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
