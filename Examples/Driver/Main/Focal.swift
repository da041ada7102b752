#if Driver
  import ArgumentParser
  import Driver

  /// `focal`: the three features of FOCAL in a terminal, on a backend in the same process.
  @main
  struct Focal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "focal",
      abstract: "Plays the features of FOCAL and prints every transition of their Stores.",
      subcommands: [Tour.self, Play.self, Graph.self],
      defaultSubcommand: Tour.self)

    @OptionGroup var options: DriverOptions

    struct Tour: AsyncParsableCommand {
      static let configuration = TourCommand.configuration

      @ParentCommand var focal: Focal
      @OptionGroup var tour: TourCommand

      func validate() throws {
        try tour.validate(among: Focal.configuration.subcommands)
      }

      func run() async throws {
        try await tour.run(options: focal.options) { .embedded(tokenSeconds: $0.tokenSeconds) }
      }
    }

    struct Play: AsyncParsableCommand {
      static let configuration = PlayCommand.configuration

      @ParentCommand var focal: Focal
      @OptionGroup var play: PlayCommand

      func run() async throws {
        try await play.run(options: focal.options) { options, storage in
          .embedded(storage: storage, tokenSeconds: options.tokenSeconds, now: play.now)
        }
      }
    }

    struct Graph: AsyncParsableCommand {
      static let configuration = GraphCommand.configuration

      @ParentCommand var focal: Focal
      @OptionGroup var graph: GraphCommand

      func run() async throws {
        try await graph.run(options: focal.options)
      }
    }
  }
#else
  #error("focal needs the trait Driver, which is on by default.")
#endif
