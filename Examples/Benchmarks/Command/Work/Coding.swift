import Core
import Foundation

/// Every codable of the contract, against Foundation's coders set up the same way.
@MainActor
enum Coding {
  private static let group = "Coding"

  static var comparisons: [Comparison] {
    get throws {
      let page = TimelineResponse((0..<20).map { SamplePosts.post(100_000_000 - $0, short: false) }, nextMaxID: "1")
      let user = ImmediateAuth.user
      let profile = Profile(userID: "user-1", name: "Taro", gender: .male, createdAt: user.lastLoginDate)
      return try codec("TimelineResponse of 20 posts", page, bound: 1.1)
        + dates(page)
        + codec("UserResponse", UserResponse(user, accessToken: AccessToken("token")))
        + codec("PostResponse", PostResponse(SamplePosts.post(1, short: false)))
        + codec("ListsResponse", ListsResponse(ImmediateFeed.timelines))
        + codec("ProfileResponse", ProfileResponse(profile))
        + codec("ProblemDetails", ProblemDetails(title: "Taken", status: 409, detail: "There is an account.", code: "taken"))
        + codec("EmptyResponse", EmptyResponse())
        + codec("LoginRequest", LoginRequest(email: "taro@example.com", pass: "password123"))
        + codec("IdentityTokenRequest", IdentityTokenRequest(token: "token"))
        + codec("PostRequest", PostRequest(text: "Hello", inReplyTo: "1"))
        + codec("ProfileRequest", ProfileRequest(profile))
        + codec("EmptyRequestBody", EmptyRequestBody())
    }
  }

  private static func codec<Value: Codable>(_ name: String, _ value: Value, bound: Double? = nil) throws -> [Comparison]
  {
    let (encoder, decoder) = (FoundationCoding.encoder, FoundationCoding.decoder)
    let data = try JSONCoding.encode(value)
    return [
      Comparison(
        group, "encode \(name)", bound: bound,
        floor: .repeating("JSONEncoder") { for _ in 0..<$0 { _ = try encoder.encode(value) } },
        .repeating("JSONCoding") { for _ in 0..<$0 { _ = try JSONCoding.encode(value) } }),
      Comparison(
        group, "decode \(name)", bound: bound,
        floor: .repeating("JSONDecoder") { for _ in 0..<$0 { _ = try decoder.decode(Value.self, from: data) } },
        .repeating("JSONCoding") { for _ in 0..<$0 { _ = try JSONCoding.decode(Value.self, from: data) } }),
    ]
  }

  /// The same page with Foundation's fastest dates.
  private static func dates(_ page: TimelineResponse) throws -> [Comparison] {
    let data = try JSONCoding.encode(page)
    let encoder = FoundationCoding.encoder
    encoder.dateEncodingStrategy = .iso8601
    let decoder = FoundationCoding.decoder
    decoder.dateDecodingStrategy = .iso8601
    return [
      Comparison(
        group, "encode 20 posts, against Foundation’s dates", bound: 1,
        floor: .repeating("JSONEncoder, .iso8601") { for _ in 0..<$0 { _ = try encoder.encode(page) } },
        .repeating("JSONCoding") { for _ in 0..<$0 { _ = try JSONCoding.encode(page) } }),
      Comparison(
        group, "decode 20 posts, against Foundation’s dates", bound: 1,
        floor: .repeating("JSONDecoder, .iso8601") {
          for _ in 0..<$0 { _ = try decoder.decode(TimelineResponse.self, from: data) }
        },
        .repeating("JSONCoding") {
          for _ in 0..<$0 { _ = try JSONCoding.decode(TimelineResponse.self, from: data) }
        }),
    ]
  }
}

/// Foundation’s coders with the contract’s dates.
enum FoundationCoding {
  static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(RFC3339.text(from: date) ?? "")
    }
    return encoder
  }

  static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      guard let date = RFC3339.date(from: try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a date.")
      }
      return date
    }
    return decoder
  }
}
