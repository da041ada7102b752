import Core
import Foundation
import MyPage
import PocketBase
import Testing

@Suite("PocketBase: profiles")
struct ProfileRepositoryTests {
  private let date = Date(timeIntervalSince1970: 1_772_944_371)

  @Test(
    arguments: [
      ([.profile], "花子", nil), ([.notFound, .token()], nil, nil), ([.lost], nil, MyPageError.noNetwork),
    ] as [([ScriptedServer.Answer], String?, MyPageError?)])
  func `A profile is read where there is one`(
    answers: [ScriptedServer.Answer], name: String?, error: MyPageError?
  ) async throws {
    let server = try await ScriptedServer(answers)
    do throws(MyPageError) {
      let profile = try await server.profile.profile()
      #expect(profile == name.map { Profile(userID: "taro", name: $0, gender: .female, createdAt: date) })
      #expect(error == nil)
    } catch let thrown {
      #expect(thrown == error)
    }
    #expect(server.lines[0] == "GET profiles/records/taro")
  }

  @Test(
    arguments: [
      (true, [.profile], ["POST"], nil),
      (true, [.refused("id"), .token()], ["POST"], MyPageError.alreadyRegistered),
      (true, [.refused("name"), .token()], ["POST"], .invalidName),
      (true, [.refused("gender"), .token()], ["POST"], .invalidGender),
      (true, [.refused("registered"), .token()], ["POST"], .rejected(reason: "Refused.")),
      (true, [.failed, .token()], ["POST"], .serverError(reason: "The server answered 400.")),
      (false, [.profile], ["POST"], nil),
      (false, [.refused("id"), .token(), .profile], ["POST", "PATCH"], nil),
      (false, [.refused("id"), .token(), .refused("name"), .token()], ["POST", "PATCH"], .invalidName),
    ] as [(Bool, [ScriptedServer.Answer], [String], MyPageError?)])
  func `A registration only creates a profile; a save changes it where there is one`(
    isNew: Bool, answers: [ScriptedServer.Answer], methods: [String], error: MyPageError?
  ) async throws {
    let server = try await ScriptedServer(answers)
    do throws(MyPageError) {
      let draft = ProfileDraft(name: "花子", gender: .female, createdAt: date)
      let saved = isNew ? try await server.profile.register(draft) : try await server.profile.save(draft)
      #expect(saved == Profile(userID: "taro", name: "花子", gender: .female, createdAt: date))
      #expect(error == nil)
    } catch let thrown {
      #expect(thrown == error)
    }
    let changes = server.requests.filter { $0.path.contains("profiles") }
    #expect(changes.map(\.method.rawValue) == methods)
    let body = #"{"gender":2,"id":"taro","name":"花子","registered":"2026-03-08T04:32:51Z","user":"taro"}"#
    #expect(changes.allSatisfy { String(decoding: $0.body, as: UTF8.self) == body })
  }

  @Test(
    arguments: [
      ([.done], nil), ([.notFound, .token()], nil), ([.lost], MyPageError.noNetwork),
      ([.failed, .token()], .serverError(reason: "The server answered 400.")),
    ] as [([ScriptedServer.Answer], MyPageError?)])
  func `A profile that is gone is deleted`(answers: [ScriptedServer.Answer], error: MyPageError?) async throws {
    let server = try await ScriptedServer(answers)
    do throws(MyPageError) {
      try await server.profile.deleteProfile()
      #expect(error == nil)
    } catch let thrown {
      #expect(thrown == error)
    }
    #expect(server.lines[0] == "DELETE profiles/records/taro")
  }

  @Test func `A guest has no profile, and sends nothing`() async throws {
    let server = try await ScriptedServer(token: nil, [])
    let repository = server.profile
    await #expect(throws: MyPageError.notAuthorized) { try await repository.profile() }
    await #expect(throws: MyPageError.notAuthorized) { try await repository.deleteProfile() }
    await #expect(throws: MyPageError.notAuthorized) {
      try await repository.save(ProfileDraft(name: "花子", gender: nil, createdAt: date))
    }
    #expect(server.requests.isEmpty)
  }
}
