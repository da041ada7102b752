/// The identifiers of posts: numbers that grow with time and are shared by all timelines.
///
/// The timelines take turns, so that a number tells its timeline and its place there without a look at any post.
struct FakeNumbering: Sendable {
  /// How many timelines take turns, 1 or more.
  let timelines: Int
  /// Whose turn it is, 0 and up.
  let turn: Int
  /// How many generated posts the timeline has.
  let count: Int

  /// The number of a generated post, by its index; the newest has index 0.
  func number(at index: Int) -> Int {
    (count - index) * timelines + turn
  }

  /// The index of the generated post with a number, or `nil` where the number is another timeline's or nobody's.
  func index(of number: Int) -> Int? {
    guard number >= timelines, number % timelines == turn else { return nil }
    let index = count - number / timelines
    return index >= 0 ? index : nil
  }

  /// The index of the newest generated post whose number is below `number`, which is 1 or more.
  func index(below number: Int) -> Int {
    guard number > turn else { return count }
    return max(0, count - (number - turn - 1) / timelines)
  }
}
