import Foundation

/// The lines of a stream of server-sent events, gathered into events.
struct EventLines {
  /// An event with its name, `message` by default, and its data.
  struct Event: Equatable {
    var name = "message"
    var data = ""
  }

  /// The maximum size of a line, and of the data of an event, in bytes.
  static let maximumLength = 1_048_576

  /// An error of a line or an event that is too long.
  struct TooLong: Error {}

  private var line: [UInt8] = []
  private var event = Event()

  /// Adds bytes and returns the events that they complete; events without data are left out.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        guard line.count < Self.maximumLength else { throw TooLong() }
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty {
        if !event.data.isEmpty { events.append(event) }
        event = Event()
      } else {
        read(String(decoding: line, as: UTF8.self))
        guard event.data.utf8.count <= Self.maximumLength else { throw TooLong() }
      }
      line = []
    }
    return events
  }

  private mutating func read(_ line: String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let value = parts.count > 1 ? parts[1] : ""
    let text = String(value.hasPrefix(" ") ? value.dropFirst() : value)
    switch parts[0] {
    case "event": event.name = text
    case "data": event.data += event.data.isEmpty ? text : "\n\(text)"
    default: break
    }
  }
}
