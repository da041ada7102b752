import Core
import Foundation
import Testing

private struct Unwritable: Encodable, Sendable {
  let number = Double.infinity
}

@Suite("A call")
struct APIRequestTests {
  @Test func `with a body says that it is JSON`() throws {
    let request = try APIRequest<EmptyResponse>(.post, "/v1/posts", body: PostRequest(text: "a/b")).encoded()
    #expect(
      request
        == HTTPRequest(
          .post, "/v1/posts", headers: ["Accept": "application/json", "Content-Type": "application/json"],
          body: Data(#"{"text":"a/b"}"#.utf8)))
  }

  @Test func `without a body says only what it wants`() throws {
    let request = try APIRequest<EmptyResponse>(.get, "/v1/me", query: [URLQueryItem(name: "a", value: "b")]).encoded()
    #expect(
      request
        == HTTPRequest(
          .get, "/v1/me", query: [URLQueryItem(name: "a", value: "b")], headers: ["Accept": "application/json"]))
  }

  @Test func `in the name of a token carries it, and keeps its own headers`() throws {
    let token = AccessToken("abc")
    let request = try APIRequest<EmptyResponse>(
      .post, "/v1/posts", headers: ["Idempotency-Key": "k"], authorization: .bearer(token)
    ).encoded()
    #expect(request.headers == ["accept": "application/json", "AUTHORIZATION": "Bearer abc", "idempotency-key": "k"])
  }

  @Test(arguments: [APIAuthorization.session, .anonymous])
  func `in nobody's name carries no token`(authorization: APIAuthorization) throws {
    let request = try APIRequest<EmptyResponse>(.get, "/v1/me", authorization: authorization).encoded()
    #expect(request.headers["Authorization"] == nil)
  }

  @Test func `whose body has no JSON cannot be sent`() {
    #expect(
      throws: APIError.requestFailed(.unusableRequest(reason: "The body of PUT /v1/profile has no JSON."))
    ) {
      try APIRequest<EmptyResponse>(.put, "/v1/profile", body: Unwritable()).encoded()
    }
  }

  @Test func `has a target whose query is encoded to the last sign`() {
    let query = [
      URLQueryItem(name: "q", value: "a+b&c=d e/é?#%"), URLQueryItem(name: "絵", value: "👍"),
      URLQueryItem(name: "none", value: nil), URLQueryItem(name: "A-z0.9_~", value: ""),
    ]
    #expect(
      HTTPRequest(.get, "/v1/search", query: query).target
        == "/v1/search?q=a%2Bb%26c%3Dd%20e%2F%C3%A9%3F%23%25&%E7%B5%B5=%F0%9F%91%8D&none=&A-z0.9_~=")
    #expect(HTTPRequest(.get, "/v1/search").target == "/v1/search")
  }

  @Test func `has headers whose names are the same in upper and lower case`() {
    var headers: HTTPHeaders = ["Accept": "a", "ACCEPT": "b"]
    #expect(headers["accept"] == "b")
    headers["aCCEPT"] = nil
    #expect(headers == HTTPHeaders())
    headers["X-B"] = "2"
    headers["x-a"] = "1"
    #expect(headers.fields.map { "\($0.name)=\($0.value)" } == ["x-a=1", "x-b=2"])
  }
}
