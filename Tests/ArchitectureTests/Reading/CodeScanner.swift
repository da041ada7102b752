/// Takes comments and the content of string literals out of Swift source.
///
/// What is interpolated into a string is code and stays. It reads bytes, which is many times faster than characters.
struct CodeScanner {
  private let source: [UInt8]
  private var position = 0
  private var code: [UInt8] = []

  static func code(of text: String) -> String {
    var scanner = CodeScanner(source: Array(text.utf8))
    scanner.scan(untilClosingParenthesis: false)
    return String(decoding: scanner.code, as: UTF8.self)
  }

  private init(source: [UInt8]) {
    self.source = source
  }

  private var isAtEnd: Bool { position >= source.count }

  private func isAt(_ text: [UInt8]) -> Bool {
    source[min(position, source.count)...].starts(with: text)
  }

  private mutating func scan(untilClosingParenthesis: Bool) {
    var depth = 0
    while !isAtEnd {
      let byte = source[position]
      if byte == .slash, isAt([.slash, .slash]) {
        while !isAtEnd, source[position] != .newline { position += 1 }
      } else if byte == .slash, isAt([.slash, .star]) {
        skipComment()
      } else if byte == .quote || byte == .hash, let hashes = openingHashes() {
        skipString(hashes: hashes)
      } else {
        depth += byte == .opening ? 1 : byte == .closing ? -1 : 0
        position += 1
        if untilClosingParenthesis, depth < 0 { return }
        code.append(byte)
      }
    }
  }

  /// The number of `#` before a quotation mark, where a string begins here.
  private func openingHashes() -> Int? {
    let hashes = source[position...].prefix { $0 == .hash }.count
    return source.dropFirst(position + hashes).first == .quote ? hashes : nil
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      let change = isAt([.slash, .star]) ? 1 : isAt([.star, .slash]) ? -1 : 0
      depth += change
      position += change == 0 ? 1 : 2
    } while depth > 0 && !isAtEnd
  }

  private mutating func skipString(hashes: Int) {
    position += hashes
    let quotes = isAt([.quote, .quote, .quote]) ? 3 : 1
    position += quotes
    let marks = [UInt8](repeating: .hash, count: hashes)
    let (end, escape) = ([UInt8](repeating: .quote, count: quotes) + marks, [.backslash] + marks)
    code += [.quote, .quote]
    while !isAtEnd, !isAt(end) {
      if isAt(escape + [.opening]) {
        position += escape.count + 1
        code.append(.space)
        scan(untilClosingParenthesis: true)
        code.append(.space)
      } else {
        position += isAt(escape) ? escape.count + 1 : 1
      }
    }
    position += end.count
  }
}

extension UInt8 {
  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let star = UInt8(ascii: "*")
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let hash = UInt8(ascii: "#")
  fileprivate static let backslash = UInt8(ascii: "\\")
  fileprivate static let opening = UInt8(ascii: "(")
  fileprivate static let closing = UInt8(ascii: ")")
  fileprivate static let space = UInt8(ascii: " ")
  fileprivate static let newline = UInt8(ascii: "\n")
}
