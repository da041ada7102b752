import Core
import Feed
import ProcessCounters

/// What posts take.
@MainActor
enum Memory {
  private static let group = "Memory"

  static var figures: [Figure] {
    get async {
      guard process_counters_count_allocations() else { return [] }
      var figures = await allocated
      for short in [true, false] { figures += await live(short: short) }
      return figures
    }
  }

  /// Bytes allocated on the way to 10,000 posts; the pages are there before.
  private static var allocated: [Figure] {
    get async {
      let number = TimelineSubject.firstNumber
      let pages = (0..<500).map { SamplePosts.page(below: number - $0 * 20, count: 20) }
      let array = await Counts.during {
        var posts: [Post] = []
        for page in pages { posts += page.posts }
        keep(posts)
      }
      func counts<Subject>(
        _ make: (ImmediateFeed) -> Subject, load: (Subject) async -> Void, more: (Subject) async -> Void
      ) async -> Counts {
        let feed = ImmediateFeed(first: pages[0])
        feed.put(pages.dropFirst().reversed())
        let subject = make(feed)
        return await Counts.during {
          await load(subject)
          for _ in 1..<500 { await more(subject) }
        }
      }
      let plain = await counts({ PlainFeed($0) }, load: { await $0.load() }, more: { await $0.loadMore() })
      let store = await counts({ $0.store }, load: { await $0.load() }, more: { await $0.loadMore() })
      return [
        figure("bytes allocated on the way to 10,000 posts", "an array alone", array.allocatedBytes, nil, nil),
        figure(
          "bytes allocated on the way to 10,000 posts", "plain Swift", plain.allocatedBytes, array.allocatedBytes, nil),
        figure(
          "bytes allocated on the way to 10,000 posts", "FeedStore", store.allocatedBytes, plain.allocatedBytes, 1.2),
        figure(
          "bytes allocated on the way to 10,000 posts, against an array alone", "FeedStore", store.allocatedBytes,
          array.allocatedBytes, 1.2),
      ]
    }
  }

  /// Bytes that 100,000 posts take, what their strings own included.
  private static func live(short: Bool) async -> [Figure] {
    let (count, first) = (100_000, TimelineSubject.firstNumber)
    var posts: [Post] = []
    let array = await Counts.during {
      for number in 0..<count / 20 {
        posts += SamplePosts.page(below: first - number * 20, count: 20, short: short).posts
      }
    }
    keep(posts)
    posts = []
    let feed = ImmediateFeed(first: SamplePosts.page(below: first, count: 20, short: short))
    let subject = feed.store
    let store = await Counts.during {
      await subject.load()
      for number in 1..<count / 20 {
        feed.put([SamplePosts.page(below: first - number * 20, count: 20, short: short)])
        await subject.loadMore()
      }
    }
    keep(subject)
    let work = "bytes per post, \(short ? "short" : "usual") posts"
    return [
      figure(work, "an array alone", array.liveBytes / Double(count), nil, nil),
      figure(work, "FeedStore", store.liveBytes / Double(count), array.liveBytes / Double(count), 1.25),
    ]
  }

  private static func figure(
    _ work: String, _ variant: String, _ value: Double, _ floor: Double?, _ bound: Double?
  ) -> Figure {
    Figure(
      group: group, work: work, variant: variant, value: value, unit: "bytes", ratio: floor.map { value / $0 },
      bound: bound)
  }

  /// Keeps a value alive until here.
  @inline(never)
  private static func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
  }
}
