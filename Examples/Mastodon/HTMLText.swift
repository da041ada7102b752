/// Converts the HTML of a post to text, in time linear in its length.
///
/// Links, mentions and custom emoji keep their text; paragraphs and line breaks become line breaks, at most two in a row.
struct HTMLText {
  private var text = String.UnicodeScalarView()
  /// The white space before the next character.
  private var space = ""
  /// The element whose content is not text.
  private var hidden: String?

  static func text(of html: String) -> String {
    var converter = HTMLText()
    converter.convert(html.unicodeScalars[...])
    return String(converter.text)
  }

  private mutating func convert(_ html: Substring.UnicodeScalarView) {
    var rest = html
    while let start = rest.firstIndex(of: "<") {
      append(escaped: rest[..<start])
      rest = rest[start...].dropFirst()
      guard let first = rest.first, first.properties.isAlphabetic || "/!?".unicodeScalars.contains(first) else {
        append("<")
        continue
      }
      // What follows a tag that does not end is a part of it.
      guard let end = Self.end(of: rest) else { return }
      apply(String(rest[..<end]))
      rest = rest[end...].dropFirst()
    }
    append(escaped: rest)
  }

  /// Returns the position of the `>` of a tag, which may have others in quotes, or of a comment.
  private static func end(of tag: Substring.UnicodeScalarView) -> String.Index? {
    if tag.starts(with: "!--".unicodeScalars) {
      return tag.firstRange(of: "-->".unicodeScalars).map { tag.index(before: $0.upperBound) }
    }
    var quote: Unicode.Scalar?
    return tag.indices.first { index in
      let scalar = tag[index]
      guard quote == nil else {
        if scalar == quote { quote = nil }
        return false
      }
      if scalar == "\"" || scalar == "'" { quote = scalar }
      return scalar == ">"
    }
  }

  private mutating func apply(_ tag: String) {
    let isEnd = tag.hasPrefix("/")
    switch tag.drop(while: { $0 == "/" }).prefix(while: \.isLetter).lowercased() {
    case let name where hidden != nil: if isEnd, name == hidden { hidden = nil }
    case "script" where !isEnd: hidden = "script"
    case "style" where !isEnd: hidden = "style"
    case "li" where isEnd: break
    case "br", "li": space = space.hasPrefix("\n") ? "\n\n" : "\n"
    case "p", "div", "blockquote", "pre", "ul", "ol", "h", "hr": space = "\n\n"
    default: break
    }
  }

  private mutating func append(escaped html: Substring.UnicodeScalarView) {
    var rest = html
    while let start = rest.firstIndex(of: "&") {
      rest[..<start].forEach { append($0) }
      rest = rest[start...].dropFirst()
      let name = rest.prefix(10).prefix { $0 != ";" }
      if rest[name.endIndex...].first == ";", let scalar = Self.scalar(named: String(name)) {
        append(scalar)
        rest = rest[name.endIndex...].dropFirst()
      } else {
        append("&")
      }
    }
    rest.forEach { append($0) }
  }

  private static func scalar(named name: String) -> Unicode.Scalar? {
    let names: [String: Unicode.Scalar] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]
    guard name.hasPrefix("#") else { return names[name] }
    let digits = name.lowercased().dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.map { Unicode.Scalar($0) ?? "\u{FFFD}" }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if hidden != nil { return }
    if scalar.properties.isWhitespace, scalar != "\u{A0}" { return space = space.isEmpty ? " " : space }
    if scalar.properties.generalCategory == .control { return }
    // Appending all of them at once counts the whole text first.
    if !text.isEmpty { space.unicodeScalars.forEach { text.append($0) } }
    space = ""
    text.append(scalar)
  }
}
