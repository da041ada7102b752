import Foundation
import TestSupport
import Testing

@testable import Core

/// Responses that have not changed since the last request.
struct KnownResponsesTests {
  private static func tagged(_ tag: String, _ text: String, _ headers: HTTPHeaders = [:]) -> ScriptedTransport.Ending {
    var headers = headers
    headers["ETag"] = tag
    return .status(200, headers, body: #"{"text":"\#(text)"}"#)
  }

  private func tags(_ transport: ScriptedTransport) -> [String?] {
    transport.requests.map { $0.headers["If-None-Match"] }
  }

  @Test func `The same request asks whether the response has changed, and has the known one where it has not`()
    async throws
  {
    let transport = ScriptedTransport(
      Self.tagged("a", "first"), .status(304), Self.tagged("b", "second"), .status(304), .done,
      Self.tagged("c", "third"))
    let client = try scriptedClient(transport)
    for text in ["first", "first", "second", "second"] {
      #expect(try await client.send(.echo()) == Echo(text: text))
    }
    #expect(try await client.send(.echo()) == Echo())
    #expect(try await client.send(.echo()) == Echo(text: "third"))
    #expect(tags(transport) == [nil, "a", "a", "b", "b", nil])
  }

  @Test func `A failure leaves what is known, unless it is of no use`() async throws {
    let transport = ScriptedTransport(
      Self.tagged("a", "first"), .failure(.requestFailed(.offline)), .status(500), .status(304),
      .status(200, ["ETag": "b"], body: "{"), Self.tagged("c", "second"))
    let client = try scriptedClient(transport)
    _ = try await client.send(.echo())
    await #expect(throws: APIError.requestFailed(.offline)) { try await client.send(.echo()) }
    await #expect(throws: APIError.self) { try await client.send(.echo()) }
    #expect(try await client.send(.echo()) == Echo(text: "first"))
    await #expect(throws: APIError.self) { try await client.send(.echo()) }
    #expect(try await client.send(.echo()) == Echo(text: "second"))
    #expect(tags(transport) == [nil, "a", "a", "a", "a", nil])
  }

  /// A response with what it is linked to.
  private struct Linked: Decodable, Sendable {
    let link: String?

    init(from decoder: any Decoder) throws { link = decoder.httpHeaders["Link"] }
  }

  @Test func `A known response has the newest header fields, and is known for longer`() async throws {
    let transport = ScriptedTransport(
      .status(200, ["ETag": "a", "Link": "first"], body: "{}"),
      .status(304, ["Link": "second", "Content-Length": "0"]), .status(304))
    let client = try scriptedClient(transport)
    for link in ["first", "second", "second"] {
      let response = try await client.send(APIRequest<Linked>(.get, "/v1/echo", authorization: .anonymous))
      #expect(response.link == link)
    }
  }

  @Test func `The tag of a path is not sent to the one to which it is redirected`() async throws {
    let transport = ScriptedTransport(
      Self.tagged("a", "first"), .status(307, ["Location": "/other"]), Self.tagged("b", "second"))
    let client = try scriptedClient(transport)
    for text in ["first", "second"] { #expect(try await client.send(.echo()) == Echo(text: text)) }
    #expect(tags(transport) == [nil, "a", nil])
  }

  @Test(arguments: [
    APIRequest.echo(.post), .echo(.get, "/v1/other"), .echo(headers: ["If-None-Match": "mine"]),
    APIRequest(.get, "/v1/echo", query: [URLQueryItem(name: "max_id", value: "1")], authorization: .anonymous),
    APIRequest(.get, "/v1/echo", authorization: .bearer(Secret("token"))),
  ])
  func `Another request, or one with another token, does not ask`(request: APIRequest<Echo>) async throws {
    let transport = ScriptedTransport(Self.tagged("a", "first"), .status(304))
    let client = try scriptedClient(transport)
    _ = try await client.send(.echo())
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 304))) { try await client.send(request) }
    #expect(tags(transport) == [nil, request.headers["If-None-Match"]])
  }

  @Test func `What must not be stored, has no tag, or is large is not known`() async throws {
    let large = String(repeating: "a", count: KnownResponses.maximumBodySize)
    let transport = ScriptedTransport(
      Self.tagged("a", "first", ["Cache-Control": "private, No-Store"]), .done, Self.tagged("b", large), .done)
    let client = try scriptedClient(transport)
    for _ in 0..<4 { _ = try await client.send(.echo()) }
    #expect(tags(transport) == [nil, nil, nil, nil])
  }

  @Test func `Some of the last responses are known`() async throws {
    let paths = (0..<(2 * KnownResponses.count)).map { "/v1/\($0)" }
    let transport = ScriptedTransport(
      paths.map { Self.tagged($0, "first") } + [.done, .status(304)])
    let client = try scriptedClient(transport)
    for path in paths + [paths[0], paths[paths.count - 1]] { _ = try await client.send(.echo(.get, path)) }
    #expect(tags(transport).suffix(2) == [nil, paths.last])
  }
}
