import Core
import Foundation
import Testing

@Suite("The profiles of the fake backend")
struct FakeProfileTests {
  private let backend = FakeBackend()
  private let notFound = ProblemDetails(status: 404, code: "profile_not_found")

  private func put(
    uid: String = "user-1", name: String = "太郎", gender: String = "1", createdAt: String = "1646746371.3128781",
    token: AccessToken
  ) async throws -> HTTPResponse {
    let json = #"{"uid":"\#(uid)","name":"\#(name)","gender":\#(gender),"createdAt":\#(createdAt)}"#
    return try await backend.call(.put, "/v1/profile", json: json, token: token)
  }

  @Test func `are none, then what was saved, then none again`() async throws {
    let token = try await backend.signIn()
    #expect(try await backend.call(.get, "/v1/profile", token: token).problem == notFound)
    let text = #"{"createdAt":1646746371.3128781,"gender":3,"name":"太郎","uid":"user-1"}"#
    let saved = try await put(name: " 太郎\u{3000}", gender: "3", token: token)
    #expect(saved.status == 200)
    #expect(saved.text == text)
    #expect(try await backend.call(.get, "/v1/profile", token: token).text == text)
    #expect(try await put(name: "次郎", gender: "2", createdAt: "0", token: token).status == 200)
    #expect(
      try await backend.call(.get, "/v1/profile", token: token).text
        == #"{"createdAt":0,"gender":2,"name":"次郎","uid":"user-1"}"#)
    for _ in 0..<2 {
      #expect(try await backend.call(.delete, "/v1/profile", token: token) == HTTPResponse(status: 204))
      #expect(try await backend.call(.get, "/v1/profile", token: token).problem == notFound)
    }
  }

  @Test func `are one an account`() async throws {
    let taro = try await backend.signIn()
    let hana = try await backend.signUp("hana@example.com")
    #expect(try await put(token: taro).status == 200)
    #expect(try await backend.call(.get, "/v1/profile", token: hana).problem == notFound)
    #expect(try await put(uid: "user-2", name: "花子", token: hana).status == 200)
    #expect(try await backend.call(.delete, "/v1/profile", token: taro).status == 204)
    #expect(try await backend.call(.get, "/v1/profile", token: hana).status == 200)
  }

  @Test(arguments: [
    "xx", "xxxxxxxxxx", " xx ", "がが", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦",
    "か\u{3099}か\u{3099}か\u{3099}か\u{3099}か\u{3099}か\u{3099}か\u{3099}か\u{3099}か\u{3099}か\u{3099}",
  ])
  func `have a name of 2 to 10 characters`(name: String) async throws {
    let token = try await backend.signIn()
    #expect(try await put(name: name, token: token).status == 200)
  }

  @Test(arguments: ["", "x", " x ", "xxxxxxxxxxx", "     ", "が", "👨‍👩‍👧‍👦"])
  func `have no name of another length`(name: String) async throws {
    let token = try await backend.signIn()
    #expect(
      try await put(name: name, token: token).problem == ProblemDetails(status: 422, code: "invalid_name", field: "name"))
  }

  @Test(arguments: ["-1", "0", "4"])
  func `have no other gender than 1, 2 and 3`(gender: String) async throws {
    let token = try await backend.signIn()
    let problem = ProblemDetails(status: 422, code: "invalid_gender", field: "gender")
    #expect(try await put(gender: gender, token: token).problem == problem)
    #expect(try await backend.call(.get, "/v1/profile", token: token).problem == notFound)
  }

  @Test func `belong to whoever is signed in, and are checked in order`() async throws {
    let token = try await backend.signIn()
    let wrong = try await put(uid: "user-2", name: "", gender: "0", token: token)
    #expect(wrong.problem == ProblemDetails(status: 422, code: "invalid_uid", field: "uid"))
    let name = try await put(name: "", gender: "0", token: token)
    #expect(name.problem == ProblemDetails(status: 422, code: "invalid_name", field: "name"))
  }

  @Test(arguments: ["1e300", "-1e300", "253402300800"])
  func `have a date that can be read`(date: String) async throws {
    let token = try await backend.signIn()
    let problem = ProblemDetails(status: 422, code: "invalid_createdAt", field: "createdAt")
    #expect(try await put(createdAt: date, token: token).problem == problem)
  }

  @Test(arguments: ["{}", "", #"{"uid":"user-1","name":"太郎","gender":"1","createdAt":1}"#])
  func `need a body that fits`(json: String) async throws {
    let token = try await backend.signIn()
    let response = try await backend.call(.put, "/v1/profile", json: json, token: token)
    #expect(response.problem == ProblemDetails(status: 400, code: "malformed_body"))
  }
}
