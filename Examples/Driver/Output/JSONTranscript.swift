import Core
import Foundation

/// Tells in one JSON object a line what the Stores do, and nothing else.
struct JSONTranscript: Transcript {
  let write: @MainActor (String) -> Void

  func heading(_ text: String) {}

  func line(_ text: String) {}

  func transition(_ store: String, action: String, from: String, to: String, text: String?) {
    let members = [("store", store), ("action", action), ("from", from), ("to", to)].map(member)
    write(object(members + (text.map { [member("text", $0)] } ?? [])) + "\n")
  }

  func notice(_ store: String, action: String, _ notice: Notice) {
    let content = object([member("title", notice.title), member("text", notice.text)])
    write(object([member("store", store), member("action", action), "\"notice\":\(content)"]) + "\n")
  }

  func screen(_ text: String) {}

  func content(_ label: String, _ text: String) {}

  // The members stand in a fixed order, which an encoder would not keep.

  private func object(_ members: [String]) -> String {
    "{\(members.joined(separator: ","))}"
  }

  private func member(_ name: String, _ value: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let text = (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    return "\"\(name)\":\(text)"
  }
}
