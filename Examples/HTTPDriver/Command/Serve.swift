#if Network
  import ArgumentParser
  import Core
  import Driver
  import FakeServer
  import Foundation
  import UnixSignals

  /// Serves the fake backend.
  struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve",
      abstract: "Serve the fake backend over HTTP/1.1, until interrupted.",
      discussion: """
        The backend knows taro@example.com with the password password123. It keeps everything in memory.
        GET /openapi.json is the contract; POST /control/faults makes requests fail while it runs:
          curl -d '{"method":"GET","path":"/v1/timeline","kind":"503","times":2}' http://127.0.0.1:8080/control/faults
        DELETE /control/faults removes those that have not happened yet.
        """)

    @Option(help: "The address to listen at. Only this machine reaches 127.0.0.1.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen at; 0 takes a free one.")
    var port = 8080

    @Option(help: "What posts, latency and chance are made from: the same seed, the same content.")
    var seed: UInt64 = 2026

    @Option(help: ArgumentHelp("How long each answer takes, in milliseconds.", valueName: "ms or ms-ms"))
    var latency = Latency(bounds: .zero ... .zero)

    @Option(help: "Which part of all requests is answered with 503, from 0 to 1.")
    var failureRate = 0.0

    @Option(
      name: .customLong("fail"),
      help: ArgumentHelp(
        "Requests that are to fail: offline, timeout, malformed or a status. May be repeated.",
        valueName: "METHOD PATH KIND [TIMES]"))
    var faults: [Fault] = []

    @Option(help: "How large the body of a request may be, in bytes.")
    var maximumBodySize = 64 * 1024

    @Option(help: "How many connections are served at the same time; further ones wait.")
    var maximumConnections = 1_024

    @Option(help: "How long a connection may be silent, in seconds.")
    var idleTimeout = 60

    @Flag(help: "Write no access log to standard error.")
    var quiet = false

    func validate() throws {
      guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
      guard (0...1).contains(failureRate) else { throw ValidationError("A failure rate is a number from 0 to 1.") }
      guard maximumBodySize >= 0, maximumConnections > 0, idleTimeout > 0 else {
        throw ValidationError("A limit is a positive number.")
      }
    }

    func run() async throws {
      let injector = FaultInjector(latency: latency.bounds, failureRate: failureRate, seed: seed)
      let backend = FakeBackend(
        FakeConfiguration(recordedRequests: 0, seed: seed, tokenSeed: nil), hook: injector.hook)
      for fault in faults {
        do throws(FakeFaultError) {
          try fault.request.apply(to: backend)
        } catch {
          throw ValidationError("\(error)")
        }
      }
      let isQuiet = quiet
      let server = FakeServer(
        backend: backend,
        configuration: FakeServerConfiguration(
          host: host, port: port, maximumBodySize: maximumBodySize, maximumConnections: maximumConnections,
          idleTimeout: .seconds(idleTimeout)),
        log: { if !isQuiet { StandardError.write("\($0)\n") } })
      let host = host.contains(":") ? "[\(host)]" : host
      try await server.run(until: [.sigint, .sigterm]) { port in
        StandardOutput.write("Serving http://\(host):\(port)\n")
      }
    }
  }

  /// A number of milliseconds, or two with a hyphen between them.
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

  /// The words of a fault, as in the driver's `fail`.
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
