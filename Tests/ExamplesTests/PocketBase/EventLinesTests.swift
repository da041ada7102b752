import Testing

@testable import PocketBase

@Suite("PocketBase: the events of a stream")
struct EventLinesTests {
  private let stream = """
    id:1
    event:PB_CONNECT
    data:{"clientId":"1"}

    : a comment
    data: 次郎
    data

    event: posts/*

    retry: 5\r
    data:x:y\r
    \r
    data:unfinished
    """

  @Test(arguments: [1, 3, 1_000])
  func `Events are the same, however their bytes arrive`(size: Int) throws {
    var lines = EventLines()
    var events: [EventLines.Event] = []
    var rest = Array(stream.utf8)[...]
    while !rest.isEmpty {
      events += try lines.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    let expected = [("PB_CONNECT", #"{"clientId":"1"}"#), ("message", "次郎\n"), ("message", "x:y")]
    #expect(events == expected.map { EventLines.Event(name: $0, data: $1) })
  }

  @Test func `A line without an end is not kept for ever`() throws {
    var lines = EventLines()
    let longest = String(repeating: "x", count: EventLines.maximumLength)
    #expect(try lines.append(longest.utf8) == [])
    #expect(throws: EventLines.TooLong.self) { try lines.append("x".utf8) }
  }

  @Test func `An event without an end is not kept for ever`() throws {
    var lines = EventLines()
    let half = "data:" + String(repeating: "x", count: EventLines.maximumLength / 2 - 1) + "\n"
    for _ in 0..<2 { #expect(try lines.append(half.utf8) == []) }
    #expect(throws: EventLines.TooLong.self) { try lines.append("data:x\n".utf8) }
  }
}
