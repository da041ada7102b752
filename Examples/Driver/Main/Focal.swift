#if Driver
  import ArgumentParser
  import Core
  import Driver
  import Foundation

  /// `focal`: the three features of FOCAL in a terminal, on a backend in the same process.
  @main
  struct Focal: DriverProgram {
    static let configuration = CommandConfiguration(
      commandName: "focal",
      abstract: "Plays the features of FOCAL and prints every transition of their Stores.", version: version,
      subcommands: [TourCommand<Focal>.self, PlayCommand<Focal>.self, GraphCommand<Focal>.self],
      defaultSubcommand: TourCommand<Focal>.self)

    @OptionGroup var options: DriverOptions

    func backend(
      _ options: DriverOptions, storage: any SessionStorage, now: @escaping @Sendable () -> Date
    ) -> DriverBackend {
      .embedded(storage: storage, tokenSeconds: options.tokenSeconds, now: now)
    }

    func refuseServer(for command: String) {}
  }
#else
  #error("focal needs the trait Driver, which is on by default.")
#endif
