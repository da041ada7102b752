#if Network
  extension Fault {
    /// What goes wrong with the form of an answer.
    static let framing = [
      Fault("garbage", .unreadable, closes: true) { _ in (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 1) } },
      Fault("a status line that is none", .unreadable) { _ in Array("HTTP/1.1 banana\r\n\r\n".utf8) },
      Fault("an answer in HTTP/0.9", .unreadable, closes: true) { Answer.body(of: $0) },
      Fault("a status of four digits", .unreadable) { _ in Answer.bytes(2_000, ["Content-Length: 0"]) },
      Fault("a header field without a colon", .unreadable) { _ in Answer.bytes(200, ["Nonsense", "Content-Length: 0"])
      },
      Fault("10,000 header fields", .unreadable) { _ in
        Answer.bytes(200, (0..<10_000).map { "X-\($0): y" } + ["Content-Length: 0"])
      },
      Fault("a header field of a megabyte", .unreadable) { _ in
        Answer.bytes(200, ["X-Long: \(String(repeating: "x", count: 1_048_576))", "Content-Length: 0"])
      },
      Fault("a length beyond the body", .connectionLost, isTransient: true, closes: true) { call in
        Answer.bytes(200, ["Content-Length: 10000"], Answer.body(of: call))
      },
      Fault("a length within the body", .unreadable, sparing: .callsWithoutAnswer, closes: true) { call in
        let body = Answer.body(of: call)
        return Answer.bytes(200, ["Connection: close", "Content-Length: \(body.count - 1)"], body)
      },
      Fault("a length of 9 exabytes", .connectionLost, isTransient: true, closes: true) { call in
        Answer.bytes(200, ["Content-Length: 9223372036854775807"], Answer.body(of: call))
      },
      Fault("a length beyond 64 bits", .unreadable) { call in
        Answer.bytes(200, ["Content-Length: 99999999999999999999"], Answer.body(of: call))
      },
      Fault("a negative length", .unreadable) { call in
        Answer.bytes(200, ["Content-Length: -1"], Answer.body(of: call))
      },
      Fault("two lengths that differ", .unreadable) { call in
        Answer.bytes(200, ["Content-Length: 2", "Content-Length: 3"], Answer.body(of: call))
      },
      Fault("a length and chunks", .unreadable) { call in
        Answer.bytes(
          200, ["Content-Length: 2", "Transfer-Encoding: chunked"],
          Answer.chunks(of: Answer.body(of: call)) + Array("0\r\n\r\n".utf8))
      },
      Fault("no length, closed at the end", .success, closes: true) { call in
        Answer.bytes(200, [], Answer.body(of: call))
      },
      Fault("chunks with trailers", .success) { call in
        Answer.bytes(
          200, ["Transfer-Encoding: chunked", "Trailer: X-Sum"],
          Answer.chunks(of: Answer.body(of: call)) + Array("0\r\nX-Sum: 1\r\n\r\n".utf8))
      },
      Fault("a chunk whose size is no number", .unreadable) { _ in
        Answer.bytes(200, ["Transfer-Encoding: chunked"], Array("banana\r\n{}\r\n0\r\n\r\n".utf8))
      },
      Fault("a chunk beyond its size", .unreadable) { _ in
        Answer.bytes(200, ["Transfer-Encoding: chunked"], Array("2\r\n{}{}{}\r\n0\r\n\r\n".utf8))
      },
      Fault("gzip", .success) { call in
        let body = Answer.gzip(Answer.body(of: call))
        return Answer.json(body, headers: ["Content-Encoding: gzip"])
      },
      Fault("gzip, cut", .unreadable) { call in
        let body = Answer.gzip(Answer.body(of: call)).dropLast(10)
        return Answer.json(body, headers: ["Content-Encoding: gzip"])
      },
      Fault("gzip that is none", .unreadable) { call in
        Answer.json(Answer.body(of: call), headers: ["Content-Encoding: gzip"])
      },
    ]
  }
#endif
