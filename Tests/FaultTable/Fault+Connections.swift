#if Network
  extension Fault {
    /// What goes wrong with the connection.
    static let connections = [
      Fault("nobody listens", .refused, isTransient: true, setting: .nobody),
      Fault("a certificate that nobody vouches for", .insecure, setting: .secureServer) { connection, call, _ in
        try await connection.send(Answer.good(call))
      },
      Fault("reset before the request", .connectionLost, isTransient: true, isDeaf: true) { connection, _, _ in
        await connection.reset()
      },
      Fault("reset before the header", .connectionLost, isTransient: true) { connection, _, _ in
        await connection.reset()
      },
      Fault("reset in the header", .connectionLost, isTransient: true) { connection, _, _ in
        try await connection.send("HTTP/1.1 200 OK\r\nContent-")
        await connection.reset()
      },
      Fault("reset after the header", .connectionLost, isTransient: true) { connection, _, _ in
        try await connection.send(Answer.bytes(200, ["Content-Length: 100"]))
        await connection.reset()
      },
      Fault("reset in the body", .connectionLost, isTransient: true) { connection, _, _ in
        try await connection.send(Answer.bytes(200, ["Content-Length: 100"], Array("{".utf8)))
        await connection.reset()
      },
      closing("closed before the header", .connectionLost, after: ""),
      closing("closed in the status line", .connectionLost, after: "HTTP/1.1 2"),
      closing("closed in the header", .connectionLost, after: "HTTP/1.1 200 OK\r\nContent-"),
      closing("closed after the header", .connectionLost, after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"),
      closing("closed in the body", .connectionLost, after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
      closing(
        "closed in a chunk", .connectionLost, after: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n20\r\n{"),
      closing(
        "closed before the last chunk", .connectionLost,
        after: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"),
      silent("silent before the header", after: ""),
      silent("silent in the header", after: "HTTP/1.1 200 OK\r\nContent-"),
      silent("silent after the header", after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", arrivals: 1),
      silent("silent in the body", after: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", arrivals: 2),
      Fault("a body byte by byte without end", .timedOut, isTransient: true, deadline: .milliseconds(50)) {
        connection, _, _ in
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while true { try await connection.send(" ") }
      },
      Fault("an endless body", .unreadable) { connection, _, _ in
        try await connection.send("HTTP/1.1 200 OK\r\n\r\n")
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 65_536)
        while true { try await connection.send(spaces) }
      },
      Fault("an endless header", .unreadable) { connection, _, _ in
        try await connection.send("HTTP/1.1 200 OK\r\n")
        while true { try await connection.send("X-More: \(String(repeating: "x", count: 1_000))\r\n") }
      },
    ]

    private static func closing(_ description: String, _ outcome: Outcome, after text: String) -> Fault {
      Fault(description, outcome, isTransient: true) { connection, _, _ in
        try await connection.send(text)
        throw Hangup()
      }
    }

    /// - Parameter arrivals: In how many parts the client hears of the text.
    private static func silent(_ description: String, after text: String, arrivals: Int = 0) -> Fault {
      Fault(description, .timedOut, isTransient: true) { connection, _, clock in
        try await connection.send(text)
        // Each part may arrive after the last expiry, which then does not end the transfer.
        for _ in 0...arrivals { clock.expire() }
        await connection.untilClosed()
      }
    }
  }
#endif
