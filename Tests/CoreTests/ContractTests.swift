import Core
import Foundation
import TestSupport
import Testing

/// The JSON of the HTTP contract, key by key.
struct ContractTests {
  private static let date = Date(timeIntervalSince1970: 1_756_944_371.5)
  private let user = User(id: "user-1", name: "太郎", email: "taro@example.com", lastLoginDate: date)
  private let post = Post(
    id: "12", author: Author(id: "a-1", name: "花子", screenName: "hanako"), text: "おはよう ☀️", createdAt: date,
    likes: 3, isLiked: true)
  private let postJSON = """
    {"author":{"id":"a-1","name":"花子","screen_name":"hanako"},"created_at":"2025-09-04T00:06:11.5Z","id":"12",\
    "liked":true,"likes":3,"text":"おはよう ☀️"}
    """

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONCoding.encode(value), as: UTF8.self)
  }

  private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONCoding.decode(type, from: Data(json.utf8))
  }

  @Test func `Requests have the keys of the contract`() throws {
    #expect(try json(LoginRequest(email: "a@b.c", pass: "p/\"語\"")) == #"{"email":"a@b.c","pass":"p/\"語\""}"#)
    #expect(try json(IdentityTokenRequest(token: Secret("t"))) == #"{"token":"t"}"#)
    #expect(try json(DeleteAccountRequest(pass: "p")) == #"{"pass":"p"}"#)
    #expect(try json(RefreshRequest(Secret("r"))) == #"{"refresh_token":"r"}"#)
    #expect(try json(EmptyRequestBody()) == "{}")
    #expect(try json(PostRequest(text: "hi")) == #"{"text":"hi"}"#)
    #expect(try json(PostRequest(text: "hi", inReplyTo: "12")) == #"{"in_reply_to_id":"12","text":"hi"}"#)
  }

  @Test(arguments: [nil, "abc"], [nil, "def"])
  func `A user is written and read, with and without tokens`(_ access: String?, _ refresh: String?) throws {
    let accessJSON = access.map { #""access_token":"\#($0)","# } ?? ""
    let refreshJSON = refresh.map { #""refresh_token":"\#($0)","# } ?? ""
    let text = """
      {\(accessJSON)"email":"taro@example.com","last_login_date":"2025-09-04T00:06:11.5Z",\(refreshJSON)\
      "user_id":"user-1","user_name":"太郎"}
      """
    let session = StoredSession(
      user: user, accessToken: access.map(Secret.init), refreshToken: refresh.map(Secret.init))
    #expect(
      try json(UserResponse(user, accessToken: session.accessToken, refreshToken: session.refreshToken)) == text)
    #expect(try read(UserResponse.self, text).session == session)
  }

  @Test(arguments: [nil, "def"], [nil, "user-1"])
  func `New tokens are written and read, with and without a refresh token and a user`(
    _ refresh: String?, _ userID: String?
  ) throws {
    let members = [("refresh_token", refresh), ("user_id", userID)].map { name, value in
      value.map { #","\#(name)":"\#($0)""# } ?? ""
    }
    let text = #"{"access_token":"abc"\#(members.joined())}"#
    let tokens = SessionTokens(
      accessToken: Secret("abc"), refreshToken: refresh.map(Secret.init), userID: userID)
    #expect(try json(TokenResponse(tokens)) == text)
    #expect(try read(TokenResponse.self, text).tokens == tokens)
  }

  @Test func `A post is written and read with its author and what it replies to`() throws {
    #expect(try json(PostResponse(post)) == postJSON)
    #expect(try read(PostResponse.self, postJSON).post == post)
    let reply = Post(id: "13", author: post.author, text: "@hanako", createdAt: Self.date, inReplyTo: "12")
    #expect(try json(PostResponse(reply)).contains(#""in_reply_to_id":"12""#))
    #expect(try read(PostResponse.self, try json(PostResponse(reply))).post == reply)
  }

  @Test(arguments: ["", #","likes":-1"#, #","likes":"3","liked":1"#, #","likes":null,"liked":null"#])
  func `A post without usable likes is read without any`(likes: String) throws {
    let text = postJSON.replacing(#""liked":true,"likes":3,"#, with: "").dropLast() + likes + "}"
    let read = try read(PostResponse.self, String(text)).post
    #expect(read == Post(id: "12", author: post.author, text: post.text, createdAt: Self.date))
  }

  @Test(arguments: [(100, "cursor"), (101, "99"), (60_000, "99")])
  func `A page is cut to 100 posts, and the next one begins where it was cut`(count: Int, cursor: String) throws {
    let parts = postJSON.split(separator: #""id":"12""#)
    let posts = (0..<count).map { #"\#(parts[0])"id":"\#($0)"\#(parts[1])"# }.joined(separator: ",")
    let page = try read(TimelineResponse.self, #"{"next_max_id":"cursor","posts":[\#(posts)]}"#)
    #expect(page.posts.map(\.id) == (0..<100).map { "\($0)" })
    #expect(page.nextMaxID == cursor)
  }

  @Test func `A page has posts and the cursor of the next page, which the last page lacks`() throws {
    let page = TimelineResponse([post], nextMaxID: "12")
    #expect(try json(page) == #"{"next_max_id":"12","posts":[\#(postJSON)]}"#)
    #expect(try read(TimelineResponse.self, try json(page)) == page)
    let last = TimelineResponse([], nextMaxID: nil)
    #expect(try read(TimelineResponse.self, #"{"posts":[],"next_max_id":null}"#) == last)
    #expect(try read(TimelineResponse.self, #"{"posts":[]}"#) == last)
  }

  @Test func `Lists are timelines in their order`() throws {
    let timelines = [Timeline(id: "home", title: "ホーム"), Timeline(id: "swift", title: "Swift")]
    let text = #"{"lists":[{"id":"home","title":"ホーム"},{"id":"swift","title":"Swift"}]}"#
    #expect(try json(ListsResponse(timelines)) == text)
    #expect(try read(ListsResponse.self, text).timelines == timelines)
  }

  @Test(arguments: zip(Gender.allCases, 1...3))
  func `A profile has four keys, and its date keeps every bit`(_ gender: Gender, _ number: Int) throws {
    let text = #"{"createdAt":1646746371.3128781,"gender":\#(number),"name":"太郎さん","uid":"user-1"}"#
    let profile = Profile(
      userID: "user-1", name: "太郎さん", gender: gender, createdAt: Date(timeIntervalSince1970: 1_646_746_371.3128781))
    #expect(try json(ProfileRequest(profile)) == text)
    #expect(try json(ProfileResponse(profile)) == text)
    #expect(try read(ProfileResponse.self, text).profile == profile)
  }

  @Test(arguments: ["0", "4", "1.5", "\"1\"", "null"])
  func `A profile with an unknown gender is read without it`(_ gender: String) throws {
    let text = #"{"createdAt":1,"gender":\#(gender),"name":"太郎","uid":"user-1"}"#
    let profile = Profile(userID: "user-1", name: "太郎", gender: nil, createdAt: Date(timeIntervalSince1970: 1))
    #expect(try read(ProfileResponse.self, text).profile == profile)
    #expect(try json(ProfileRequest(profile)) == #"{"createdAt":1,"name":"太郎","uid":"user-1"}"#)
  }

  @Test(arguments: ["\"2022-03-08T13:32:51Z\"", "null", "1e300", "-1e300", "253402300800"])
  func `A profile with a date out of range is an error`(_ date: String) {
    #expect(throws: DecodingError.self) {
      try read(ProfileResponse.self, #"{"createdAt":\#(date),"gender":1,"name":"太郎","uid":"user-1"}"#)
    }
  }

  @Test func `A display name is cut to 1 KiB, and an identifier is not read beyond`() throws {
    func author(_ id: Int, _ name: Int) -> String {
      let text = { String(repeating: "x", count: $0) }
      return #"{"id":"\#(text(id))","name":"\#(text(name))","screen_name":"s"}"#
    }
    func decoded(_ json: String) throws -> PostResponse.AuthorResponse {
      try JSONCoding.decode(PostResponse.AuthorResponse.self, from: Data(json.utf8))
    }
    #expect(try decoded(author(1_024, 1_024)).name.count == 1_024)
    #expect(try decoded(author(1, 2_000)).name == String(repeating: "x", count: 1_024) + "…")
    #expect(throws: DecodingError.self) { try decoded(author(1_025, 1)) }
  }

  @Test(arguments: [(10_240, true), (10_241, false)])
  func `A cursor and a token have 10 KiB or less`(_ size: Int, _ isRead: Bool) throws {
    let text = String(repeating: "x", count: size)
    let page = Data(#"{"posts":[],"next_max_id":"\#(text)"}"#.utf8)
    let tokens = Data(#"{"access_token":"\#(text)"}"#.utf8)
    #expect(((try? JSONCoding.decode(TimelineResponse.self, from: page)) != nil) == isRead)
    #expect(((try? JSONCoding.decode(TokenResponse.self, from: tokens)) != nil) == isRead)
  }
}
