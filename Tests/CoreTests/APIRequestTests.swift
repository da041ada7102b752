import Core
import Foundation
import Testing

struct APIRequestTests {
  @Test func `A request without its session or its JSON is unusable`() {
    func unusable(_ reason: String) -> APIError { .requestFailed(.unusableRequest(reason: reason)) }
    let reason = "GET /v1/me needs a session. Send it through AuthorizedAPIClient, or as .anonymous."
    #expect(throws: unusable(reason)) { try APIRequest<EmptyResponse>(.get, "/v1/me").encoded() }
    #expect(throws: unusable("The body of PUT /v1/profile has no JSON.")) {
      try APIRequest<EmptyResponse>(.put, "/v1/profile", body: Double.infinity, authorization: .anonymous).encoded()
    }
  }

  @Test(arguments: [
    (APIBody.json([1]), "application/json", "[1]"),
    (
      .form([URLQueryItem(name: "a b", value: "c+d&é"), URLQueryItem(name: "none", value: nil)]),
      "application/x-www-form-urlencoded", "a%20b=c%2Bd%26%C3%A9&none="
    ), (.bytes(Data("bytes".utf8), contentType: "text/plain"), "text/plain", "bytes"),
  ])
  func `A body is JSON, a form, or bytes with their type`(_ body: APIBody, _ type: String, _ text: String) throws {
    let request = try APIRequest<EmptyResponse>(.post, "/", body: body, authorization: .anonymous).encoded()
    #expect(request.headers == ["Accept": "application/json", "Content-Type": type])
    #expect(String(decoding: request.body, as: UTF8.self) == text)
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

  @Test(
    arguments: [
      (
        #"<https://a.example/?page=2>; rel="next", <https://a.example/?page=0>; rel="prev""#,
        "https://a.example/?page=2"
      ),
      (#"<?page=0>;rel=prev,</?a,b;c>; title="next";REL = "last NEXT""#, "/?a,b;c"),
      ("<a>; rel=prev <b>; rel=next", "b"),
      (#"<a>; rel="nextpage", <b>; title="rel=next""#, nil), ("<a", nil), ("a>; rel=next", nil), ("", nil),
    ] as [(String, String?)])
  func `A link is found by its relation`(_ field: String, _ target: String?) {
    let headers: HTTPHeaders = ["Link": field]
    #expect(headers.link("next")?.string == target)
    #expect(HTTPHeaders().link("next") == nil)
  }

  @Test func `A form of a dictionary is sorted, without what is nil`() throws {
    let body = APIBody.form(["b": "2", "a": "1&", "c": nil])
    let request = APIRequest<EmptyResponse>(.post, "/", body: body, authorization: .anonymous)
    #expect(try String(decoding: request.encoded().body, as: UTF8.self) == "a=1%26&b=2")
  }

  @Test func `A client without a session has a method for every HTTP method, and sends no token`() async throws {
    let backend = FakeBackend { _ in .respond(HTTPResponse(status: 200, body: Data("7".utf8))) }
    let client = FakeAPIClient(backend: backend)
    let body = PostRequest(text: "a")
    let numbers: [Int] = try await [
      client.get(path: "/a", query: [URLQueryItem(name: "b", value: "c")]), client.post(path: "/a", body: body),
      client.put(path: "/a", body: body), client.patch(path: "/a", body: body),
    ]
    try await client.post(path: "/a", body: EmptyRequestBody())
    try await client.delete(path: "/a")
    #expect(numbers == [7, 7, 7, 7])
    #expect(
      backend.requests.map { "\($0.method.rawValue) \($0.target) \(String(decoding: $0.body, as: UTF8.self))" } == [
        "GET /a?b=c ", #"POST /a {"text":"a"}"#, #"PUT /a {"text":"a"}"#, #"PATCH /a {"text":"a"}"#, "POST /a {}",
        "DELETE /a ",
      ])
    #expect(backend.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func `A client without a session sends no request that needs one`() async {
    let backend = FakeBackend()
    let client = FakeAPIClient(backend: backend)
    await #expect(throws: APIError.self) { try await client.delete(path: "/v1/profile", authorization: .session) }
    #expect(backend.requests == [])
  }
}
