#if Network
  import Foundation

  extension Fault {
    /// What goes wrong with what an answer says.
    static let bodies = [
      body("an empty 200") { _ in [] },
      Fault("a web page", .unreadable) { _ in
        let page = "<!DOCTYPE html><title>Sign in to the hotel</title>"
        return Answer.bytes(200, ["Content-Type: text/html", "Content-Length: \(page.utf8.count)"], Array(page.utf8))
      },
      body("a web page that says it is JSON") { _ in Array("<!DOCTYPE html><title>Sign in</title>".utf8) },
      body("JSON, cut") { Answer.body(of: $0).dropLast(3) },
      body("JSON with something behind it") { Answer.body(of: $0) + Array("}".utf8) },
      body("null") { _ in Array("null".utf8) },
      body("a list in place of an object") { _ in Array("[]".utf8) },
      body("every field missing") { _ in Array("{}".utf8) },
      body("every field null") { values(of: $0, NSNull()) },
      body("every field of another type") { values(of: $0, ["unexpected": [1, 2]]) },
      body("every field a huge number") { values(of: $0, 0, writtenAs: "1e400") },
      body("100,000 lists in each other") { _ in Array(String(repeating: "[", count: 100_000).utf8) },
      body("invalid UTF-8") { call in
        replaced(#":""#, by: Array(#":""#.utf8) + [0xC3, 0x28], in: call)
      },
      body("30 February", sparing: .callsWithoutDates) { call in
        replaced("2026-01-01T", by: Array("2026-02-30T".utf8), in: call)
      },
      body("a date in seconds", sparing: .callsWithoutDates) { call in
        replaced(#""2026-01-01T00:00:00Z""#, by: Array("1767225600".utf8), in: call)
      },
      Fault("fields that nobody knows", .success) { call in
        let body = Array(#"{"unexpected":{"deep":[1,null,"x"]},"#.utf8) + Answer.body(of: call).dropFirst()
        return Answer.json(call.answer.isEmpty ? Array(#"{"unexpected":1}"#.utf8) : body)
      },
    ]

    private static func body(
      _ description: String, sparing spared: Spared = .callsWithoutAnswer,
      _ body: @escaping @Sendable (ContractCall) -> [UInt8]
    ) -> Fault {
      Fault(description, .unreadable, sparing: spared) { Answer.json(body($0)) }
    }

    /// The body of the answer with the same value in each field, however deep.
    private static func values(of call: ContractCall, _ value: Any, writtenAs text: String? = nil) -> [UInt8] {
      func changed(_ old: Any) -> Any {
        switch old {
        case let fields as [String: Any]: fields.mapValues(changed)
        case let list as [Any]: list.map(changed)
        default: value
        }
      }
      guard
        let old = try? JSONSerialization.jsonObject(with: Data(Answer.body(of: call))),
        let new = try? JSONSerialization.data(withJSONObject: changed(old))
      else { return [] }
      guard let text else { return Array(new) }
      return Array(String(decoding: new, as: UTF8.self).replacing(":0", with: ":\(text)").utf8)
    }

    private static func replaced(_ old: String, by new: [UInt8], in call: ContractCall) -> [UInt8] {
      let body = Data(Answer.body(of: call))
      guard let range = body.range(of: Data(old.utf8)) else { return Array(body) }
      return Array(body[..<range.lowerBound] + new + body[range.upperBound...])
    }
  }
#endif
