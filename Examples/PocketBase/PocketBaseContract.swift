import Core
import Foundation

/// A collection of `pb_migrations`.
enum Collection: String {
  case users, lists, posts, likes, profiles, timeline

  /// The path of all records.
  var path: String { "/api/collections/\(rawValue)/records" }

  /// The path of one record.
  func path(_ id: String) -> String { "\(path)/\(HTTPRequest.percentEncoded(id))" }
}

/// The records of a page.
struct Records<Record: Decodable & Sendable>: Decodable, Sendable, GuestReadable {
  let items: [Record]

  var isForGuest: Bool { items.isEmpty }
}

/// The response of a sign-in and of an exchange of tokens.
struct TokenRecord: Decodable, Sendable {
  static let passwordPath = "/api/collections/users/auth-with-password"
  static let providerPath = "/api/collections/users/auth-with-oauth2"
  static let refreshPath = "/api/collections/users/auth-refresh"

  struct UserRecord: Decodable, Sendable {
    let id: String
    let name: String
    let email: String
  }

  let token: Secret
  let record: UserRecord

  var tokens: SessionTokens { SessionTokens(accessToken: token, refreshToken: token) }

  var session: StoredSession {
    StoredSession(
      user: User(id: record.id, name: record.name, email: record.email), accessToken: tokens.accessToken,
      refreshToken: tokens.refreshToken)
  }
}

/// A timeline that can be chosen.
struct ListRecord: Decodable, Sendable {
  /// The list that is not chosen by name.
  static let home = "home"

  let id: String
  let title: String
}

/// A post as its reader sees it.
struct TimelineRecord: Decodable, Sendable {
  let post: String
  let author: String
  let name: String
  let username: String
  let text: String
  let reply: String
  let created: PocketBaseDate
  let likes: Int
  /// The identifier of the reader’s like; empty where there is none.
  let like: String

  var value: Post {
    Post(
      id: post, author: Author(id: author, name: name, screenName: username), text: text, createdAt: created.date,
      inReplyTo: reply.isEmpty ? nil : reply, likes: likes, isLiked: !like.isEmpty)
  }

  /// The filter of the posts below this one.
  var cursor: String {
    "created <= '\(created.text)' && (created < '\(created.text)' || post < \(filterLiteral(post)))"
  }
}

/// A profile, which has the identifier of its user.
struct ProfileRecord: Decodable, Sendable {
  let id: String
  let name: String
  let gender: Int
  let registered: PocketBaseDate

  var value: Profile {
    Profile(userID: id, name: name, gender: Gender(rawValue: gender), createdAt: registered.date)
  }
}

/// A date such as `2026-03-08 04:32:51.123Z`.
struct PocketBaseDate: Decodable, Sendable {
  private static let format = Date.ISO8601FormatStyle(dateTimeSeparator: .space, includingFractionalSeconds: true)

  let text: String
  let date: Date

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try container.decode(String.self)
    date = try Self.format.parse(text)
  }
}

extension InvalidResponse {
  /// The reason why the server refuses a field of a record.
  struct RefusedField: Decodable {
    let code: String
    let message: String
  }

  /// The refused fields by their names; none where a rule does not hold or the disk is full.
  var refusedFields: [String: RefusedField] {
    struct Refusal: Decodable {
      let data: [String: RefusedField]
    }
    return (try? JSONCoding.decode(Refusal.self, from: body))?.data ?? [:]
  }

  /// What the server says of the fields that it refuses; `nil` where it refuses none.
  var refusal: String? {
    let messages = refusedFields.sorted { $0.key < $1.key }.map(\.value.message)
    return messages.isEmpty ? nil : messages.joined(separator: " ")
  }
}

/// Quotes a value of a filter.
func filterLiteral(_ value: String) -> String {
  "'\(value.replacing("\\", with: "").replacing("'", with: "\\'"))'"
}
