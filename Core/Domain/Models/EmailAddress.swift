/// An address that could receive mail: something, an at sign, and a domain with a dot, without white space.
public struct EmailAddress: Sendable, Hashable {
  /// The address, without the white space around it.
  public let text: String

  /// Reads an address, or fails where the text is none.
  ///
  /// - Parameter text: What was typed; white space around it does not count.
  public init?(_ text: String) {
    let trimmed = text.trimmingWhitespace
    let parts = trimmed.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !trimmed.contains(where: \.isWhitespace) else { return nil }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.text = trimmed
  }
}
