import Core
import Foundation
import Testing

/// Records where it is decoded.
private struct Place: Decodable, Sendable {
  let isOnQueue: Bool

  init(from decoder: any Decoder) throws {
    isOnQueue = OwnQueue.isCurrent
  }
}

/// An actor whose executor can be told from any other.
private actor Reader {
  nonisolated let queue = OwnQueue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func isDecodedHere(_ response: HTTPResponse) async throws -> Bool {
    try await response.decoded(as: Place.self).isOnQueue
  }
}

private struct Nested: Decodable, Sendable, Equatable {
  struct Item: Decodable, Sendable, Equatable { let name: String }
  let items: [Item]
}

private func response(_ body: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
  HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
}

@Suite("HTTPResponse is decoded")
struct ResponseDecodingTests {
  @Test(arguments: [200, 201, 299])
  func `A response with a status of 2xx is decoded`(status: Int) async throws {
    let nested = try await response(#"{"items":[{"name":"語"}]}"#, status: status).decoded(as: Nested.self)
    #expect(nested == Nested(items: [Nested.Item(name: "語")]))
  }

  @Test(arguments: ["", "{}", "no json", "null"])
  func `An EmptyResponse accepts any body`(body: String) async throws {
    #expect(try await response(body, status: 204).decoded(as: EmptyResponse.self) == EmptyResponse())
  }

  @Test(arguments: ["text/html", "Text/HTML; charset=utf-8"])
  func `A web page is an error, even where no body is expected`(contentType: String) async {
    await #expect(throws: APIError.decodingFailed(reason: "The response is a web page.")) {
      try await response("<html>", headers: ["Content-Type": contentType]).decoded(as: EmptyResponse.self)
    }
  }

  @Test func `A response without a body is no web page, whatever its content type`() async throws {
    _ = try await response("", status: 204, headers: ["Content-Type": "text/html"]).decoded(as: EmptyResponse.self)
  }

  @Test(arguments: [
    ("", "The body is not JSON."), ("{\"items\":[", "The body is not JSON."), ("<html>", "The body is not JSON."),
    ("{}", "items is missing."), ("[]", "The body is not of type Dictionary<String, Any>."),
    (#"{"items":null}"#, "items is null."), (#"{"items":[{"name":"a"},{}]}"#, "items.[1].name is missing."),
    (#"{"items":[{"name":12345}]}"#, "items.[0].name is not of type String."),
    (#"{"items":[]}}"#, "The body is not JSON."), (String(repeating: "[", count: 60_000), "The body is not JSON."),
  ])
  func `A body that does not match names the coding path and no value`(body: String, reason: String) async {
    await #expect(throws: APIError.decodingFailed(reason: reason)) {
      try await response(body).decoded(as: Nested.self)
    }
  }

  @Test func `An invalid date names its key`() async {
    let body = #"{"author":{"id":"","name":"","screen_name":""},"created_at":"secret","id":"","text":""}"#
    await #expect(throws: APIError.decodingFailed(reason: "created_at cannot be decoded.")) {
      try await response(body).decoded(as: PostResponse.self)
    }
  }

  @Test func `A body of up to 64 KiB is decoded on the caller's actor, a larger one off it`() async throws {
    let small = response("\"" + String(repeating: "a", count: 64 * 1024 - 2) + "\"")
    let large = response("\"" + String(repeating: "a", count: 64 * 1024 - 1) + "\"")
    #expect(try await Reader().isDecodedHere(small))
    #expect(try await !Reader().isDecodedHere(large))
  }

  @Test func `A large body that does not match is an error like a small one`() async throws {
    await #expect(throws: APIError.decodingFailed(reason: "The body is not JSON.")) {
      try await response(#"{"items":[\#(String(repeating: " ", count: 70_000))"#).decoded(as: Nested.self)
    }
  }

  @Test(arguments: [199, 300, 304, 400, 401, 500, 599])
  func `A response with another status is an error with the status`(status: Int) async {
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: status))) {
      try await response("no problem document", status: status).decoded(as: EmptyResponse.self)
    }
  }

  @Test func `An error contains the problem document and the delay`() async {
    let body = #"{"title":"t","status":404,"detail":"d","code":"profile_not_found","field":"uid"}"#
    let problem = ProblemDetails(title: "t", status: 404, detail: "d", code: "profile_not_found", field: "uid")
    let error = InvalidResponse(statusCode: 404, problem: problem, retryAfter: .seconds(30))
    await #expect(throws: APIError.invalidResponse(error)) {
      try await response(body, status: 404, headers: ["Retry-After": "30"]).decoded(as: Nested.self)
    }
  }
}

@Suite("Retry-After is parsed")
struct RetryAfterTests {
  // Sun, 06 Nov 1994 08:49:37 GMT
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    ("0", Duration.seconds(0)), (" 7 ", .seconds(7)), ("9223372036854775807", .seconds(Int64.max)),
    ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)),
    ("Sunday, 06-Nov-94 08:50:37 GMT", .seconds(60)),
    ("Sun Nov  6 08:50:37 1994", .seconds(60)), ("Wed Nov 16 08:49:37 1994", .seconds(864_000)),
    ("Sun, 06 Nov 1994 08:49:36 GMT", .seconds(0)),
    ("Saturday, 06-Nov-93 08:49:37 GMT", .seconds(0)),
    ("Saturday, 06-Nov-43 08:49:37 GMT", nil),
    ("Friday, 06-Nov-43 08:49:37 GMT", .seconds(1_546_300_800)),
    ("Monday, 07-Nov-44 08:49:37 GMT", nil),
    ("Tuesday, 07-Nov-44 08:49:37 GMT", .seconds(0)),
  ])
  func `A number of seconds and each format of a date are accepted`(text: String, expected: Duration?) {
    #expect(HTTPResponse(status: 503, headers: ["Retry-After": text]).retryAfter(now: now) == expected)
  }

  @Test(arguments: [
    nil, "", "-1", "+1", "1.5", "soon", "9223372036854775808", "１２", "Mon, 06 Nov 1994 08:49:37 GMT",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET",
    "Sun, 06 Now 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "1994-11-06T08:49:37Z",
    "Sun, 06 Nov 1994 08:49:37 GMT junk",
  ])
  func `Anything else is ignored`(text: String?) {
    var response = HTTPResponse(status: 503)
    response.headers["Retry-After"] = text
    #expect(response.retryAfter(now: now) == nil)
  }
}
