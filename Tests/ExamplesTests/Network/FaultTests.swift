#if Network
  import AsyncHTTPClientTransport
  import Core
  import Foundation
  import Synchronization
  import Testing

  private struct Greeting: Decodable, Sendable, Equatable {
    let text: String
  }

  private let good = #"{"text":"hello"}"#

  /// Something that a server does wrong, and what a call for a ``Greeting`` throws then: nothing where it succeeds.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: APIError?
    /// Whether the fault comes before the request is read.
    var precedesRequest = false
    /// The limits of the call in real time, short where the server is silent or endless.
    var idleTimeout: Duration = .seconds(600)
    var deadline: Duration = .seconds(600)
    let behave: @Sendable (inout SocketConnection) async throws -> Void

    static let all = connections + framing + statuses

    private static let connectionLost = APIError.requestFailed(.connectionLost)
    private static let timedOut = APIError.requestFailed(.timedOut)
    private static let invalid = APIError.decodingFailed(reason: "The response is not HTTP.")
    private static let empty = APIError.decodingFailed(reason: "The body is not JSON.")

    private static let connections =
      [
        Fault(testDescription: "reset before the request", error: connectionLost, precedesRequest: true) {
          await $0.reset()
        },
        resets("reset before the header", after: ""),
        resets("reset in the header", after: "HTTP/1.1 200 OK\r\nContent-"),
        resets("reset after the header", after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
        resets("reset in the body", after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
      ]
      + [
        ("before the header", ""), ("in the status line", "HTTP/1.1 2"),
        ("in the header", "HTTP/1.1 200 OK\r\nContent-"),
        ("after the header", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
        ("in the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
        ("in a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{"),
        ("before the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"),
        ("within a body of 9 exabytes", "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n\(good)"),
      ].map { Fault("closed \($0)", connectionLost, closes: true, $1) }
      + [
        ("before the header", ""), ("in the header", "HTTP/1.1 200 OK\r\nContent-"),
        ("after the header", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
        ("in the body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
      ].map { place, text in
        Fault(testDescription: "silent \(place)", error: timedOut, idleTimeout: .milliseconds(50)) { connection in
          try await connection.send(text)
          await connection.untilClosed()
        }
      }
      + [
        Fault(testDescription: "a slow endless body", error: timedOut, deadline: .milliseconds(50)) { connection in
          try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n")
          for _ in 0..<1_000 { try await connection.send(" ") }
          await connection.untilClosed()
        },
        Fault(
          testDescription: "a fast endless body",
          error: .decodingFailed(reason: "The response is larger than 100000 bytes.")
        ) { connection in
          try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
          let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 65_536)
          while true { try await connection.send(spaces) }
        },
        Fault(testDescription: "an endless header", error: invalid) { connection in
          try await connection.send("HTTP/1.1 200 OK\r\n")
          while true { try await connection.send("X-More: \(String(repeating: "x", count: 1_000))\r\n") }
        },
      ]

    private static let framing = [
      Fault("garbage", invalid, closes: true, "\u{1}&Kp\u{15}:_\0\u{19}>"),
      Fault("an invalid status line", invalid, "HTTP/1.1 banana\r\n\r\n"),
      Fault("HTTP/0.9", invalid, closes: true, good),
      Fault("a status of four digits", invalid, response("2000 OK", "Content-Length: 0")),
      Fault("a header field without a colon", invalid, response("200 OK", "Nonsense", "Content-Length: 0")),
      Fault(
        "10,000 header fields", invalid,
        response("200 OK", (0..<10_000).map { "X-\($0): y" }.joined(separator: "\r\n"), "Content-Length: 0")),
      Fault(
        "a header field of a megabyte", invalid,
        response("200 OK", "X-Long: \(String(repeating: "x", count: 1_048_576))", "Content-Length: 0")),
      Fault(
        "a length within the body", empty, closes: true,
        response("200 OK", "Connection: close", "Content-Length: \(good.count - 1)", body: good)),
      Fault(
        "a length beyond 64 bits", invalid, response("200 OK", "Content-Length: 99999999999999999999", body: good)),
      Fault("a negative length", invalid, response("200 OK", "Content-Length: -1", body: good)),
      Fault(
        "two different lengths", invalid, response("200 OK", "Content-Length: 2", "Content-Length: 3", body: good)),
      Fault(
        "a length and chunks", invalid,
        response("200 OK", "Content-Length: 2", "Transfer-Encoding: chunked", body: "10\r\n\(good)\r\n0\r\n\r\n")),
      Fault("no length, closed at the end", nil, closes: true, response("200 OK", body: good)),
      Fault(
        "chunks with a trailer", nil,
        response(
          "200 OK", "Transfer-Encoding: chunked", "Trailer: X-Sum", body: "10\r\n\(good)\r\n0\r\nX-Sum: 1\r\n\r\n")),
      Fault(
        "an invalid chunk size", invalid,
        response("200 OK", "Transfer-Encoding: chunked", body: "banana\r\n{}\r\n0\r\n\r\n")),
      Fault(
        "a chunk beyond its size", invalid,
        response("200 OK", "Transfer-Encoding: chunked", body: "2\r\n{}{}{}\r\n0\r\n\r\n")),
      gzip("gzip", nil, droppingLast: 0),
      gzip("truncated gzip", invalid, droppingLast: 10),
      Fault(
        "invalid gzip", invalid,
        response("200 OK", "Content-Encoding: gzip", "Content-Length: \(good.count)", body: good)),
    ]

    private static let statuses = [
      Fault("100 before the response", nil, response("100 Continue") + ok),
      Fault("103 before the response", nil, response("103 Early Hints", "Link: </style.css>") + ok),
      Fault(
        "101 without a request for it", status(101, ["Upgrade": "other"]),
        response("101 Switching Protocols", "Upgrade: other")),
      Fault("204 with a body", empty, closes: true, response("204 None", "Content-Length: 2", body: good)),
      Fault("304", status(304), response("304 Not Modified")),
      Fault(
        "401 with a Basic challenge", status(401, ["WWW-Authenticate": "Basic", "Content-Length": "0"]),
        response("401 No", "WWW-Authenticate: Basic", "Content-Length: 0")),
      Fault("999", status(999, ["Content-Length": "0"]), response("999 Odd", "Content-Length: 0")),
    ]

    fileprivate static let ok = response("200 OK", "Content-Length: \(good.count)", body: good)

    private static func status(_ code: Int, _ headers: HTTPHeaders = [:]) -> APIError {
      .invalidResponse(InvalidResponse(statusCode: code, headers: headers))
    }

    private static func response(_ lines: String..., body: String = "") -> String {
      "HTTP/1.1 \(lines.joined(separator: "\r\n"))\r\n\r\n\(body)"
    }

    private static func resets(_ description: String, after text: String) -> Fault {
      Fault(testDescription: description, error: connectionLost) { connection in
        try await connection.send(text)
        await connection.reset()
      }
    }

    private static func gzip(_ description: String, _ error: APIError?, droppingLast count: Int) -> Fault {
      let body = Data(base64Encoded: "H4sIAAAAAAACA6tWKkmtKFGyUspIzcnJV6oFADyq3IkQAAAA") ?? Data()
      return Fault(testDescription: description, error: error) { connection in
        try await connection.send(
          response("200 OK", "Content-Encoding: gzip", "Content-Length: \(body.count - count)"))
        try await connection.send(body.dropLast(count))
      }
    }
  }

  extension Fault {
    /// A fault that consists of the bytes of a response.
    private init(_ description: String, _ error: APIError?, closes: Bool = false, _ response: String) {
      self.init(testDescription: description, error: error) { connection in
        try await connection.send(response)
        if closes { throw CancellationError() }
      }
    }
  }

  @Suite("HTTPAPIClient over AsyncHTTPClientTransport", .timeLimit(.minutes(10)))
  struct FaultTests {
    private static let transport = AsyncHTTPClientTransport()

    @Test(arguments: Fault.all)
    func `A fault of the server is reported and does not affect the next call`(fault: Fault) async throws {
      let isFirstConnection = Mutex(true)
      try await SocketServer.run { connection in
        let isFirst = isFirstConnection.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        if fault.precedesRequest, isFirst { return await connection.reset() }
        while let lines = try await connection.request() {
          try await lines.first == "GET /fault HTTP/1.1" ? fault.behave(&connection) : connection.send(Fault.ok)
        }
      } work: { server in
        let configuration = HTTPClientConfiguration(
          maximumAttempts: 1, deadline: fault.deadline, idleTimeout: fault.idleTimeout, maximumBodySize: 100_000)
        #expect(await Self.error(server.url, "/fault", configuration) == fault.error)
        // The connection may be closed while the next request is sent, which is then repeated.
        #expect(await Self.error(server.url, "/next", .patient()) == nil)
      }
    }

    private static func error(
      _ url: URL, _ path: String, _ configuration: HTTPClientConfiguration
    ) async -> APIError? {
      let client = HTTPAPIClient(baseURL: url, transport: transport, configuration: configuration)
      do throws(APIError) {
        let greeting = try await client.send(APIRequest<Greeting>(.get, path, authorization: .anonymous))
        #expect(greeting == Greeting(text: "hello"))
        return nil
      } catch {
        return error
      }
    }
  }
#endif
