#if Network
  import ArgumentParser
  import Core
  import FakeServer
  import Foundation

  /// `focal-benchmarks`: what the Stores and what is below them cost, each beside the same work in plain Swift.
  @main
  struct FocalBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "focal-benchmarks",
      abstract: "Measures FOCAL beside the same work in plain Swift.",
      discussion: "Run it in release: swift run -c release focal-benchmarks. It takes some minutes.")

    @Flag(help: "Print JSON in place of tables.")
    var json = false

    @Option(help: "How many rounds each comparison has; a figure is their median.")
    var rounds = 15

    @Option(help: ArgumentHelp("Only these groups.", valueName: "group"))
    var only: [BenchmarkGroup] = []

    func validate() throws {
      guard rounds > 0 else { throw ValidationError("There is at least one round.") }
    }

    func run() async throws {
      if isDebug { say("This is a debug build: its figures say nothing.") }
      var figures: [Figure] = []
      for group in only.isEmpty ? BenchmarkGroup.allCases : only {
        say("\(group.rawValue) …")
        figures += try await group.figures(rounds: rounds)
      }
      if json {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(figures), as: UTF8.self))
      } else {
        print(figures.table)
      }
    }

    /// Says on standard error how far it is; a measurement goes on where nobody can hear it.
    private func say(_ text: String) {
      try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }

    private var isDebug: Bool {
      var isDebug = false
      assert(
        {
          isDebug = true; return true
        }())
      return isDebug
    }
  }

  /// What can be measured alone.
  enum BenchmarkGroup: String, CaseIterable, ExpressibleByArgument {
    case transitions, actions, paging, memory, coding, fake, http, explorer

    @MainActor
    func figures(rounds: Int) async throws -> [Figure] {
      switch self {
      case .transitions: try await measure(Transitions.comparisons, rounds)
      case .actions: try await Actions.globalJobs + measure(Actions.comparisons, rounds)
      case .paging: await Paging.figures(rounds: rounds)
      case .memory: await Memory.figures
      case .coding: try await measure(Coding.comparisons, rounds)
      case .fake: try await measure(Clients.comparisonsOverFakeAPIClient(), rounds)
      case .http: try await served(rounds)
      case .explorer: await Explorer.figures(rounds: rounds)
      }
    }

    @MainActor
    private func measure(_ comparisons: [Comparison], _ rounds: Int) async throws -> [Figure] {
      var figures: [Figure] = []
      for comparison in comparisons { figures += try await comparison.measure(rounds: rounds) }
      return figures
    }

    /// Measures against a backend that is served in this process.
    @MainActor
    private func served(_ rounds: Int) async throws -> [Figure] {
      let (ports, start) = AsyncStream.makeStream(of: Int.self)
      let server = Task {
        defer { start.finish() }
        try await FakeServer(backend: FakeBackend()).run { start.yield($0) }
      }
      defer { server.cancel() }
      for await port in ports {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { break }
        return try await measure(Clients.comparisons(overHTTPAt: url), rounds)
      }
      try await server.value
      return []
    }
  }
#else
  #error("focal-benchmarks needs the trait Network: build with the default traits, or with --traits Network.")
#endif
