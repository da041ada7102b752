import Core
import Foundation
import Testing

private func json(_ value: some Encodable) throws -> String {
  String(decoding: try JSONCoding.encode(value), as: UTF8.self)
}

private func response(_ json: String) throws -> ProfileResponse {
  try JSONCoding.decode(ProfileResponse.self, from: Data(json.utf8))
}

private func profile(_ gender: Gender?, at seconds: TimeInterval) -> Profile {
  Profile(userID: "user-1", name: "太郎さん", gender: gender, createdAt: Date(timeIntervalSince1970: seconds))
}

@Suite("The bodies of MyPage")
struct MyPageCodableTests {
  @Test(arguments: [(Gender.male, 1), (.female, 2), (.unspecified, 3)])
  func `a profile has the article's four keys, and its date reaches the wire unchanged`(
    gender: Gender, number: Int
  ) throws {
    let text = #"{"createdAt":1646746371.3128781,"gender":\#(number),"name":"太郎さん","uid":"user-1"}"#
    let profile = profile(gender, at: 1_646_746_371.3128781)
    #expect(try json(ProfileRequest(profile)) == text)
    #expect(try json(ProfileResponse(profile)) == text)
    #expect(try response(text).profile == profile)
    #expect(try response(text) == ProfileResponse(profile))
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a date of our time comes back to the last bit`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let seconds = TimeInterval.random(in: 600_000_000...4_000_000_000, using: &random)
      let data = try JSONCoding.encode(ProfileRequest(profile(.male, at: seconds)))
      let copy = try JSONCoding.decode(ProfileResponse.self, from: data)
      try #require(copy.createdAt.bitPattern == seconds.bitPattern)
      try #require(copy.profile.createdAt.timeIntervalSince1970.bitPattern == seconds.bitPattern)
    }
  }

  @Test(arguments: ["0", "4", "-1", "1.5", "\"1\"", "null", "true"])
  func `a profile whose gender is none of the three is read without one`(gender: String) throws {
    let profile = try response(#"{"createdAt":1,"gender":\#(gender),"name":"太郎","uid":"user-1"}"#).profile
    #expect((profile.gender, profile.name) == (nil, "太郎"))
  }

  @Test func `a request for a profile without a gender leaves the key out`() throws {
    #expect(try json(ProfileRequest(profile(nil, at: 1))) == #"{"createdAt":1,"name":"太郎さん","uid":"user-1"}"#)
  }

  @Test(arguments: ["\"2022-03-08T13:32:51Z\"", "null", "1e300", "-1e300", "253402300800"])
  func `a date that is no number of seconds in the years 0 to 9999 is an error`(date: String) {
    #expect(throws: DecodingError.self) {
      try response(#"{"createdAt":\#(date),"gender":1,"name":"太郎","uid":"user-1"}"#)
    }
  }
}
