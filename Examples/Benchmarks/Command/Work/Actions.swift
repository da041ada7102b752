import Authentication
import Core
import Feed
import MyPage
import WorkCounting

/// Every action of the three Stores over use cases that answer at once.
@MainActor
enum Actions {
  private static let group = "Actions over an immediate use case"
  /// How many of the actions that need a Store of their own, or posts of their own, are done in a round.
  private static let count = 2_000
  /// How many of them make a stretch.
  private static let stretch = 50

  static var comparisons: [Comparison] {
    authentication + feed + myPage
  }

  private static var authentication: [Comparison] {
    let (plain, store) = (ImmediateAuth.plain, ImmediateAuth.store)
    return [
      Comparison(
        group, "login(email:pass:) and logout()", bound: 4,
        floor: .repeating("plain Swift") { times in
          for _ in 0..<times {
            await plain.login(email: "taro@example.com", pass: "password123")
            await plain.logout()
          }
        },
        .repeating("AuthStore") { times in
          for _ in 0..<times {
            await store.login(email: "taro@example.com", pass: "password123")
            await store.logout()
          }
        }),
      Comparison(
        group, "restore() and sessionEnded()", bound: 4,
        floor: .repeating("plain Swift") { times in
          for _ in 0..<times {
            await plain.restore()
            await plain.sessionEnded()
          }
        },
        .repeating("AuthStore") { times in
          for _ in 0..<times {
            await store.restore()
            await store.sessionEnded()
          }
        }),
    ]
  }

  private static var feed: [Comparison] {
    [
      Comparison(
        group, "load()", bound: 4,
        floor: plainFeed(loaded: false) { await $0.load() }, feedStore(loaded: false) { await $0.load() }),
      Comparison(
        group, "select(timeline:)", bound: 4,
        floor: plainFeed { await $0.select(timeline: "swift") }, feedStore { await $0.select(timeline: "swift") }),
      Comparison(
        group, "refresh()", bound: 4, floor: plainFeed { await $0.refresh() }, feedStore { await $0.refresh() }),
      Comparison(
        group, "loadMore()", bound: 4, floor: plainFeed { await $0.loadMore() }, feedStore { await $0.loadMore() }),
      Comparison(
        group, "post(text:)", bound: 4,
        floor: plainFeed { await $0.post(text: "Hello") }, feedStore { await $0.post(text: "Hello") }),
    ]
  }

  private static var myPage: [Comparison] {
    let (plain, store) = (PlainMyPage(ImmediateMyPage()), ImmediateMyPage().store)
    return [
      Comparison(
        group, "MyPage load()", bound: 4,
        floor: .repeating("plain Swift") { for _ in 0..<$0 { await plain.load() } },
        .repeating("MyPageStore") { for _ in 0..<$0 { await store.load() } }),
      Comparison(
        group, "save(name:gender:)", bound: 4,
        floor: .repeating("plain Swift") { for _ in 0..<$0 { await plain.save(name: "Taro", gender: 1) } },
        .repeating("MyPageStore") { for _ in 0..<$0 { await store.save(name: "Taro", gender: 1) } }),
      Comparison(
        group, "deleteProfile()", bound: 4,
        floor: .repeating("plain Swift") { for _ in 0..<$0 { await plain.deleteProfile() } },
        .repeating("MyPageStore") { for _ in 0..<$0 { await store.deleteProfile() } }),
    ]
  }

  private static func plainFeed(
    loaded: Bool = true, _ action: @escaping @MainActor (PlainFeed) async -> Void
  ) -> Variant {
    feedVariant("plain Swift", loaded, { PlainFeed($0) }, load: { await $0.load() }, action)
  }

  private static func feedStore(
    loaded: Bool = true, _ action: @escaping @MainActor (FeedStore) async -> Void
  ) -> Variant {
    feedVariant("FeedStore", loaded, { $0.store }, load: { await $0.load() }, action)
  }

  /// Pages of one post, so that what the Store does around them shows.
  private static func feedVariant<Subject: AnyObject>(
    _ name: String, _ isLoaded: Bool, _ make: @escaping @MainActor (ImmediateFeed) -> Subject,
    load: @escaping @MainActor (Subject) async -> Void, _ action: @escaping @MainActor (Subject) async -> Void
  ) -> Variant {
    let newest = SamplePosts.post(count)
    let pages = (1...count).map { FeedPage(posts: [SamplePosts.post($0 - 1)], nextMaxID: "\($0 - 1)") }
    let posts = (1...count).reversed().map { SamplePosts.post(count + $0) }
    return Variant(name: name) {
      let feed = ImmediateFeed(first: FeedPage(posts: [newest], nextMaxID: newest.id))
      feed.put(pages)
      feed.put(posts)
      let one = make(feed)
      if isLoaded { await load(one) }
      let subjects = isLoaded ? [one] : (0..<count).map { _ in make(feed) }
      var next = 0
      return await Stretches.median(of: count / stretch) {
        for index in next..<next + stretch { await action(subjects[isLoaded ? 0 : index]) }
        next += stretch
      } / Double(stretch)
    }
  }
}

extension Actions {
  /// How many jobs each action hands to the global executor.
  static var globalJobs: [Figure] {
    get async {
      let (auth, myPage) = (ImmediateAuth.store, ImmediateMyPage().store)
      let newest = SamplePosts.post(0)
      let feed = ImmediateFeed(first: FeedPage(posts: [newest], nextMaxID: newest.id)).store
      await feed.load()
      return [
        await jobs("AuthStore.login(email:pass:)") { await auth.login(email: "taro@example.com", pass: "password123") },
        await jobs("AuthStore.logout()") { await auth.logout() },
        await jobs("AuthStore.signUp(email:pass:)") {
          await auth.signUp(email: "taro@example.com", pass: "password123")
        },
        await jobs("AuthStore.sessionEnded()") { await auth.sessionEnded() },
        await jobs("AuthStore.restore()") { await auth.restore() },
        await jobs("FeedStore.select(timeline:)") { await feed.select(timeline: "swift") },
        await jobs("FeedStore.refresh()") { await feed.refresh() },
        await jobs("FeedStore.loadMore()") { await feed.loadMore() },
        await jobs("FeedStore.post(text:)") { await feed.post(text: "Hello") },
        await jobs("MyPageStore.load()") { await myPage.load() },
        await jobs("MyPageStore.save(name:gender:)") { await myPage.save(name: "Taro", gender: 1) },
        await jobs("MyPageStore.deleteProfile()") { await myPage.deleteProfile() },
      ]
    }
  }

  private static func jobs(_ name: String, _ actions: () async -> Void) async -> Figure {
    let counted = await Work.counted { await actions() }
    return Figure(
      group: group, work: "jobs handed to the global executor", variant: name,
      value: Double(counted.globalJobs), unit: "jobs", bound: 0)
  }
}
