import Core

/// What the composer was opened for.
public struct FeedComposer: Sendable, Hashable, Identifiable {
  /// The post that is answered, or `nil` for one that answers nobody.
  public let replyTo: Post.ID?
  /// The screen name of whoever is answered, where that is known.
  public let screenName: String?

  /// Makes what the composer was opened for.
  ///
  /// - Parameters:
  ///   - replyTo: The post that is answered.
  ///   - screenName: The screen name of whoever is answered.
  public init(replyTo: Post.ID? = nil, screenName: String? = nil) {
    self.replyTo = replyTo
    self.screenName = screenName
  }

  /// The value itself.
  public var id: Self { self }

  /// The line that says whom the post answers.
  ///
  /// - Parameter messages: The texts.
  /// - Returns: The line, or `nil` where it answers nobody.
  public func replyLine(messages: FeedMessages) -> String? {
    guard replyTo != nil else { return nil }
    return screenName.map { messages.replyTo.replacing("%@", with: "@\($0)") } ?? messages.reply
  }
}
