#if Network
  import ArgumentParser
  import AsyncHTTPClientTransport
  import Core
  import Driver
  import Web
  import Foundation

  /// `focal-http`: the driver over a real network, and the fake backend as a server.
  @main
  struct FocalHTTP: DriverProgram {
    static let configuration = CommandConfiguration(
      commandName: "focal-http",
      abstract: "Plays the features of FOCAL over a real network, and serves the fake backend.", version: version,
      subcommands: [
        TourCommand<FocalHTTP>.self, PlayCommand<FocalHTTP>.self, GraphCommand<FocalHTTP>.self, Serve.self,
        WebCommand.self, AlbumCommand.self, SearchCommand.self, OAuthCommand.self,
      ],
      defaultSubcommand: TourCommand<FocalHTTP>.self)

    @Option(
      help: ArgumentHelp("The server to play on. Default: a backend in this process.", valueName: "url"),
      transform: FocalHTTP.serverURL)
    var api: URL?

    @Option(
      help: ArgumentHelp(
        "What the server at --api speaks: focal, the built-in contract, or \(ServerKind.others).",
        valueName: "kind"))
    var server = ServerKind.focal

    @OptionGroup var options: DriverOptions

    func validate() throws {
      guard api != nil || server == .focal else {
        throw ValidationError(
          "“--server \(server.rawValue)” needs the address of the server, such as --api http://127.0.0.1:8090.")
      }
    }

    func backend(
      _ options: DriverOptions, storage: any SessionStorage, now: @escaping @Sendable () -> Date
    ) throws -> DriverBackend {
      guard let url = api else {
        return .embedded(storage: storage, tokenSeconds: options.tokenSeconds, now: now)
      }
      try options.refuse(tokenSeconds: true, by: "--api")
      // Without retries, so that a request that a script makes fail does fail.
      let client = HTTPAPIClient(
        baseURL: url, transport: AsyncHTTPClientTransport(),
        configuration: HTTPClientConfiguration(maximumAttempts: 1))
      guard server != .focal else {
        return DriverBackend(client: client, faults: RemoteFaults(client: client), now: now)
      }
      let faults = ServerFaults()
      var backend = DriverBackend(faults: faults, now: now) { [server] session in
        server.repositories(client: client, session: session, faults: faults)
      }
      backend.providers = server.providers(at: url, client: client)
      return backend
    }

    /// Throws a `ValidationError` for an option that a command of this process does not support.
    func refuseServer(for command: String) throws {
      guard api == nil else { throw ValidationError("“\(command)” does not support --api.") }
      try refuseServerKind(for: command)
      try options.refuse(json: true, state: true, tokenSeconds: true, by: command)
    }

    /// Throws a `ValidationError` where a command speaks to one kind of server only.
    func refuseServerKind(for command: String) throws {
      guard server == .focal else { throw ValidationError("“\(command)” does not support --server.") }
    }

    static func serverURL(_ text: String) throws -> URL {
      guard let url = URL(string: text), url.base != nil else {
        throw ValidationError(
          "Expected an address such as http://127.0.0.1:8080, with a port up to 65535 and without user, query or fragment."
        )
      }
      return url
    }
  }

  /// Makes requests to a served fake backend fail.
  struct RemoteFaults: FaultControl {
    let client: any APIClient

    func fail(_ method: HTTPMethod, _ path: String, kind: String, times: Int) async throws(FaultControlError) {
      let fault = FaultRequest(method: method.rawValue, path: path, kind: kind, times: times)
      do throws(APIError) {
        _ = try await client.send(
          APIRequest<EmptyResponse>(.post, "/control/faults", body: fault, authorization: .anonymous))
      } catch {
        switch error {
        case .invalidResponse(let response) where response.statusCode == 422:
          throw FaultControlError(response.problem?.detail ?? "The server refused the fault.")
        case .invalidResponse, .decodingFailed:
          throw FaultControlError("The server does not support “fail”. Start one that does: focal-http serve")
        case .requestFailed, .cancelled:
          throw FaultControlError("The server does not respond. Start one with: focal-http serve")
        }
      }
    }
  }
#else
  import Foundation

  /// Says how the command is run.
  @main
  struct FocalHTTP {
    static func main() {
      print("focal-http needs the trait Network. Run: swift run --traits Network focal-http serve")
      exit(EX_USAGE)
    }
  }
#endif
