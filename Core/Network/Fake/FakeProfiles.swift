import struct Foundation.Date

/// The profiles of the fake backend, one an account.
struct FakeProfiles: Sendable {
  private var profiles: RecentValues<String, Profile>

  init(_ configuration: FakeConfiguration) {
    profiles = RecentValues(limit: configuration.remembered)
  }

  func profile(of account: FakeAccount) throws(FakeProblem) -> Profile {
    guard let profile = profiles[account.id] else {
      throw FakeProblem(status: 404, code: "profile_not_found", detail: "Nothing is registered.")
    }
    return profile
  }

  mutating func save(_ request: ProfileRequest, for account: FakeAccount) throws(FakeProblem) -> Profile {
    guard request.uid == account.id else { throw .invalid("uid", "It is the identifier of whoever is signed in.") }
    let name = request.name.trimmingWhitespace
    guard (2...10).contains(name.count) else { throw .invalid("name", "A name has 2 to 10 characters.") }
    guard let gender = request.gender.flatMap(Gender.init) else { throw .invalid("gender", "It is 1, 2 or 3.") }
    let createdAt = Date(timeIntervalSince1970: request.createdAt)
    guard RFC3339.text(from: createdAt) != nil else { throw .invalid("createdAt", "It is in the years 0 to 9999.") }
    let profile = Profile(userID: account.id, name: name, gender: gender, createdAt: createdAt)
    profiles[account.id] = profile
    return profile
  }

  /// Deletes the profile, if there is one: a call that is repeated succeeds too.
  mutating func delete(of account: FakeAccount) {
    profiles[account.id] = nil
  }
}

extension FakeProblem {
  fileprivate static func invalid(_ field: String, _ detail: String) -> FakeProblem {
    FakeProblem(status: 422, code: "invalid_\(field)", detail: detail, field: field)
  }
}
