import Core
import Foundation
import Testing

private func json(_ value: some Encodable) throws -> String {
  String(decoding: try JSONCoding.encode(value), as: UTF8.self)
}

private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONCoding.decode(type, from: Data(json.utf8))
}

private let taro = User(
  id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: Date(timeIntervalSince1970: 1_756_944_371.5))

@Suite("The bodies of Authentication")
struct AuthenticationCodableTests {
  @Test func `a login has an address and a password`() throws {
    #expect(
      try json(LoginRequest(email: "taro@example.com", pass: "pass/\"語\""))
        == #"{"email":"taro@example.com","pass":"pass/\"語\""}"#)
  }

  @Test func `an identity has a token`() throws {
    #expect(try json(IdentityTokenRequest(token: "google-taro")) == #"{"token":"google-taro"}"#)
  }

  @Test func `nothing to say is an empty object`() throws {
    #expect(try json(EmptyRequestBody()) == "{}")
    #expect(try read(EmptyRequestBody.self, "{}") == EmptyRequestBody())
  }

  @Test func `the article's answer has no token and is read`() throws {
    let response = try read(
      UserResponse.self,
      """
      {"user_id": "user-1", "user_name": "太郎", "email": "taro@example.com",
       "last_login_date": "2025-09-04T09:06:11.500+09:00"}
      """)
    #expect(response.user == taro)
    #expect(response.token == nil)
    #expect(response == UserResponse(taro))
  }

  @Test func `an answer with a token is read and written`() throws {
    let text =
      #"{"access_token":"abc","email":"taro@example.com","last_login_date":"2025-09-04T00:06:11.5Z","#
      + #""user_id":"user-1","user_name":"太郎"}"#
    let response = try read(UserResponse.self, text)
    #expect(response.user == taro)
    #expect(response.token == AccessToken("abc"))
    #expect(try json(UserResponse(taro, accessToken: AccessToken("abc"))) == text)
  }

  @Test func `an answer without a token has no key for it`() throws {
    #expect(
      try json(UserResponse(taro))
        == #"{"email":"taro@example.com","last_login_date":"2025-09-04T00:06:11.5Z","#
        + #""user_id":"user-1","user_name":"太郎"}"#)
  }

  @Test(arguments: ["user_id", "user_name", "email", "last_login_date"])
  func `an answer without one of its keys is an error`(key: String) throws {
    let whole = ["user_id": "1", "user_name": "a", "email": "b", "last_login_date": "2025-09-04T00:06:11Z"]
    _ = try read(UserResponse.self, try json(whole))
    #expect(throws: DecodingError.self) {
      try read(UserResponse.self, try json(whole.filter { $0.key != key }))
    }
  }

  @Test func `a problem has all its members or none, and unknown ones do not count`() throws {
    let whole = ProblemDetails(title: "t", status: 422, detail: "d", code: "weak_password", field: "pass")
    #expect(
      try read(
        ProblemDetails.self,
        #"{"type":"about:blank","title":"t","status":422,"detail":"d","code":"weak_password","field":"pass"}"#)
        == whole)
    #expect(try read(ProblemDetails.self, "{}") == ProblemDetails())
    #expect(
      try json(whole) == #"{"code":"weak_password","detail":"d","field":"pass","status":422,"title":"t"}"#)
  }
}
