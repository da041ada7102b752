#if Driver
  import ArgumentParser
  import Driver

  /// `focal`: the three features of FOCAL at a terminal, on a backend in the same process.
  @main
  struct Focal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "focal",
      abstract: "Plays the features of FOCAL and prints every transition of their Stores.",
      subcommands: [TourCommand.self, PlayCommand.self],
      defaultSubcommand: TourCommand.self)
  }
#else
  #error("focal needs the trait Driver: build with the default traits, or with --traits Driver.")
#endif
