import struct Foundation.Date

/// The generated posts of one timeline; index 0 is the newest.
///
/// A post is generated when it is read, from the seed and its index alone, so that a long timeline costs nothing. Its
/// identifier is a number that grows with time. The timelines take turns in numbering, so that a number determines its
/// timeline and its index.
struct FakePosts: Sendable {
  private static let postsPerBlock = 16
  /// The largest number of posts between a reply and its parent, the parent included.
  private static let replyDistance = 12
  /// Four hours in seconds: on average, a post every quarter of an hour.
  private static let blockLength = 14_400

  let count: Int
  private let timelineCount: Int
  private let timelineIndex: Int
  private let seed: UInt64
  private let start: Date

  init(_ timeline: FakeTimeline, timelineIndex: Int, _ configuration: FakeConfiguration) {
    count = timeline.postCount
    timelineCount = configuration.timelines.count
    self.timelineIndex = timelineIndex
    seed = timeline.id.utf8.reduce(configuration.seed) { SeededGenerator.seed($0, UInt64($1)) }
    start = configuration.start
  }

  func number(at index: Int) -> Int {
    (count - index) * timelineCount + timelineIndex
  }

  /// The index of the post with a number, if this timeline has it.
  func index(of number: Int) -> Int? {
    guard number >= timelineCount, number % timelineCount == timelineIndex else { return nil }
    let index = count - number / timelineCount
    return index >= 0 ? index : nil
  }

  /// The index of the newest post whose number is below `number`, which is 1 or more.
  func index(below number: Int) -> Int {
    guard number > timelineIndex else { return count }
    return max(0, count - (number - timelineIndex - 1) / timelineCount)
  }

  func post(at index: Int) -> Post {
    var random = random(at: index)
    let author = random.pick(FakePhrases.authors)
    let parent = index + 1 + random.next(below: Self.replyDistance)
    let isReply = random.next(below: 4) == 0 && parent < count
    let mention = isReply ? "@\(self.author(at: parent).screenName) " : ""
    let text = mention + FakePhrases.text(by: author, from: &random)
    return Post(
      id: String(number(at: index)), author: author, text: text, createdAt: createdAt(at: index),
      inReplyTo: isReply ? String(number(at: parent)) : nil, likes: random.next(below: 10))
  }

  /// The replies to the post with a number, if this timeline has it, oldest first.
  func replies(to number: Int) -> [Post] {
    guard let index = index(of: number) else { return [] }
    return (1...Self.replyDistance).map { index - $0 }.filter { $0 >= 0 }.map(post).filter {
      $0.inReplyTo == String(number)
    }
  }

  private func random(at index: Int) -> SeededGenerator {
    SeededGenerator(seed: SeededGenerator.seed(seed, UInt64(index)))
  }

  private func author(at index: Int) -> Author {
    var random = random(at: index)
    return random.pick(FakePhrases.authors)
  }

  /// A block of posts shares a block of time, with bursts inside, so that no sum over all earlier posts is needed.
  private func createdAt(at index: Int) -> Date {
    let (block, place) = index.quotientAndRemainder(dividingBy: Self.postsPerBlock)
    var random = SeededGenerator(seed: SeededGenerator.seed(~seed, UInt64(block)))
    var ages: [Int] = []
    for _ in 0..<Self.postsPerBlock {
      let isBurst = random.next(below: 3) == 0
      let age = random.next(below: Self.blockLength)
      ages.append(isBurst ? min((ages.last ?? age) + age % 60, Self.blockLength - 1) : age)
    }
    ages.sort()
    return start.addingTimeInterval(-Double(block * Self.blockLength + ages[place] + 1))
  }
}
