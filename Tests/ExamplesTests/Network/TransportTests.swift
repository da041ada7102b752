#if Network
  import AsyncHTTPClientTransport
  import Core
  import FaultTable
  import Foundation
  import Synchronization
  import Testing

  @Suite("A transport on a real socket", .timeLimit(.minutes(10)))
  struct TransportTests {
    private func exchange(
      _ transport: any HTTPTransport, _ url: URL, _ method: HTTPMethod = .get, headers: HTTPHeaders = [:],
      body: String = ""
    ) async -> Result<HTTPResponse, HTTPTransportError> {
      do throws(HTTPTransportError) {
        return .success(
          try await transport.send(
            HTTPTransportRequest(method, url, headers: headers, body: Data(body.utf8)), progress: { _ in }))
      } catch {
        return .failure(error)
      }
    }

    /// Both transports, against a server in order.
    static let transports: [any HTTPTransport] = [AsyncHTTPClientTransport(), URLSessionTransport()]

    @Test(arguments: transports.indices)
    func `sends what it is given and returns what comes`(index: Int) async throws {
      let heard = Mutex<[String]>([])
      let answer = try await SocketServer.run { connection in
        while let lines = try await connection.request() {
          heard.withLock { $0 = lines }
          try await connection.send("HTTP/1.1 207 Odd\r\nX-Mine: a\r\nContent-Length: 6\r\n\r\nha")
          try await connection.send("ha\0\u{1}")
        }
      } work: { server in
        await exchange(
          Self.transports[index], server.url.appending(path: "a%2Fb/太"), .put, headers: ["X-Yours": "b"], body: "body")
      }
      let response = try answer.get()
      #expect(response.status == 207)
      #expect(response.headers["x-mine"] == "a")
      #expect(response.body == Data("haha\0\u{1}".utf8))
      let lines = heard.withLock { $0 }
      #expect(lines.first == "PUT /a%252Fb/%E5%A4%AA HTTP/1.1")
      #expect(lines.map { $0.lowercased() }.contains("x-yours: b"))
      #expect(lines.map { $0.lowercased() }.contains("content-length: 4"))
    }

    @Test(arguments: transports.indices)
    func `follows no redirect and keeps no cookie`(index: Int) async throws {
      let requests = Mutex<[[String]]>([])
      try await SocketServer.run { connection in
        while let lines = try await connection.request() {
          requests.withLock { $0.append(lines) }
          try await connection.send(
            "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n")
        }
      } work: { server in
        for _ in 0..<2 {
          let answer = try await exchange(Self.transports[index], server.url).get()
          #expect(answer.status == 302)
          #expect(answer.headers["Location"] == "/elsewhere")
        }
      }
      let lines = requests.withLock { $0 }
      #expect(lines.count == 2)
      #expect(!lines.joined().contains { $0.lowercased().hasPrefix("cookie") })
    }

    @Test(arguments: transports.indices)
    func `tells what arrives when it arrives`(index: Int) async throws {
      let (arrivals, arrive) = AsyncStream.makeStream(of: Int.self)
      let (steps, step) = AsyncStream.makeStream(of: Void.self)
      let answer = try await SocketServer.run { connection in
        guard try await connection.request() != nil else { return }
        try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
        try await connection.send("12345")
        for await _ in steps { break }
        try await connection.send("67890")
        await connection.untilClosed()
      } work: { server in
        async let answer = Self.transports[index].send(
          HTTPTransportRequest(.get, server.url), progress: { arrive.yield($0) })
        var size = 0
        for await count in arrivals {
          size += count
          if size == 5 { break }
        }
        step.yield()
        return try await answer
      }
      #expect(answer.body == Data("1234567890".utf8))
    }

    @Test(arguments: transports.indices, ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"])
    func `closes the connection of a request that is cancelled`(index: Int, sent: String) async throws {
      let (starts, start) = AsyncStream.makeStream(of: Void.self)
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      try await SocketServer.run { connection in
        guard try await connection.request() != nil else { return }
        try await connection.send(sent)
        start.yield()
        await connection.untilClosed()
        end.yield()
      } work: { server in
        let task = Task { await exchange(Self.transports[index], server.url) }
        for await _ in starts { break }
        task.cancel()
        #expect(await task.value == .failure(.cancelled))
        for await _ in ends { break }
      }
    }

    @Test(arguments: transports.indices)
    func `sends nothing that is cancelled before`(index: Int) async throws {
      let task = Task {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        // Whoever listened there would be refused; cancelled is what comes first.
        return await exchange(Self.transports[index], SocketServer.nobody)
      }
      task.cancel()
      #expect(await task.value == .failure(.cancelled))
    }

    @Test func `trusts a server whose certificate it is told to trust, and no other`() async throws {
      let file = URL.temporaryDirectory.appending(path: "focal-\(UUID().uuidString).pem")
      try Data(SelfSigned.certificate.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      try await SocketServer.run(isSecure: true) { connection in
        while try await connection.request() != nil { try await connection.send("HTTP/1.1 204 None\r\n\r\n") }
      } work: { server in
        let trusting = try await exchange(AsyncHTTPClientTransport(trustRoots: file), server.url).get()
        #expect(trusting.status == 204)
        let wary = await exchange(AsyncHTTPClientTransport(), server.url)
        #expect(wary == .failure(.failed(.insecure)))
      }
    }

    @Test func `does not find a host that is none`() async throws {
      let url = try #require(URL(string: "http://no-such-host.invalid/"))
      #expect(await exchange(AsyncHTTPClientTransport(), url) == .failure(.failed(.offline)))
    }
  }
#endif
