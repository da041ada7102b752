import Core
import Foundation

// What the repositories read of the API. Servers differ in what they leave out, so little is required.

/// An account: the author of a post, or the user.
struct AccountResponse: Decodable, Sendable {
  let author: Author
  let user: User
  /// The profile; `nil` where the user has chosen no display name.
  let profile: Profile?

  private enum CodingKeys: String, CodingKey {
    case id, username, acct, url
    case displayName = "display_name"
    case createdAt = "created_at"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let (id, address) = (try container.text(.id), try container.text(.acct))
    let displayName = (try? container.text(.displayName)) ?? ""
    let host = try? container.decode(URL.self, forKey: .url).host()
    let username = (try? container.text(.username)) ?? address
    let name = displayName.isEmpty ? username : displayName
    author = Author(id: id, name: name, screenName: address)
    // The API has no email addresses; this is the address by which other servers know the user.
    user = User(id: id, name: name, email: host.map { "\(username)@\($0)" } ?? username)
    let createdAt = (try? container.decode(Date.self, forKey: .createdAt)) ?? .distantPast
    profile = displayName.isEmpty ? nil : Profile(userID: id, name: name, gender: nil, createdAt: createdAt)
  }
}

/// A post, or a boost of one.
struct StatusResponse: Decodable, Sendable {
  /// The identifier on the timeline, which of a boost is another than that of the post.
  let id: String
  let post: Post

  private enum CodingKeys: String, CodingKey {
    case id, account, content, favourited, reblog
    case createdAt = "created_at"
    case warning = "spoiler_text"
    case inReplyTo = "in_reply_to_id"
    case likes = "favourites_count"
    case attachments = "media_attachments"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let account = try container.decode(AccountResponse.self, forKey: .account)
    // A boost stands where it was boosted, but is liked and answered as the post that it repeats.
    let boosted = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .reblog)
    let original = boosted ?? container
    let attachments = (try? original.decode(LossyList<Fields>.self, forKey: .attachments))?.elements ?? []
    let parts =
      [boosted == nil ? nil : "🔁 \(account.author.name)", try? original.text(.warning)]
      + [(try? original.text(.content)).map(HTMLText.text)]
      + attachments.map { ($0["description"] ?? $0["url"]).map { "📎 \($0)" } }
    id = try container.text(.id)
    post = Post(
      id: try original.text(.id), author: try original.decode(AccountResponse.self, forKey: .account).author,
      text: parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n"),
      createdAt: try container.decode(Date.self, forKey: .createdAt), inReplyTo: try? original.text(.inReplyTo),
      likes: max(0, (try? original.decode(Int.self, forKey: .likes)) ?? 0),
      isLiked: (try? original.decode(Bool.self, forKey: .favourited)) ?? false)
  }
}

/// The strings and numbers of an object, such as a list, a token or an error.
struct Fields: Decodable, Sendable {
  private struct Value: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      text = (try? container.decode(String.self)) ?? (try? container.decode(UInt64.self)).map { "\($0)" }
    }
  }

  private let values: [String: String]

  init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: Value?].self).compactMapValues { $0?.text }
  }

  subscript(name: String) -> String? { values[name] }
}

/// A page of a timeline, whose header fields have the link to the next one.
struct StatusPage: Decodable, Sendable {
  let statuses: [StatusResponse]
  let headers: HTTPHeaders

  init(from decoder: any Decoder) throws {
    statuses = try LossyList(from: decoder).elements
    headers = decoder.httpHeaders
  }
}

/// The conversation around a post.
struct ContextResponse: Decodable, Sendable {
  let ancestors: LossyList<StatusResponse>?
  let descendants: LossyList<StatusResponse>?
}

/// A list without the elements that cannot be read: one post of an odd server does not hide the others.
struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
  private struct Attempt: Decodable {
    let element: Element?

    init(from decoder: any Decoder) { element = try? Element(from: decoder) }
  }

  let elements: [Element]

  init(from decoder: any Decoder) throws {
    elements = try decoder.singleValueContainer().decode([Attempt?].self).compactMap { $0?.element }
  }
}

extension KeyedDecodingContainer {
  /// Decodes a string, or an identifier that is a number at some servers.
  fileprivate func text(_ key: Key) throws -> String {
    if let number = try? decode(UInt64.self, forKey: key) { return "\(number)" }
    return try decode(String.self, forKey: key)
  }
}
