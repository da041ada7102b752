import Core
import Foundation
import Testing

struct APIRequestTests {
  private struct NotEncodable: Encodable, Sendable {
    let number = Double.infinity
  }

  @Test func `A request with a body is sent as JSON with its own header fields`() throws {
    let request = APIRequest<EmptyResponse>(
      .post, "/v1/posts", headers: ["Idempotency-Key": "k"], body: PostRequest(text: "a/b"),
      authorization: .bearer(AccessToken("abc")))
    #expect(
      try request.encoded()
        == HTTPRequest(
          .post, "/v1/posts",
          headers: [
            "Accept": "application/json", "Content-Type": "application/json", "Authorization": "Bearer abc",
            "Idempotency-Key": "k",
          ],
          body: Data(#"{"text":"a/b"}"#.utf8)))
  }

  @Test func `An anonymous request without a body has neither content type nor token`() throws {
    let query = [URLQueryItem(name: "a", value: "b")]
    #expect(
      try APIRequest<EmptyResponse>(.get, "/v1/me", query: query, authorization: .anonymous).encoded()
        == HTTPRequest(.get, "/v1/me", query: query, headers: ["Accept": "application/json"]))
  }

  @Test func `A request that needs a session cannot be sent without one`() {
    #expect(
      throws: APIError.requestFailed(
        .unusableRequest(
          reason: "GET /v1/me needs a session. Send it through AuthorizedAPIClient, or as .anonymous."))
    ) {
      try APIRequest<EmptyResponse>(.get, "/v1/me").encoded()
    }
  }

  @Test func `A body that cannot be encoded makes the request unusable`() {
    #expect(throws: APIError.requestFailed(.unusableRequest(reason: "The body of PUT /v1/profile has no JSON."))) {
      try APIRequest<EmptyResponse>(.put, "/v1/profile", body: NotEncodable(), authorization: .anonymous).encoded()
    }
  }

  @Test func `Everything but unreserved characters is percent-encoded in a query`() {
    let query = [
      URLQueryItem(name: "q", value: "a+b&c=d e/é?#%"), URLQueryItem(name: "絵", value: "👍"),
      URLQueryItem(name: "none", value: nil), URLQueryItem(name: "A-z0.9_~", value: ""),
    ]
    #expect(
      HTTPRequest(.get, "/v1/search", query: query).target
        == "/v1/search?q=a%2Bb%26c%3Dd%20e%2F%C3%A9%3F%23%25&%E7%B5%B5=%F0%9F%91%8D&none=&A-z0.9_~=")
    #expect(HTTPRequest(.get, "/v1/search").target == "/v1/search")
  }

  @Test func `The names of header fields ignore case`() {
    var headers: HTTPHeaders = ["Accept": "a", "ACCEPT": "b"]
    #expect(headers["accept"] == "b")
    headers["aCCEPT"] = nil
    #expect(headers == HTTPHeaders())
    headers["X-B"] = "2"
    headers["x-a"] = "1"
    #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["x-a=1", "x-b=2"])
  }

  @Test func `A client has a method for every HTTP method, which needs a session`() async throws {
    let backend = FakeBackend { _ in .respond(HTTPResponse(status: 200, body: Data("7".utf8))) }
    let session = Session(storage: InMemorySessionStorage())
    let client = AuthorizedAPIClient(wrapping: FakeAPIClient(backend: backend), session: session)
    let body = PostRequest(text: "a")
    let read: Int = try await client.get(path: "/a", query: [URLQueryItem(name: "b", value: "c")])
    let posted: Int = try await client.post(path: "/a", body: body)
    let put: Int = try await client.put(path: "/a", body: body)
    let patched: Int = try await client.patch(path: "/a", body: body)
    try await client.post(path: "/a", body: EmptyRequestBody())
    try await client.delete(path: "/a")
    #expect(Set([read, posted, put, patched]) == [7])
    let sent = backend.requests.map { request in
      "\(request.method.rawValue) \(request.target) \(String(decoding: request.body, as: UTF8.self))"
    }
    #expect(
      sent == [
        "GET /a?b=c ", #"POST /a {"text":"a"}"#, #"PUT /a {"text":"a"}"#, #"PATCH /a {"text":"a"}"#, "POST /a {}",
        "DELETE /a ",
      ])
  }
}
