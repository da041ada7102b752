#if Network
  import AsyncHTTPClientTransport
  import Core
  import Foundation
  import Synchronization
  import Testing

  @Suite("Transports on a real socket", .timeLimit(.minutes(10)))
  struct TransportTests {
    enum Name: CaseIterable {
      case asyncHTTPClient, urlSession

      var transport: any HTTPTransport {
        switch self {
        case .asyncHTTPClient: AsyncHTTPClientTransport()
        case .urlSession: URLSessionTransport()
        }
      }
    }

    private func result(
      _ transport: any HTTPTransport, _ url: URL, _ method: HTTPMethod = .get, headers: HTTPHeaders = [:],
      body: String = ""
    ) async -> Result<HTTPResponse, APIError> {
      do throws(APIError) {
        return .success(
          try await transport.send(
            HTTPRequest(method, url.path(), headers: headers, body: Data(body.utf8)), to: url, progress: { _ in }))
      } catch {
        return .failure(error)
      }
    }

    /// A URL at a port that no service uses; a port that was free a moment ago may be in use by now.
    private var refusingURL: URL {
      get throws { try #require(URL(string: "http://127.0.0.1:1")) }
    }

    @Test(arguments: Name.allCases)
    func `A transport sends the request as it is and returns the response as it is`(name: Name) async throws {
      let received = Mutex<[String]>([])
      let response = try await SocketServer.run { connection in
        while let lines = try await connection.request() {
          received.withLock { $0 = lines }
          try await connection.send("HTTP/1.1 207 Odd\r\nX-Mine: a\r\nContent-Length: 6\r\n\r\nha")
          try await connection.send("ha\0\u{1}")
        }
      } work: { server in
        try await result(
          name.transport, server.url.appending(path: "a%2Fb/太"), .put, headers: ["X-Yours": "b"], body: "body"
        ).get()
      }
      #expect(response.status == 207)
      #expect(response.headers["x-mine"] == "a")
      #expect(response.body == Data("haha\0\u{1}".utf8))
      let lines = received.withLock { $0 }
      #expect(lines.first == "PUT /a%252Fb/%E5%A4%AA HTTP/1.1")
      #expect(Set(["x-yours: b", "content-length: 4"]).isSubset(of: lines.map { $0.lowercased() }))
    }

    @Test(arguments: Name.allCases)
    func `A transport follows no redirect and stores no cookie`(name: Name) async throws {
      let received = Mutex<[[String]]>([])
      let transport = name.transport
      try await SocketServer.run { connection in
        while let lines = try await connection.request() {
          received.withLock { $0.append(lines) }
          try await connection.send(
            "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n")
        }
      } work: { server in
        for _ in 0..<2 {
          let response = try await result(transport, server.url).get()
          #expect(response.status == 302)
          #expect(response.headers["Location"] == "/elsewhere")
        }
      }
      let requests = received.withLock { $0 }
      #expect(requests.count == 2)
      #expect(!requests.joined().contains { $0.lowercased().hasPrefix("cookie") })
    }

    @Test(arguments: Name.allCases)
    func `A transport answers no challenge and returns the response with it`(name: Name) async throws {
      let transport = name.transport
      try await SocketServer.run { connection in
        while try await connection.request() != nil {
          try await connection.send(
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 3\r\n\r\n")
          try await connection.send("Who")
        }
      } work: { server in
        for _ in 0..<2 {
          let response = try await result(transport, server.url).get()
          #expect(response.status == 401)
          #expect(response.body == Data("Who".utf8))
        }
      }
    }

    @Test(arguments: Name.allCases)
    func `A transport reports progress when bytes arrive`(name: Name) async throws {
      let (arrivals, arrive) = AsyncStream.makeStream(of: Int.self)
      let (steps, step) = AsyncStream.makeStream(of: Void.self)
      let transport = name.transport
      let response = try await SocketServer.run { connection in
        guard try await connection.request() != nil else { return }
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
        try await connection.send("12345")
        for await _ in steps { break }
        try await connection.send("67890")
        await connection.untilClosed()
      } work: { server in
        async let response = transport.send(
          HTTPRequest(.get, "/"), to: server.url, progress: { arrive.yield($0) })
        var size = 0
        for await count in arrivals {
          size += count
          if size == 5 { break }
        }
        step.yield()
        return try await response
      }
      #expect(response.body == Data("1234567890".utf8))
    }

    @Test(arguments: Name.allCases, ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"])
    func `A cancelled request closes its connection`(name: Name, sent: String) async throws {
      let (starts, start) = AsyncStream.makeStream(of: Void.self)
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let transport = name.transport
      try await SocketServer.run { connection in
        guard try await connection.request() != nil else { return }
        try await connection.send(sent)
        start.yield()
        await connection.untilClosed()
        end.yield()
      } work: { server in
        let task = Task { await result(transport, server.url) }
        for await _ in starts { break }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        for await _ in ends { break }
      }
    }

    @Test(arguments: Name.allCases)
    func `A request that is cancelled before it starts is not sent`(name: Name) async throws {
      let url = try refusingURL
      let task = Task {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        return await result(name.transport, url)
      }
      task.cancel()
      #expect(await task.value == .failure(.cancelled))
    }

    @Test(arguments: Name.allCases)
    func `A port without a server refuses the connection`(name: Name) async throws {
      let url = try refusingURL
      #expect(await result(name.transport, url) == .failure(.requestFailed(.refused)))
    }

    @Test func `A certificate is trusted if it is among the trust roots only`() async throws {
      let file = URL.temporaryDirectory.appending(path: "focal-\(UUID().uuidString).pem")
      try Data(SocketServer.certificate.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try await SocketServer.run(isSecure: true) { connection in
        while try await connection.request() != nil { try await connection.send("HTTP/1.1 204 None\r\n\r\n") }
      } work: { server in
        let trusting = try await result(AsyncHTTPClientTransport(trustRoots: file), server.url).get()
        #expect(trusting.status == 204)
        for name in Name.allCases {
          #expect(await result(name.transport, server.url) == .failure(.requestFailed(.insecure)))
        }
      }
    }

    @Test func `A host that does not exist is offline`() async throws {
      let url = try #require(URL(string: "http://no-such-host.invalid/"))
      #expect(await result(AsyncHTTPClientTransport(), url) == .failure(.requestFailed(.offline)))
    }
  }
#endif
