#if Network
  import ArgumentParser

  /// The example driver over a real network.
  @main
  struct FocalHTTP: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "focal-http", abstract: "The example apps of FOCAL over a real network.", subcommands: [Serve.self])
  }
#else
  #error("focal-http needs the trait Network of this package.")
#endif
