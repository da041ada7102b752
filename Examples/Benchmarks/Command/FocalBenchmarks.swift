#if Driver
  import ArgumentParser
  import Foundation

  @main
  enum Main {
    static func main() {
      // The run loop keeps the main actor on the main thread, whose processor time is measured; an asynchronous `main`
      // leaves it to any thread on Linux.
      Task { @MainActor in
        await FocalBenchmarks.main()
        exit(0)
      }
      while true { RunLoop.main.run() }
    }
  }

  /// `focal-benchmarks`: the costs of a Store, of the HTTP client and of the explorer.
  struct FocalBenchmarks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "focal-benchmarks",
      abstract: "Measures FOCAL beside the same work in plain Swift.",
      discussion: "Run it in release, with the network: swift run -c release --traits Network focal-benchmarks",
      subcommands: endurance + [ExploreCommand.self])

    /// What takes too long, or too much of the machine, for a test.
    private static var endurance: [any ParsableCommand.Type] {
      #if Network
        [SoakCommand.self]
      #else
        []
      #endif
    }

    @Option(help: "The number of rounds; a figure is their median.")
    var rounds = 15

    @Option(help: ArgumentHelp("Only this group. Can be repeated.", valueName: "group"))
    var only: [Group] = []

    enum Group: String, CaseIterable, ExpressibleByArgument {
      case actions, paging, launch, hostile, http, explorer
    }

    func validate() throws {
      guard rounds > 0 else { throw ValidationError("Expected at least one round.") }
    }

    func run() async throws {
      assert(isDebugBuild())
      var isMissed = false
      print("| work | variant | figure | ratio | bound |\n|---|---|---:|---:|---|")
      for group in only.isEmpty ? Group.allCases : only {
        let figures =
          switch group {
          case .actions: try await StoreBenchmarks.actions(rounds)
          case .paging: await StoreBenchmarks.paging(rounds)
          case .launch: try await LaunchBenchmarks.figures(rounds)
          case .hostile: await HostileBenchmarks.figures(rounds)
          case .http: try await http()
          case .explorer: await StoreBenchmarks.explorer(rounds)
          }
        for figure in figures { print(figure.row) }
        isMissed = isMissed || figures.contains(where: \.isMissed)
      }
      // A ratio over its bound.
      if isMissed { throw ExitCode(1) }
    }

    private func http() async throws -> [Figure] {
      #if Network
        return try await HTTPBenchmarks.figures(rounds)
      #else
        report("The group “http” needs the network. Run: swift run -c release --traits Network focal-benchmarks")
        return []
      #endif
    }

    private func isDebugBuild() -> Bool {
      report("This is a debug build: its figures mean nothing.")
      return true
    }

    private func report(_ text: String) {
      try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
  }
#else
  #error("focal-benchmarks needs the trait Driver, which is on by default.")
#endif
