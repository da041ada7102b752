// The main actor reads no text of any size: to find the end of one character with millions of accents, or to compare or
// hash it, takes it a second.
extension String {
  private static let maximumTextSize = 10 * 1024
  private static let maximumNameSize = 1024

  /// Whether the string has at most 10 KiB: what a user enters beyond that is refused unread, and so are longer tokens.
  package var isUsableInput: Bool { utf8.count <= Self.maximumTextSize }

  /// The string without leading and trailing white space, or `nil` where it has more than 10 KiB.
  package var trimmedInput: String? { isUsableInput ? trimmingWhitespace : nil }

  /// Whether the string has at most 1 KiB, as identifiers and names do; a response with longer ones is refused.
  var isUsableName: Bool { utf8.count <= Self.maximumNameSize }

  /// The string cut to 10 KiB, as a view shows it; an ellipsis stands for the rest.
  package var cutToShow: String { cut(to: Self.maximumTextSize) }

  /// The string cut to 1 KiB, as the display name of a response is; an ellipsis stands for the rest.
  var cutToName: String { cut(to: Self.maximumNameSize) }

  private func cut(to size: Int) -> String {
    guard utf8.count > size else { return self }
    // Rounded down to the beginning of a Unicode scalar.
    return String(unicodeScalars[..<utf8.index(startIndex, offsetBy: size)]) + "…"
  }

  /// The string without leading and trailing white space and line breaks of any script.
  package var trimmingWhitespace: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return ""
    }
    return String(self[first...last])
  }
}
