import AsyncHTTPClientTransport
import Core
import Foundation
import NIOCore
import NIOPosix

final class Handler: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer
  let response: ByteBuffer
  init(_ r: ByteBuffer) { response = r }
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let s = String(buffer: unwrapInboundIn(data))
    let n = s.components(separatedBy: "\r\n\r\n").count - 1
    for _ in 0..<n { context.write(wrapOutboundOut(response), promise: nil) }
    context.flush()
  }
}

if CommandLine.arguments.count > 1 {
  let body = "\"" + String(repeating: "x", count: 4094) + "\""
  let r = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4096\r\n\r\n" + body)
  let ch = try await ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
    .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
    .childChannelInitializer { c in c.eventLoop.makeCompletedFuture { try c.pipeline.syncOperations.addHandler(Handler(r)) } }
    .bind(host: "127.0.0.1", port: 18099).get()
  try await ch.closeFuture.get()
} else {
  let child = Process()
  child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
  child.arguments = ["serve"]
  try child.run()
  try await Task.sleep(for: .seconds(1))
  let url = URL(string: "http://127.0.0.1:18099")!
  let transport = AsyncHTTPClientTransport()
  let client = HTTPAPIClient(baseURL: url, transport: transport)
  let path = url.appending(path: "v1/x")
  let bare: @Sendable () async throws -> Void = { _ = try await transport.send(HTTPTransportRequest(.get, path, headers: ["Accept": "application/json"]), progress: { _ in }) }
  let full: @Sendable () async throws -> Void = { _ = try await client.send(APIRequest<EmptyResponse>(.get, "/v1/x", authorization: .anonymous)) }
  let decoding: @Sendable () async throws -> Void = { _ = try await client.send(APIRequest<String>(.get, "/v1/x", authorization: .anonymous)) }
  @Sendable func time(_ n: Int, _ parallel: Int, _ work: @escaping @Sendable () async throws -> Void) async throws -> Double {
    let clock = ContinuousClock()
    let d = try await clock.measure {
      try await withThrowingTaskGroup(of: Void.self) { g in
        for _ in 0..<parallel { g.addTask { for _ in 0..<(n / parallel) { try await work() } } }
        try await g.waitForAll()
      }
    }
    return Double(d.components.attoseconds) / 1e12 / Double(n) + Double(d.components.seconds) * 1e6 / Double(n)
  }
  func rss() -> String { ((try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? "").split(separator: "\n").first { $0.hasPrefix("VmRSS") }.map(String.init) ?? "" }
  for parallel in [1, 16] {
    let n = parallel == 1 ? 2000 : 8000
    _ = try await time(n, parallel, bare); _ = try await time(n, parallel, full)
    var a: [Double] = [], b: [Double] = [], c: [Double] = []
    for _ in 0..<15 {
      a.append(try await time(n, parallel, bare)); b.append(try await time(n, parallel, full)); c.append(try await time(n, parallel, decoding))
    }
    let ratios = zip(a, b).map { $1 / $0 }.sorted(), ratios2 = zip(a, c).map { $1 / $0 }.sorted()
    print("parallel \(parallel): best bare \(a.min()!) client \(b.min()!) decoding \(c.min()!) µs; median bare \(a.sorted()[7]) client \(b.sorted()[7]); median ratio \(ratios[7]) (decoding \(ratios2[7])), best ratio \(b.min()!/a.min()!), \(rss())")
  }
  // dates
  struct Page: Codable { var dates: [Date] }
  let page = Page(dates: (0..<40).map { Date(timeIntervalSince1970: 1_756_944_371 + Double($0) * 1.25) })
  let data = try JSONCoding.encode(page)
  let clock = ContinuousClock()
  for _ in 0..<3 {
    print("40 dates: encode", clock.measure { for _ in 0..<2000 { _ = try? JSONCoding.encode(page) } } / 2000, "decode", clock.measure { for _ in 0..<2000 { _ = try? JSONCoding.decode(Page.self, from: data) } } / 2000)
  }
  child.terminate()
}
