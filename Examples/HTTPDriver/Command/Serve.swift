#if Network
  import ArgumentParser
  import Core
  import Driver
  import Web
  import Foundation
  import UnixSignals

  /// Serves the fake backend.
  struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve",
      abstract: "Serves the fake backend over HTTP/1.1 until interrupted.",
      discussion: """
        The account is taro@example.com with the password password123. All data is in memory.
        GET /openapi.json returns the contract; POST /control/faults makes requests fail:
          curl http://127.0.0.1:8080/control/faults -H 'Content-Type: application/json' \
            -d '{"method":"GET","path":"/v1/timeline","kind":"503","times":2}'
        DELETE /control/faults removes those that have not happened yet.
        """)

    @ParentCommand var parent: FocalHTTP

    @Option(help: "The address to listen on; 127.0.0.1 is reachable from this machine only.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8080

    @Option(help: "The seed of posts, latency and failures.")
    var seed: UInt64 = 2026

    @Option(help: ArgumentHelp("The latency of responses, in milliseconds.", valueName: "ms or ms-ms"))
    var latency = Latency(bounds: .zero ... .zero)

    @Option(help: "The share of requests that fail with 503, from 0 to 1.")
    var failureRate = 0.0

    @Option(
      name: .customLong("fail"),
      help: ArgumentHelp(
        "A request to fail: offline, timeout, lost, malformed or a status. Can be repeated.",
        valueName: "METHOD PATH KIND [TIMES]"))
    var faults: [Fault] = []

    @Option(
      name: .customLong("misbehavior"),
      help: ArgumentHelp(
        "A mistake in the pages of timelines: \(Misbehavior.names). Can be repeated.", valueName: "name"))
    var misbehavior: [Misbehavior] = []

    @Option(
      help: ArgumentHelp("The seconds for which an access token is accepted. Default: no limit.", valueName: "seconds"))
    var accessTokenLife: Int?

    @Flag(help: "End a session whose refresh token is sent twice, except with the Idempotency-Key of the first time.")
    var revokeReusedTokens = false

    @Option(help: "The largest request body, in bytes.")
    var maximumBodySize = 64 * 1024

    @Option(help: "The largest number of connections; one that waits for its client makes room for another.")
    var maximumConnections = 1_024

    @Option(
      help: """
        The time after which a connection is closed whose client sends no request, does not finish a body, or does not \
        read a response, in seconds.
        """)
    var idleTimeout = 60

    @Flag(help: "Do not write an access log to standard error.")
    var quiet = false

    func validate() throws {
      guard (0...65_535).contains(port) else { throw ValidationError("Expected a port from 0 to 65535.") }
      guard (0...1).contains(failureRate) else { throw ValidationError("Expected a failure rate from 0 to 1.") }
      guard maximumBodySize >= 0 else { throw ValidationError("Expected a body size of 0 or more.") }
      guard maximumConnections > 0 else { throw ValidationError("Expected 1 connection or more.") }
      guard (1...86_400).contains(idleTimeout) else {
        throw ValidationError("Expected an idle timeout from 1 to 86400 seconds.")
      }
      guard accessTokenLife.map({ $0 > 0 }) ?? true else {
        throw ValidationError("Expected an access token life of 1 second or more.")
      }
    }

    func run() async throws {
      try parent.refuseServer(for: "serve")
      let injector = FaultInjector(latency: latency.bounds, failureRate: failureRate, seed: seed)
      let backend = FakeBackend(
        FakeConfiguration(
          accessTokenSeconds: accessTokenLife, reuseGraceSeconds: revokeReusedTokens ? nil : 30, recordedRequests: 0,
          seed: seed, tokenSeed: nil,
          misbehavior: FakeMisbehavior(misbehavior.map(\.misbehavior))),
        hook: injector.hook)
      for fault in faults {
        do throws(FakeFaultError) {
          try fault.request.apply(to: backend)
        } catch {
          throw ValidationError("\(error)")
        }
      }
      let log = quiet ? nil : LogWriter()
      let server = FakeServer(
        backend: backend,
        configuration: FakeServerConfiguration(
          host: host, port: port, maximumBodySize: maximumBodySize, maximumConnections: maximumConnections,
          idleTimeout: .seconds(idleTimeout)),
        log: { log?.write("\($0)") })
      let host = host.contains(":") ? "[\(host)]" : host
      try await FakeServerError.reported {
        try await server.run(until: [.sigint, .sigterm]) { port in
          StandardOutput.write("Serving http://\(host):\(port)\n")
        }
      }
      log?.finish()
    }
  }

  extension FakeServerError {
    /// Serves; exits with status 1 and what to do where the address cannot be listened at.
    static func reported(_ serve: () async throws -> Void) async throws {
      do {
        try await serve()
      } catch let error as FakeServerError {
        printError("\(error) Choose another address with --host and --port; port 0 is any free one.")
        throw ExitCode(1)
      }
    }
  }

  /// A number of milliseconds, or a range such as `10-50`.
  struct Latency: ExpressibleByArgument, CustomStringConvertible {
    let bounds: ClosedRange<Duration>

    init(bounds: ClosedRange<Duration>) {
      self.bounds = bounds
    }

    init?(argument: String) {
      let numbers = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard
        (1...2).contains(numbers.count), let first = numbers[0], let last = numbers[numbers.count - 1],
        0 <= first, first <= last
      else { return nil }
      bounds = .milliseconds(first) ... .milliseconds(last)
    }

    var description: String { "\(bounds.lowerBound / .milliseconds(1))" }
  }

  /// A mistake in the pages of timelines.
  struct Misbehavior: ExpressibleByArgument {
    static let names = FakeMisbehavior.named.map(\.key).joined(separator: ", ")

    let misbehavior: FakeMisbehavior

    init?(argument: String) {
      guard let named = FakeMisbehavior.named.first(where: { $0.key == argument }) else { return nil }
      misbehavior = named.value
    }
  }

  /// The arguments of the driver’s `fail`.
  struct Fault: ExpressibleByArgument {
    let request: FaultRequest

    init?(argument: String) {
      let words = argument.split(separator: " ").map(String.init)
      guard (3...4).contains(words.count), words.count == 3 || Int(words[3]) != nil else { return nil }
      request = FaultRequest(
        method: words[0], path: words[1], kind: words[2], times: words.count == 4 ? Int(words[3]) : nil)
    }
  }
#endif
