#if Driver
  import ArgumentParser
  import Foundation
  import StoreExploring

  /// `focal-benchmarks explore`: one of the explorations that `compare-explorers` compares with other tools.
  struct ExploreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "explore", abstract: "Explores classes of FOCAL to the end, and prints a line of JSON.",
      discussion: "Examples/Benchmarks/EXPLORERS.md says what the models are.")

    enum Model: String, CaseIterable, ExpressibleByArgument {
      case reads = "R"
      case hastyReads = "R-bug"
      case tokens = "T"
      case outbox = "O"
    }

    @Argument(help: "R: reads at once. R-bug: with a client that refreshes for each. T: saved tokens. O: an outbox.")
    var model: Model

    @Argument(help: "The number of actions at once; of O, the number of drafts.")
    var count: Int

    @Option(help: "The maximum number of schedules.")
    var maximumSchedules = Int.max

    @Flag(help: "Print the whole report too, on standard error.")
    var report = false

    func validate() throws {
      guard count > 0, maximumSchedules > 0 else { throw ValidationError("Expected a number above zero.") }
    }

    @MainActor
    func run() async throws {
      let start = ContinuousClock.now
      let exploration =
        switch model {
        case .reads: await explore(Reads.explorer(isMended: true))
        case .hastyReads: await explore(Reads.explorer(isMended: false))
        case .tokens: await explore(Tokens.explorer)
        case .outbox: await explore(Outbox.explorer(drafts: count))
        }
      let result = Result(exploration, seconds: start.duration(to: .now) / .seconds(1))
      if report { FileHandle.standardError.write(Data("\(exploration)\n".utf8)) }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      FileHandle.standardOutput.write(try encoder.encode(result) + Data("\n".utf8))
    }

    @MainActor
    private func explore<Subject, State>(_ explorer: StoreExplorer<Subject, State>) async -> Exploration {
      await explorer.explore(maximumRunning: count, maximumSchedules: maximumSchedules)
    }

    private struct Result: Encodable {
      let states: Int
      let schedules: Int
      /// The steps of the shortest schedule that violates an invariant.
      let shortest: Int?
      let isComplete: Bool
      let seconds: Double
      /// The peak of the resident memory in MB, where `/proc` says it.
      let megabytes: Double?

      init(_ exploration: Exploration, seconds: Double) {
        states = exploration.graph.nodes.count
        schedules = exploration.schedules
        shortest = exploration.violation?.steps.count
        isComplete = exploration.isComplete
        self.seconds = seconds
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        megabytes = status?.firstMatch(of: /VmHWM:\s+(\d+)/).flatMap { Double($0.1) }.map { $0 / 1024 }
      }
    }
  }
#endif
