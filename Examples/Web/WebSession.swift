#if Network
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import Foundation
  import MyPage
  import Observation

  /// A browser session: an app of its own, and the event streams of its tabs.
  @MainActor
  final class WebSession {
    /// An open event stream.
    struct Stream: Sendable {
      fileprivate let number: Int
      /// An element whenever something that a page shows may have changed, and at each heartbeat.
      let signals: AsyncStream<Void>
      /// Adds a signal, or ends them.
      let continuation: AsyncStream<Void>.Continuation
    }

    /// The token in the cookie.
    var id = RandomToken()
    /// Whether the token was made after the user signed in.
    var hasTokenOfUser = false
    /// The token in every form.
    let formToken = RandomToken()
    let root: AppRoot
    var lastUse: ContinuousClock.Instant
    /// Whether a form was ever submitted.
    private(set) var hasActed = false
    private(set) var openActions = 0
    /// The posts as last rendered, because a page of posts changes by a few of them.
    var renderedPosts: [String: RenderedPost] = [:]

    private let configuration: WebConfiguration
    private var budget: Double
    private var lastRequest: ContinuousClock.Instant
    private var streams: [Int: AsyncStream<Void>.Continuation] = [:]
    private var nextStream = 0
    /// Counts the changes of what a page shows.
    private(set) var revision = 0

    init(_ environment: AppEnvironment, configuration: WebConfiguration) {
      self.configuration = configuration
      root = AppRoot(environment)
      lastUse = configuration.now()
      lastRequest = lastUse
      budget = Double(configuration.requestRate.burst)
      observe()
    }

    /// Whether the root shows the home of a user, also while their account is being deleted.
    var isSignedIn: Bool {
      switch root.screen {
      case .home: true
      case .launch, .login: false
      }
    }

    /// Takes a request from the budget; returns `false` where none is left.
    func spendRequest() -> Bool {
      let now = configuration.now()
      let seconds = lastRequest.duration(to: now) / .seconds(1)
      lastRequest = now
      let rate = configuration.requestRate
      budget = min(Double(rate.burst), budget + seconds * Double(rate.perSecond))
      guard budget >= 1 else { return false }
      budget -= 1
      return true
    }

    // MARK: Places

    /// Navigates to a link, as a tab that opens its page; reads what the page shows where nothing is read yet.
    func visit(_ link: DeepLink) async {
      switch link {
      // To open the sign-in screen again would clear its error.
      case .signIn where current == link, .signUp where current == link:
        break
      case .timeline(let id) where isSignedIn && id == root.feed.timelines.chosen:
        root.show(.timeline)
        if case .idle = root.feed.state { await root.feed.load() }
      case .myPage where isSignedIn:
        root.show(.myPage)
        if case .idle = root.myPage.state { await root.myPage.load() }
      case .compose where isSignedIn:
        if case .idle = root.feed.state { await root.feed.load() }
        await root.open(link)
      case .timeline, .myPage, .compose, .signIn, .signUp:
        await root.open(link)
      }
      await root.waitForRoutes()
    }

    /// Performs an action of a form on the page of a link, and returns the link to show next.
    func perform(_ action: WebAction, at link: DeepLink) async -> DeepLink {
      hasActed = true
      openActions += 1
      defer { openActions -= 1 }
      if isSignedIn, let destination = destination(of: link) { root.show(destination) }
      await action.perform(root)
      await root.waitForRoutes()
      // The route after a post closes the composer.
      if case .compose = link, case .home(let destination) = root.screen {
        guard case .compose = destination else { return .timeline(root.feed.timelines.chosen) }
      }
      return place(at: link)
    }

    /// The link of what a tab at a link shows: another one where a user has to sign in first, or has signed in.
    func place(at link: DeepLink) -> DeepLink {
      switch (link, isSignedIn) {
      case (.timeline, true): .timeline(root.feed.timelines.chosen)
      case (.compose, true), (.myPage, true), (.signIn, false), (.signUp, false): link
      case (.signIn, true), (.signUp, true), (.timeline, false), (.compose, false), (.myPage, false): current
      }
    }

    /// The link of the screen that the root shows.
    var current: DeepLink {
      switch root.screen {
      case .launch, .login(.signIn): .signIn
      case .login(.signUp): .signUp
      case .home(.myPage): .myPage
      case .home(.timeline): .timeline(root.feed.timelines.chosen)
      case .home(.compose(let replyTo, _)): .compose(replyTo: replyTo)
      }
    }

    private func destination(of link: DeepLink) -> HomeDestination? {
      switch link {
      case .timeline: .timeline
      case .myPage: .myPage
      case .compose(let replyTo): .compose(replyTo: replyTo, screenName: composer(replyTo).screenName)
      case .signIn, .signUp: nil
      }
    }

    /// The composer of a tab, whatever other tabs compose.
    func composer(_ replyTo: Post.ID?) -> FeedComposer {
      let post = replyTo.flatMap { id in root.feed.state.content?.posts.first { $0.id == id } }
      return FeedComposer(replyTo: replyTo, screenName: post?.author.screenName)
    }

    // MARK: Event streams

    var streamCount: Int { streams.count }

    func openStream() -> Stream {
      nextStream += 1
      let (signals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      streams[nextStream] = continuation
      return Stream(number: nextStream, signals: signals, continuation: continuation)
    }

    /// Closes a stream; returns `false` where it is closed already.
    func closeStream(_ stream: Stream) -> Bool {
      stream.continuation.finish()
      guard streams.removeValue(forKey: stream.number) != nil else { return false }
      lastUse = configuration.now()
      return true
    }

    func endStreams() {
      for stream in streams.values { stream.finish() }
    }

    /// Observes everything that a page shows, once for all streams: a registration lasts until the next change.
    private func observe() {
      withObservationTracking {
        _ = root.screen
        _ = (root.auth.state, root.auth.notice, root.auth.isDeletingAccount)
        _ = (root.feed.state, root.feed.timelines, root.feed.notice, root.feed.outbox)
        _ = (root.myPage.state, root.myPage.notice)
      } onChange: { [weak self] in
        // The change itself comes after this call.
        Task { @MainActor in self?.changed() }
      }
    }

    private func changed() {
      observe()
      revision += 1
      for stream in streams.values { stream.yield() }
    }
  }

  /// An action of a form.
  struct WebAction {
    let perform: @MainActor (AppRoot) async -> Void

    /// The action of a form’s path; `nil` where there is none.
    init?(_ path: String, _ form: FormFields) {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
        String($0).removingPercentEncoding ?? ""
      }
      guard let perform = Self.action(parts, form) else { return nil }
      self.perform = perform
    }

    private static func action(_ path: [String], _ form: FormFields) -> (@MainActor (AppRoot) async -> Void)? {
      switch (path.first ?? "", path.count, path.last ?? "") {
      case ("signin", 1, _): { await $0.auth.login(email: form["email"], pass: form["pass"]) }
      case ("signup", 1, _): { await $0.auth.signUp(email: form["email"], pass: form["pass"]) }
      case ("signin", 2, let id):
        { root in
          guard let provider = root.environment.providers.first(where: { $0.id == id }) else { return }
          await root.auth.login(with: provider)
        }
      case ("signout", 1, _): { await $0.auth.logout() }
      case ("timeline", 2, "load"): { await $0.feed.load() }
      case ("timeline", 2, "refresh"): { await $0.feed.refresh() }
      case ("timeline", 2, "more"): { await $0.feed.loadMore() }
      case ("posts", 1, _):
        { root in await post(PostInput(text: form["text"], replyTo: form["reply_to"].nonempty), root) }
      case ("posts", 3, "like"): { await $0.feed.like(post: path[1]) }
      case ("posts", 3, "unlike"): { await $0.feed.unlike(post: path[1]) }
      case ("posts", 3, "delete"): { await $0.feed.delete(post: path[1]) }
      case ("drafts", 3, "retry"): { await $0.feed.retry(draft: path[1]) }
      case ("drafts", 3, "discard"): { await $0.feed.discard(draft: path[1]) }
      case ("account", 2, "delete"): { await $0.auth.deleteAccount(pass: form["pass"]) }
      case ("mypage", 2, "load"): { await $0.myPage.load() }
      case ("mypage", 2, "save"): { await $0.myPage.save(name: form["name"], gender: Int(form["gender"]) ?? 0) }
      case ("mypage", 2, "delete"): { await $0.myPage.deleteProfile() }
      case ("notices", 2, "auth"): { $0.auth.dismissNotice() }
      case ("notices", 2, "feed"): { $0.feed.dismissNotice() }
      case ("notices", 2, "mypage"): { $0.myPage.dismissNotice() }
      case ("notices", 2, "mypage-retry"):
        { root in
          root.myPage.dismissNotice()
          await root.myPage.load()
        }
      default: nil
      }
    }

    @MainActor
    private static func post(_ input: PostInput, _ root: AppRoot) async {
      // What is refused stays in the composer; what could not be sent is among the unsent posts of the timeline.
      await root.feed.keep(text: input.text, replyTo: input.replyTo)
      await root.feed.post(text: input.text, replyTo: input.replyTo)
      let isUnsent = root.feed.outbox.unsent.contains { post in
        post.draft.replyTo == input.replyTo && post.draft.text == input.text.trimmingWhitespace
      }
      if isUnsent, case .home(.compose) = root.screen { root.show(.timeline) }
    }
  }

  /// The HTML of a post, and what it was rendered from.
  struct RenderedPost {
    let row: PostRow
    let isOwn: Bool
    let html: String
  }

  extension String {
    fileprivate var nonempty: String? { isEmpty ? nil : self }
  }
#endif
