import Core
import Feed
import WorkCounting

/// What posts take.
@MainActor
enum Memory {
  private static let group = "Memory"

  static var figures: [Figure] {
    get async {
      guard Work.countsMemory else { return [] }
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
      let array = await Work.counted {
        var posts: [Post] = []
        for page in pages { posts += page.posts }
        keep(posts)
      }
      func counts<Subject>(
        _ make: (ImmediateFeed) -> Subject, load: (Subject) async -> Void, more: (Subject) async -> Void
      ) async -> Work {
        let feed = ImmediateFeed(first: pages[0])
        feed.put(pages.dropFirst().reversed())
        let subject = make(feed)
        return await Work.counted {
          await load(subject)
          for _ in 1..<500 { await more(subject) }
        }
      }
      let plain = await counts({ PlainFeed($0) }, load: { await $0.load() }, more: { await $0.loadMore() })
      let store = await counts({ $0.store }, load: { await $0.load() }, more: { await $0.loadMore() })
      let work = "bytes allocated on the way to 10,000 posts"
      let (alone, plainly) = (Double(array.allocatedBytes), Double(plain.allocatedBytes))
      let allocated = Double(store.allocatedBytes)
      return [
        figure(work, "an array alone", alone, nil, nil),
        figure(work, "plain Swift", plainly, alone, nil),
        figure(work, "FeedStore", allocated, plainly, 1.2),
        figure("\(work), against an array alone", "FeedStore", allocated, alone, 1.2),
      ]
    }
  }

  /// Bytes that 100,000 posts take, what their strings own included.
  private static func live(short: Bool) async -> [Figure] {
    let (count, first) = (100_000, TimelineSubject.firstNumber)
    var posts: [Post] = []
    let array = await Work.counted {
      for number in 0..<count / 20 {
        posts += SamplePosts.page(below: first - number * 20, count: 20, short: short).posts
      }
    }
    keep(posts)
    posts = []
    let feed = ImmediateFeed(first: SamplePosts.page(below: first, count: 20, short: short))
    let subject = feed.store
    let store = await Work.counted {
      await subject.load()
      for number in 1..<count / 20 {
        feed.put([SamplePosts.page(below: first - number * 20, count: 20, short: short)])
        await subject.loadMore()
      }
    }
    keep(subject)
    let work = "bytes per post, \(short ? "short" : "usual") posts"
    return [
      figure(work, "an array alone", Double(array.liveBytes) / Double(count), nil, nil),
      figure(work, "FeedStore", Double(store.liveBytes) / Double(count), Double(array.liveBytes) / Double(count), 1.25),
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
