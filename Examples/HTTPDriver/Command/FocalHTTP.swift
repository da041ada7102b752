#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core
  import Driver
  import Foundation

  /// `focal-http`: the driver over a real network, and the fake backend as a server.
  @main
  struct FocalHTTP: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "focal-http",
      abstract: "Plays the features of FOCAL over a real network, and serves the fake backend.",
      subcommands: [HTTPTour.self, HTTPPlay.self, Graph.self, Serve.self, SearchCommand.self],
      defaultSubcommand: HTTPTour.self)

    @Option(help: ArgumentHelp("The server to play on; without it, a backend in this process.", valueName: "url"))
    var api: ServerURL?

    @OptionGroup var options: DriverOptions

    /// What to play on.
    ///
    /// Nothing is tried again, so that what a script makes fail does fail.
    ///
    /// - Parameter now: The clock of whoever plays.
    func backend(now: @escaping @Sendable () -> Date = { DriverBackend.tourDate }) -> DriverBackend {
      guard let url = api?.url else { return .embedded(now: now) }
      let client = HTTPAPIClient(
        baseURL: url, transport: AsyncHTTPClientTransport(), configuration: HTTPClientConfiguration(maximumAttempts: 1))
      return DriverBackend(client: client, faults: RemoteFaults(client: client), now: now)
    }
  }

  /// `focal-http tour`.
  struct HTTPTour: AsyncParsableCommand {
    static let configuration = TourCommand.configuration

    @ParentCommand var parent: FocalHTTP
    @OptionGroup var tour: TourCommand

    func validate() throws {
      try tour.validate(among: FocalHTTP.configuration.subcommands)
    }

    func run() async throws {
      try await tour.run(on: parent.backend(), options: parent.options)
    }
  }

  /// `focal-http play`.
  struct HTTPPlay: AsyncParsableCommand {
    static let configuration = PlayCommand.configuration

    @ParentCommand var parent: FocalHTTP
    @OptionGroup var play: PlayCommand

    func run() async throws {
      try await play.run(on: parent.backend(now: play.now), options: parent.options)
    }
  }

  /// `focal-http graph`.
  struct Graph: AsyncParsableCommand {
    static let configuration = GraphCommand.configuration

    @ParentCommand var parent: FocalHTTP
    @OptionGroup var graph: GraphCommand

    func run() async throws {
      try await graph.run(options: parent.options)
    }
  }

  /// The address of a server, `http://…` or `https://…`.
  struct ServerURL: ExpressibleByArgument {
    let url: URL

    init?(argument: String) {
      guard let url = URL(string: argument), ["http", "https"].contains(url.scheme), url.host() != nil else {
        return nil
      }
      self.url = url
    }
  }
#else
  #error("focal-http needs the trait Network: build with the default traits, or with --traits Network.")
#endif
