#if Driver
  import Core
  import Feed
  import StoreExploring

  extension StateGraph {
    /// Feed with every kind of answer that leads somewhere, on two timelines.
    @MainActor
    static var feed: StoreExplorer<FeedStore, FeedState> {
      StoreExplorer(
        state: \.state, actions: actions, invariants: [], stateName: name, fingerprint: { StateFingerprint($0) }
      ) { holds in
        FeedStore(useCase: useCase(holds), messages: .english)
      }
    }

    private static let timelines = [Timeline(id: "home", title: "Home"), Timeline(id: "swift", title: "Swift")]

    @MainActor
    private static var actions: [StoreAction<FeedStore>] {
      [
        StoreAction("load") { await $0.load() },
        StoreAction("refresh") { await $0.refresh() },
        StoreAction("loadMore") { await $0.loadMore() },
        StoreAction("select") { await $0.select(timeline: timelines[1].id) },
        StoreAction("post") { await $0.post(text: "Hello") },
        StoreAction("compose") { $0.compose() },
      ]
    }

    private static func name(_ state: FeedState) -> String {
      guard case .loaded(let content) = state, content.activity != .none else { return StateName.ofCase(state) }
      return "loaded, \(content.activity)"
    }

    private static func useCase(_ holds: ControlledDependencies) -> FeedUseCase {
      let failure = FeedError.cancelled
      let posts = (1...2).map { number in
        Post(
          id: "\(number)", author: Author(id: "author-1", name: "Hanako", screenName: "hanako"), text: "Hello",
          createdAt: DriverBackend.tourDate)
      }
      var useCase = FeedUseCase(repository: NoFeed())
      useCase.readTimelines = AnyUseCase { _ in timelines }
      useCase.readPage = holds.useCase("page", whenCancelled: failure) { request in
        [
          .success("posts", FeedPage(posts: [posts[0]], nextMaxID: posts[0].id)),
          .success("no posts", FeedPage(posts: [], nextMaxID: nil)), .failure("offline", .noNetwork),
          .failure("not authorized", .notAuthorized), .failure("session ended", .sessionEnded),
        ]
      }
      useCase.sendPost = holds.useCase("post", whenCancelled: failure) { _ in
        [.success("created", posts[1]), .failure("offline", .noNetwork)]
      }
      return useCase
    }
  }

  /// A repository that is never asked, because every use case has its place taken.
  private struct NoFeed: FeedRepository {
    func timelines() async throws(FeedError) -> [Timeline] { throw .cancelled }
    func page(_ request: FeedPageRequest) async throws(FeedError) -> FeedPage { throw .cancelled }
    func send(_ draft: PostDraft) async throws(FeedError) -> Post { throw .cancelled }
  }
#endif
