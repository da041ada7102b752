import struct Foundation.Date

/// The profiles of a ``FakeBackend``.
struct FakeProfiles: FakeService {
  static let routes: [FakeRoute<FakeProfiles>] = [
    FakeRoute(.get, "/v1/profile") { state, call throws(FakeProblem) in
      guard let profile = state.profiles[try call.account.id] else {
        throw FakeProblem(status: 404, code: "profile_not_found", detail: "The user has no profile.")
      }
      return HTTPResponse(json: ProfileResponse(profile))
    },
    FakeRoute(.put, "/v1/profile") { state, call throws(FakeProblem) in
      let account = try call.account
      let request = try call.body(as: ProfileRequest.self)
      guard request.uid == account.id else { throw .invalid("uid", "It is not the signed-in user.") }
      let name = request.name.trimmingWhitespace
      guard (2...10).contains(name.count), name.utf8.count <= 400 else {
        throw .invalid("name", "A name has 2 to 10 characters, and 400 bytes or less.")
      }
      guard let gender = request.gender.flatMap(Gender.init) else { throw .invalid("gender", "It is 1, 2 or 3.") }
      let createdAt = Date(timeIntervalSince1970: request.createdAt)
      guard RFC3339.text(from: createdAt) != nil else { throw .invalid("createdAt", "It is in the years 0 to 9999.") }
      guard call.request.headers["If-None-Match"] != "*" || state.profiles[account.id] == nil else {
        throw FakeProblem(status: 412, code: "profile_exists", detail: "The user has a profile.")
      }
      let profile = Profile(userID: account.id, name: name, gender: gender, createdAt: createdAt)
      state.profiles[account.id] = profile
      return HTTPResponse(json: ProfileResponse(profile))
    },
    FakeRoute(.delete, "/v1/profile") { state, call throws(FakeProblem) in
      state.profiles[try call.account.id] = nil
      return HTTPResponse(status: 204)
    },
  ]

  /// The saved profiles by the identifier of their account.
  private var profiles: RecentValues<String, Profile>

  init(_ configuration: FakeConfiguration) {
    profiles = RecentValues(limit: configuration.remembered)
  }

  mutating func remove(_ account: FakeAccount) {
    profiles[account.id] = nil
  }
}

extension FakeProfiles: FakeContent {
  var content: AnyHashable { profiles.values }
}
