/// The answer to the question of the article about user registration, in its numbers.
public enum Gender: Int, Sendable, Hashable, CaseIterable {
  /// 男.
  case male = 1
  /// 女.
  case female = 2
  /// 選ばない: chooses not to say.
  case unspecified = 3
}
