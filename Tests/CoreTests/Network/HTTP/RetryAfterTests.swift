import Core
import Foundation
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  // Sun, 06 Nov 1994 08:49:37 GMT
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(arguments: [
    ("0", Duration.seconds(0)), ("120", .seconds(120)), (" 7 ", .seconds(7)),
    ("Sun, 06 Nov 1994 08:50:37 GMT", .seconds(60)),
    ("Sunday, 06-Nov-94 08:50:37 GMT", .seconds(60)),
    ("Sun Nov  6 08:50:37 1994", .seconds(60)),
    ("Mon, 07 Nov 1994 08:49:37 GMT", .seconds(86_400)),
    ("Sun, 06 Nov 1994 08:49:36 GMT", .seconds(0)),
    ("Saturday, 06-Nov-93 08:49:37 GMT", .seconds(0)),
    ("Wednesday, 06-Nov-24 08:49:37 GMT", .seconds(946_771_200)),
  ])
  func `is read in both its forms`(text: String, expected: Duration) {
    #expect(HTTPResponse(status: 503, headers: ["Retry-After": text]).retryAfter(now: now) == expected)
  }

  @Test(arguments: [
    "", "-1", "+1", "1.5", "soon", "99999999999999999999", "１２", "Sun, 31 Feb 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Now 1994 08:49:37 GMT",
    "Sun, 06 Nov 94 08:49:37 GMT", "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT junk",
  ])
  func `is ignored where it cannot be read`(text: String) {
    #expect(HTTPResponse(status: 503, headers: ["Retry-After": text]).retryAfter(now: now) == nil)
  }

  @Test func `need not be there`() {
    #expect(HTTPResponse(status: 503).retryAfter(now: now) == nil)
  }
}
