import Core
import Foundation
import Testing

private func json(_ value: some Encodable) throws -> String {
  String(decoding: try JSONCoding.encode(value), as: UTF8.self)
}

private func read<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
  try JSONCoding.decode(type, from: Data(json.utf8))
}

private let post = Post(
  id: "12", author: Author(id: "a-1", name: "花子", screenName: "hanako"), text: "おはよう ☀️",
  createdAt: Date(timeIntervalSince1970: 1_756_944_371), inReplyTo: nil)
private let reply = Post(
  id: "13", author: post.author, text: "@hanako", createdAt: post.createdAt, inReplyTo: "12")
private let authorJSON = #"{"id":"a-1","name":"花子","screen_name":"hanako"}"#
private let postJSON =
  #"{"author":\#(authorJSON),"created_at":"2025-09-04T00:06:11Z","id":"12","text":"おはよう ☀️"}"#
private let replyJSON =
  #"{"author":\#(authorJSON),"created_at":"2025-09-04T00:06:11Z","id":"13","in_reply_to_id":"12","text":"@hanako"}"#

@Suite("The bodies of Feed")
struct FeedCodableTests {
  @Test func `a post request has its text, and what it replies to if anything`() throws {
    #expect(try json(PostRequest(text: "hi")) == #"{"text":"hi"}"#)
    #expect(try json(PostRequest(text: "hi", inReplyTo: "12")) == #"{"in_reply_to_id":"12","text":"hi"}"#)
    #expect(try read(PostRequest.self, #"{"text":"hi","in_reply_to_id":null}"#) == PostRequest(text: "hi"))
  }

  @Test func `a post is written and read with its author`() throws {
    #expect(try json(PostResponse(post)) == postJSON)
    #expect(try json(PostResponse(reply)) == replyJSON)
    #expect(try read(PostResponse.self, postJSON).post == post)
    #expect(try read(PostResponse.self, replyJSON).post == reply)
  }

  @Test(arguments: ["author", "created_at", "id", "text"])
  func `a post without one of its keys is an error`(key: String) {
    let other = postJSON.replacing(#""\#(key)":"#, with: #""other":"#)
    #expect(throws: DecodingError.self) { try read(PostResponse.self, other) }
  }

  @Test func `a page has posts and the way to the next one`() throws {
    let page = TimelineResponse([reply, post], nextMaxID: "12")
    #expect(try json(page) == #"{"next_max_id":"12","posts":[\#(replyJSON),\#(postJSON)]}"#)
    #expect(try read(TimelineResponse.self, try json(page)) == page)
    #expect(page.posts.map(\.post) == [reply, post])
  }

  @Test func `the last page has no way on, or null`() throws {
    let last = TimelineResponse([], nextMaxID: nil)
    #expect(try json(last) == #"{"posts":[]}"#)
    #expect(try read(TimelineResponse.self, #"{"posts":[],"next_max_id":null}"#) == last)
    #expect(try read(TimelineResponse.self, #"{"posts":[]}"#) == last)
  }

  @Test func `lists are timelines in their order`() throws {
    let timelines = [Timeline(id: "home", title: "ホーム"), Timeline(id: "swift", title: "Swift")]
    let text = #"{"lists":[{"id":"home","title":"ホーム"},{"id":"swift","title":"Swift"}]}"#
    #expect(try json(ListsResponse(timelines)) == text)
    #expect(try read(ListsResponse.self, text).timelines == timelines)
  }
}
