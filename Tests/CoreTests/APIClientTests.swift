import Core
import Foundation
import Testing

@Suite("A client")
struct APIClientTests {
  private let backend = FakeBackend { _ in .respond(HTTPResponse(status: 200, body: Data("7".utf8))) }
  private var client: FakeAPIClient { FakeAPIClient(backend: backend) }

  private var asked: [String] {
    backend.requests.map { "\($0.method.rawValue) \($0.target) \(String(decoding: $0.body, as: UTF8.self))" }
  }

  @Test func `has a form for every verb, with an answer and without`() async throws {
    let body = PostRequest(text: "a")
    let read: Int = try await client.get(path: "/a", query: [URLQueryItem(name: "b", value: "c")])
    let posted: Int = try await client.post(path: "/a", body: body)
    let put: Int = try await client.put(path: "/a", body: body)
    let patched: Int = try await client.patch(path: "/a", body: body)
    try await client.post(path: "/a", body: EmptyRequestBody())
    try await client.delete(path: "/a")
    #expect(Set([read, posted, put, patched]) == [7])
    #expect(
      asked == [
        "GET /a?b=c ", #"POST /a {"text":"a"}"#, #"PUT /a {"text":"a"}"#, #"PATCH /a {"text":"a"}"#, "POST /a {}",
        "DELETE /a ",
      ])
  }
}
