import struct Foundation.Date

/// The generated posts of one timeline.
///
/// A post is made when it is read, from the seed and its index alone, so that the length of a timeline costs nothing.
struct FakePosts: Sendable {
  private static let postsPerBlock = 16
  /// Four hours in seconds: a post every quarter of an hour, in the mean.
  private static let blockLength = 14_400

  let numbering: FakeNumbering
  private let seed: UInt64
  private let start: Date

  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - seed: What its posts are made from.
  ///   - start: The moment before which all of them were written.
  ///   - numbering: Their identifiers.
  init(_ timeline: FakeTimeline, seed: UInt64, start: Date, numbering: FakeNumbering) {
    self.numbering = numbering
    self.start = start
    self.seed = timeline.id.utf8.reduce(seed) { SplitMix64.seed($0, UInt64($1)) }
  }

  var count: Int { numbering.count }

  /// The post with an index from 0, the newest, to `count - 1`, the oldest.
  func post(at index: Int) -> Post {
    var random = self.random(at: index)
    let author = random.pick(FakePhrases.authors)
    let answered = index + 1 + random.next(below: 12)
    let isReply = random.next(below: 4) == 0 && answered < count
    let mention = isReply ? "@\(self.author(at: answered).screenName) " : ""
    return Post(
      id: String(numbering.number(at: index)), author: author,
      text: mention + FakePhrases.text(by: author, from: &random),
      createdAt: createdAt(at: index), inReplyTo: isReply ? String(numbering.number(at: answered)) : nil)
  }

  private func random(at index: Int) -> SplitMix64 {
    SplitMix64(seed: SplitMix64.seed(seed, UInt64(index)))
  }

  private func author(at index: Int) -> Author {
    var random = self.random(at: index)
    return random.pick(FakePhrases.authors)
  }

  /// A block of posts fills a block of time: lulls and bursts inside, and no sum over all the posts before.
  private func createdAt(at index: Int) -> Date {
    let (block, place) = index.quotientAndRemainder(dividingBy: Self.postsPerBlock)
    var random = SplitMix64(seed: SplitMix64.seed(~seed, UInt64(block)))
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
