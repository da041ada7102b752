import Core
import Foundation
import Testing

/// Tells where it was read.
private struct Place: Decodable, Sendable {
  let isOnQueue: Bool

  init(from decoder: any Decoder) throws {
    isOnQueue = OwnQueue.isCurrent
  }
}

/// An actor whose work can be told from all other.
private actor Reader {
  nonisolated let queue = OwnQueue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  func isReadHere(_ response: HTTPResponse) async throws -> Bool {
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

@Suite("An answer")
struct ResponseDecodingTests {
  @Test(arguments: [200, 201, 299])
  func `of status 2xx is read`(status: Int) async throws {
    let nested = try await response(#"{"items":[{"name":"語"}]}"#, status: status).decoded(as: Nested.self)
    #expect(nested == Nested(items: [Nested.Item(name: "語")]))
  }

  @Test(arguments: ["", "{}", "no json", "null"])
  func `that has nothing to say may have any body`(body: String) async throws {
    #expect(try await response(body, status: 204).decoded(as: EmptyResponse.self) == EmptyResponse())
  }

  @Test(arguments: [
    ("", "The body is not JSON."), ("{\"items\":[", "The body is not JSON."), ("<html>", "The body is not JSON."),
    ("{}", "items is missing."), ("[]", "The body is not of type Dictionary<String, Any>."),
    (#"{"items":null}"#, "items is null."), (#"{"items":[{"name":"a"},{}]}"#, "items.[1].name is missing."),
    (#"{"items":[{"name":12345}]}"#, "items.[0].name is not of type String."),
  ])
  func `that does not fit names the place and not the content`(body: String, reason: String) async {
    await #expect(throws: APIError.decodingFailed(reason: reason)) {
      try await response(body).decoded(as: Nested.self)
    }
  }

  @Test func `whose date cannot be read names its key`() async {
    let body = #"{"author":{"id":"","name":"","screen_name":""},"created_at":"secret","id":"","text":""}"#
    await #expect(throws: APIError.decodingFailed(reason: "created_at cannot be decoded.")) {
      try await response(body).decoded(as: PostResponse.self)
    }
  }

  @Test func `of up to 64 KiB is read on the caller's actor, a larger one away from it`() async throws {
    let small = response("\"" + String(repeating: "a", count: 64 * 1024 - 2) + "\"")
    let large = response("\"" + String(repeating: "a", count: 64 * 1024 - 1) + "\"")
    #expect(small.body.count == 64 * 1024)
    #expect(try await Reader().isReadHere(small))
    #expect(try await !Reader().isReadHere(large))
  }

  @Test func `of megabytes is read whole, and fails as a small one does`() async throws {
    let names = (0..<100_000).map { "name \($0)" }
    let body = #"{"items":[\#(names.map { #"{"name":"\#($0)"}"# }.joined(separator: ","))]"#
    let nested = try await response(body + "}").decoded(as: Nested.self)
    #expect(nested.items.count == 100_000)
    #expect(nested.items.last == Nested.Item(name: "name 99999"))
    await #expect(throws: APIError.decodingFailed(reason: "The body is not JSON.")) {
      try await response(body).decoded(as: Nested.self)
    }
  }

  @Test(arguments: [199, 300, 304, 400, 401, 500, 599])
  func `of another status is an error that says so`(status: Int) async {
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: status))) {
      try await response(#"no problem document"#, status: status).decoded(as: EmptyResponse.self)
    }
  }

  @Test func `with a problem document passes it on`() async {
    let body = #"{"title":"t","status":404,"detail":"d","code":"profile_not_found","field":"uid"}"#
    let problem = ProblemDetails(title: "t", status: 404, detail: "d", code: "profile_not_found", field: "uid")
    await #expect(throws: APIError.invalidResponse(InvalidResponse(statusCode: 404, problem: problem))) {
      try await response(body, status: 404).decoded(as: Nested.self)
    }
  }

  @Test(arguments: [
    ("30", Duration.seconds(30)), ("0", .zero), ("9223372036854775807", .seconds(Int64.max)), ("-1", nil),
    ("soon", nil), ("9223372036854775808", nil), ("", nil),
  ])
  func `says how long to wait, where it does so in seconds`(field: String, expected: Duration?) async {
    let error = InvalidResponse(statusCode: 429, retryAfter: expected)
    await #expect(throws: APIError.invalidResponse(error)) {
      try await response("", status: 429, headers: ["Retry-After": field]).decoded(as: EmptyResponse.self)
    }
  }
}
