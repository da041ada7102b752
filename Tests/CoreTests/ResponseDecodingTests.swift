import Core
import Dispatch
import Foundation
import Testing

/// Records whether it is decoded on the main actor, whose executor is the main queue.
private struct Place: Decodable, Sendable {
  static let key = DispatchSpecificKey<Bool>()
  let isOnMainQueue: Bool

  init(from decoder: any Decoder) throws {
    isOnMainQueue = DispatchQueue.getSpecific(key: Self.key) ?? false
  }
}

private struct Nested: Decodable, Sendable, Equatable {
  struct Item: Decodable, Sendable, Equatable { let name: String }
  let items: [Item]
}

private func response(_ body: String, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
  HTTPResponse(status: status, headers: headers, body: Data(body.utf8))
}

struct ResponseDecodingTests {
  @Test(arguments: [200, 201, 299])
  func `A response with a status of 2xx is decoded`(status: Int) async throws {
    let nested = try await response(#"{"items":[{"name":"語"}]}"#, status: status).decoded(as: Nested.self)
    #expect(nested == Nested(items: [Nested.Item(name: "語")]))
  }

  @Test(arguments: [("", "text/html"), ("no json", "application/json")])
  func `An EmptyResponse accepts any body, and any content type without one`(
    body: String, contentType: String
  ) async throws {
    _ = try await response(body, status: 204, headers: ["Content-Type": contentType]).decoded(as: EmptyResponse.self)
  }

  @Test(arguments: ["text/html", "Text/HTML; charset=utf-8"])
  func `A web page is an error, even where no body is expected`(contentType: String) async {
    await #expect(throws: APIError.decodingFailed(reason: "The response is a web page.")) {
      try await response("<html>", headers: ["Content-Type": contentType]).decoded(as: EmptyResponse.self)
    }
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

  @Test(arguments: [(64 * 1024, true), (64 * 1024 + 1, false)])
  @MainActor
  func `A body of up to 64 KiB is decoded on the caller's actor, a larger one off it`(
    size: Int, isOnCallersActor: Bool
  ) async throws {
    DispatchQueue.main.setSpecific(key: Place.key, value: true)
    let body = "\"\(String(repeating: "a", count: size - 2))\""
    #expect(try await response(body).decoded(as: Place.self).isOnMainQueue == isOnCallersActor)
  }

  @Test(arguments: [199, 300, 401, 500])
  func `A response with another status is an error with the status`(status: Int) async {
    let error = InvalidResponse(statusCode: status, body: Data("no problem document".utf8))
    await #expect(throws: APIError.invalidResponse(error)) {
      try await response("no problem document", status: status).decoded(as: EmptyResponse.self)
    }
  }

  @Test(arguments: [(64 * 1024, 64 * 1024), (64 * 1024 + 1, 0)])
  func `An error keeps a body of up to 64 KiB`(_ size: Int, _ kept: Int) async {
    let error = InvalidResponse(statusCode: 500, body: Data(repeating: 0x61, count: kept))
    await #expect(throws: APIError.invalidResponse(error)) {
      try await response(String(repeating: "a", count: size), status: 500).decoded(as: EmptyResponse.self)
    }
  }

  @Test(arguments: [(64 * 1024, true), (64 * 1024 + 1, false)])
  func `A problem document has 61 KiB or less`(_ size: Int, _ isRead: Bool) async {
    let body = #"{"code":"x"}"#
    let padded = body + String(repeating: " ", count: size - body.utf8.count)
    let error = InvalidResponse(
      statusCode: 500, problem: isRead ? ProblemDetails(code: "x") : nil, body: isRead ? Data(padded.utf8) : Data())
    await #expect(throws: APIError.invalidResponse(error)) {
      try await response(padded, status: 500).decoded(as: EmptyResponse.self)
    }
  }

  @Test func `An error contains the problem document, the delay, the body and the header fields`() async {
    let body = #"{"title":"t","status":404,"detail":"d","code":"profile_not_found","field":"uid"}"#
    let problem = ProblemDetails(title: "t", status: 404, detail: "d", code: "profile_not_found", field: "uid")
    let error = InvalidResponse(
      statusCode: 404, problem: problem, retryAfter: .seconds(30), body: Data(body.utf8), headers: ["Retry-After": "30"]
    )
    await #expect(throws: APIError.invalidResponse(error)) {
      try await response(body, status: 404, headers: ["Retry-After": "30"]).decoded(as: Nested.self)
    }
  }
}

struct RetryAfterTests {
  // Sun, 06 Nov 1994 08:49:37 GMT
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(
    arguments: [
      ("0", .seconds(0)), (" 7 ", .seconds(7)), ("9223372036854775807", .seconds(Int64.max)),
      ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)), ("Sunday, 06-Nov-94 08:50:37 GMT", .seconds(60)),
      ("Sun Nov  6 08:50:37 1994", .seconds(60)), ("Wed Nov 16 08:49:37 1994", .seconds(864_000)),
      ("Sun, 06 Nov 1994 08:49:36 GMT", .seconds(0)), ("Saturday, 06-Nov-93 08:49:37 GMT", .seconds(0)),
      ("Friday, 06-Nov-43 08:49:37 GMT", .seconds(1_546_300_800)),
      ("Tuesday, 07-Nov-44 08:49:37 GMT", .seconds(0)), (nil, nil), ("", nil), ("-1", nil), ("+1", nil), ("1.5", nil),
      ("9223372036854775808", nil), ("１２", nil), ("Mon, 06 Nov 1994 08:49:37 GMT", nil),
      ("Saturday, 06-Nov-43 08:49:37 GMT", nil), ("Monday, 07-Nov-44 08:49:37 GMT", nil),
      ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
      ("Sun, 06 Nov 94 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49:37 GMT junk", nil),
      (String(repeating: "0", count: 63), .seconds(0)), (String(repeating: "0", count: 64), nil),
    ] as [(String?, Duration?)])
  func `A number of seconds and each format of a date are accepted, anything else is ignored`(
    text: String?, expected: Duration?
  ) {
    var response = HTTPResponse(status: 503)
    response.headers["Retry-After"] = text
    #expect(response.retryAfter(now: now) == expected)
  }
}
