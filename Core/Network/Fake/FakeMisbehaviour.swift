/// What a fake backend does wrong with the pages of a timeline, as real servers do.
///
/// Whatever it does, every post comes at least once to a client that follows `next_max_id` to the end.
public struct FakeMisbehaviour: OptionSet, Sendable {
  /// One bit for each.
  public let rawValue: Int

  /// Makes a set of bits.
  ///
  /// - Parameter rawValue: One bit for each.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A page begins with the last posts of the one before.
  public static let overlappingPages = FakeMisbehaviour(rawValue: 1)
  /// Posts come out of order, across the border of two pages too.
  public static let unorderedPages = FakeMisbehaviour(rawValue: 2)
  /// A page has half as many posts as were asked for, although it is not the last.
  public static let shortPages = FakeMisbehaviour(rawValue: 4)
  /// The page with the last post promises another one, which is empty.
  public static let emptyLastPage = FakeMisbehaviour(rawValue: 8)
  /// The post that a page was to go on from is deleted just before.
  public static let deletedPosts = FakeMisbehaviour(rawValue: 16)
  /// Somebody posts just before a page that is not the first.
  public static let arrivingPosts = FakeMisbehaviour(rawValue: 32)

  /// All of it at once.
  public static let all: FakeMisbehaviour = [
    .overlappingPages, .unorderedPages, .shortPages, .emptyLastPage, .deletedPosts, .arrivingPosts,
  ]
}
