#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core

  /// Tries what is too slow, too rough or too far away for a test.
  @main
  struct FaultProbe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "fault-probe", abstract: "Tries the network of FOCAL where a test cannot.",
      subcommands: [FaultsCommand.self, TableCommand.self, SoakCommand.self, HTTPBinCommand.self, StorageCommand.self])
  }

  /// A transport by its name.
  enum TransportName: String, ExpressibleByArgument, CaseIterable {
    case urlSession = "urlsession"
    case asyncHTTPClient = "async-http-client"

    func make() -> any HTTPTransport {
      switch self {
      case .urlSession: URLSessionTransport()
      case .asyncHTTPClient: AsyncHTTPClientTransport()
      }
    }
  }
#else
  #error("fault-probe needs the trait Network of this package.")
#endif
