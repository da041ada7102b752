import Core
import Foundation
import Testing

struct FakeProfileTests {
  private let backend = FakeBackend()
  private let notFound = ProblemDetails(status: 404, code: "profile_not_found")

  private func put(
    uid: String = "user-1", name: String = "太郎", gender: String = "1", createdAt: String = "1646746371.3128781",
    token: Secret
  ) async throws -> HTTPResponse {
    let json = #"{"uid":"\#(uid)","name":"\#(name)","gender":\#(gender),"createdAt":\#(createdAt)}"#
    return try await backend.call(.put, "/v1/profile", json: json, token: token)
  }

  private func profile(_ token: Secret) async throws -> HTTPResponse {
    try await backend.call(.get, "/v1/profile", token: token)
  }

  @Test func `A profile is saved, replaced and deleted, twice too`() async throws {
    let token = try await backend.signIn()
    #expect(try await profile(token).problem == notFound)
    let text = #"{"createdAt":1646746371.3128781,"gender":3,"name":"太郎","uid":"user-1"}"#
    let saved = try await put(name: " 太郎\u{3000}", gender: "3", token: token)
    #expect(saved.status == 200)
    #expect(saved.text == text)
    #expect(try await profile(token).text == text)
    #expect(try await put(name: "次郎", gender: "2", createdAt: "0", token: token).status == 200)
    #expect(try await profile(token).text == #"{"createdAt":0,"gender":2,"name":"次郎","uid":"user-1"}"#)
    for _ in 0..<2 {
      #expect(try await backend.call(.delete, "/v1/profile", token: token) == HTTPResponse(status: 204))
      #expect(try await profile(token).problem == notFound)
    }
  }

  @Test func `A registration replaces no profile`() async throws {
    let token = try await backend.signIn()
    func register(_ name: String) async throws -> HTTPResponse {
      let json = #"{"uid":"user-1","name":"\#(name)","gender":1,"createdAt":0}"#
      var request = HTTPRequest(.put, "/v1/profile", body: Data(json.utf8))
      request.headers = ["Authorization": "Bearer \(token.rawValue)", "If-None-Match": "*"]
      return try await backend.answer(request)
    }
    #expect(try await register("太郎").status == 200)
    #expect(try await register("次郎").problem == ProblemDetails(status: 412, code: "profile_exists"))
    #expect(try await profile(token).text.contains("太郎"))
  }

  @Test func `Each account has its own profile`() async throws {
    let taro = try await backend.signIn()
    let hana = try await backend.signUp("hana@example.com")
    #expect(try await put(token: taro).status == 200)
    #expect(try await profile(hana).problem == notFound)
    #expect(try await put(uid: "user-2", name: "花子", token: hana).status == 200)
    #expect(try await backend.call(.delete, "/v1/profile", token: taro).status == 204)
    #expect(try await profile(hana).status == 200)
  }

  @Test(arguments: [
    "xx", "xxxxxxxxxx", " xx ", "がが", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", String(repeating: "か\u{3099}", count: 10),
  ])
  func `A name of 2 to 10 characters is saved`(name: String) async throws {
    #expect(try await put(name: name, token: backend.signIn()).status == 200)
  }

  @Test(arguments: [
    ("user-2", "", "0", "0", "uid"), ("user-1", "", "0", "0", "name"), ("user-1", " x ", "1", "0", "name"),
    ("user-1", "xxxxxxxxxxx", "1", "0", "name"), ("user-1", "か\u{3099}", "1", "0", "name"),
    ("user-1", "👨‍👩‍👧‍👦", "1", "0", "name"), ("user-1", "太郎", "0", "1e300", "gender"),
    ("user-1", "太郎", "-1", "0", "gender"), ("user-1", "太郎", "4", "0", "gender"),
    ("user-1", "太郎", "1", "1e300", "createdAt"), ("user-1", "太郎", "1", "-1e300", "createdAt"),
    ("user-1", "太郎", "1", "253402300800", "createdAt"),
    ("user-1", "xx" + String(repeating: "\u{301}", count: 200), "1", "0", "name"),
  ])
  func `An invalid profile is refused with its first invalid field`(
    uid: String, name: String, gender: String, createdAt: String, field: String
  ) async throws {
    let token = try await backend.signIn()
    let response = try await put(uid: uid, name: name, gender: gender, createdAt: createdAt, token: token)
    #expect(response.problem == ProblemDetails(status: 422, code: "invalid_\(field)", field: field))
    #expect(try await profile(token).problem == notFound)
  }
}
