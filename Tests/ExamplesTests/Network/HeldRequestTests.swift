#if Network
  import AsyncHTTPClientTransport
  import Core
  import FakeServer
  import Foundation
  import Testing

  @Suite("A request that is held", .timeLimit(.minutes(10)))
  struct HeldRequestTests {
    @Test(arguments: [HTTPMethod.get, .put])
    func `ends when its client goes away`(method: HTTPMethod) async throws {
      let large = Data(repeating: 0x20, count: 65_536)
      let (starts, start) = AsyncStream.makeStream(of: Void.self)
      let (ends, end) = AsyncStream.makeStream(of: AccessLogEntry.self)
      let backend = FakeBackend { _ in
        start.yield()
        return .answer
      }
      backend.fail(method, "/v1/profile", with: .fail(.timedOut))
      let configuration = FakeServerConfiguration(holdTime: .seconds(3_600))
      let entry = try await serving(backend, configuration, log: { end.yield($0) }) { url in
        let request = Task {
          try await AsyncHTTPClientTransport().send(
            HTTPTransportRequest(method, url.appending(path: "v1/profile"), body: method == .put ? large : Data()),
            progress: { _ in })
        }
        for await _ in starts { break }
        request.cancel()
        await #expect(throws: HTTPTransportError.cancelled) { try await request.value }
        for await entry in ends { return entry as AccessLogEntry? }
        return nil
      }
      #expect(entry?.path == "/v1/profile")
      #expect(entry?.status == nil)
    }
  }
#endif
