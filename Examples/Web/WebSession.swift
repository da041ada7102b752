#if Network
  import Authentication
  import Core
  import Driver
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
    private(set) var id = RandomToken()
    /// The token in every form.
    private(set) var formToken = RandomToken()
    /// The sign-in that the tokens were made for.
    private var tokenUser: Generation?
    /// Whether the tokens were made for a sign-in that waits for an answer, after which they are those of its user.
    var awaitsUser = false
    private(set) var root: AppRoot
    /// The account that the sign-in screen offers to visitors who have none.
    var exampleAccount: FakeAccount? { configuration.exampleAccount }
    /// What the pane for developers shows, where it is on.
    let inspection: Inspection?
    var lastUse: ContinuousClock.Instant
    /// The address in the sign-in form that was sent last, until a user is signed in.
    var enteredEmail = ""
    /// The key of the next post, with which a composer that is submitted twice is one post.
    private(set) var postKey: PostDraft.ID = UUID().uuidString
    /// The last sign-in by a form with a key.
    private var signIn: (key: RandomToken, work: Task<Void, Never>)?
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
    /// The timeline that a tab has opened last.
    private var opened: Timeline.ID?
    /// The number of posts with which the timeline was last found too long.
    private var excessiveCount = 0

    /// Creates a session of an app; with an inspection, that lets it take its steps.
    init(_ root: AppRoot, configuration: WebConfiguration, inspection: Inspection? = nil) {
      (self.root, self.configuration, self.inspection) = (root, configuration, inspection)
      lastUse = configuration.now()
      lastRequest = lastUse
      budget = Double(configuration.requestRate.burst)
      inspection?.begin(
        onChange: { [weak self] in self?.changed() },
        onReplacement: { [weak self] root in self?.replaceRoot(with: root) })
    }

    /// Launches the app, unless the inspection has, and observes it.
    func launch() async {
      observe()
      if inspection == nil { await root.launch() }
    }

    /// Shows another app, which was asked for with the tokens of this session.
    private func replaceRoot(with root: AppRoot) {
      let isKnown = hasTokensOfUser
      self.root = root
      tokenUser = isKnown ? root.user : nil
      awaitsUser = isKnown && isSigningIn
      renderedPosts = [:]
      observe()
      changed()
    }

    /// Whether the root shows the home of a user, also while their account is being deleted.
    var isSignedIn: Bool {
      switch root.screen {
      case .home: true
      case .launch, .login: false
      }
    }

    /// Whether the tokens were made for the user who is signed in.
    ///
    /// Where they were not, an attacker may have planted the cookie, and nothing is shown for it.
    var hasTokensOfUser: Bool { !isSignedIn || root.user == tokenUser }

    /// Whether a sign-in waits for a response.
    var isSigningIn: Bool { !isSignedIn && root.auth.state == .loading }

    /// Makes other tokens, and ends the streams that were opened with the earlier ones.
    func renewTokens() {
      (id, formToken) = (RandomToken(), RandomToken())
      // They have the token of the forms.
      renderedPosts = [:]
      keepTokens()
    }

    /// Takes the tokens for those of the user who is signed in.
    func keepTokens() {
      tokenUser = root.user
      inspection?.forgetSteps(before: root.session.current?.user.id)
      changed()
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
      if let inspection {
        if case .timeline(let id) = link { opened = id }
        await inspection.perform(lines(visiting: link)) { _ in await self.navigate(to: link) }
      } else {
        await navigate(to: link)
        await root.waitForRoutes()
      }
    }

    /// What ``navigate(to:)`` does, in lines of a script.
    private func lines(visiting link: DeepLink) -> [ScriptLine?] {
      let isFeedIdle = root.feed.state == .idle
      let open = ScriptLine(command: "open", [link.text])
      switch link {
      case .signIn where current == link, .signUp where current == link:
        return []
      case .timeline(let id) where isSignedIn && id == root.feed.timelines.chosen:
        return lines(showing: .timeline) + (isFeedIdle ? [ScriptLine(command: "feed load")] : [])
      case .myPage where isSignedIn:
        return lines(showing: .myPage) + (root.myPage.state == .idle ? [ScriptLine(command: "mypage load")] : [])
      case .compose where isSignedIn:
        return (isFeedIdle ? [ScriptLine(command: "feed load")] : []) + [open]
      case .timeline, .myPage, .compose, .signIn, .signUp:
        return [open]
      }
    }

    /// What shows a destination, in lines of a script; none where it is shown.
    private func lines(showing destination: HomeDestination) -> [ScriptLine?] {
      guard root.screen != .home(destination) else { return [] }
      switch destination {
      case .timeline: return [ScriptLine(command: "show", ["timeline"])]
      case .myPage: return [ScriptLine(command: "show", ["mypage"])]
      case .compose(let replyTo, _):
        return [ScriptLine(command: "feed compose", options: replyTo.map { ["--reply-to", $0] } ?? [])]
      }
    }

    private func navigate(to link: DeepLink) async {
      if case .timeline(let id) = link { opened = id }
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
    }

    /// Performs an action of a form on the page of a link.
    func perform(_ action: WebAction, at link: DeepLink) async {
      openActions += 1
      defer { openActions -= 1 }
      if isSignedIn, let destination = destination(of: link) {
        if let inspection {
          await inspection.perform(lines(showing: destination)) { $0.show(destination) }
        } else {
          root.show(destination)
        }
      }
      // Another tab may show the other screen, and an error belongs to the one where it happened.
      if !isSignedIn, current != link, link == .signIn || link == .signUp { await visit(link) }
      if action.needsTimeline, isSuspended(link) { await visit(link) }
      if let inspection {
        await inspection.perform(action.lines(root)) { await action.perform($0) }
      } else {
        await action.perform(root)
        await root.waitForRoutes()
      }
      if isSignedIn { enteredEmail = "" }
    }

    /// Keeps what was typed in a composer.
    func keep(_ input: PostInput) async {
      if let inspection {
        return await inspection.perform([ScriptLine(draft: input)]) { _ in }
      }
      let outbox: any OutboxActions = root.outbox
      outbox.compose(text: input.text, replyTo: input.replyTo)
      await outbox.keep()
    }

    /// Performs a sign-in, once for each key: a form that is submitted again waits for the first one.
    func performSignIn(_ action: WebAction, at link: DeepLink, key: RandomToken?) async {
      guard let key else { return await perform(action, at: link) }
      if let signIn, isSignIn(by: key) { return await signIn.work.value }
      // Ignored by the Store, so that the key is not the one that signs in.
      guard !isSigningIn else { return }
      let work = Task { await perform(action, at: link) }
      signIn = (key, work)
      await work.value
    }

    /// Whether the form with a key has signed the user in, or is doing that.
    func isSignIn(by key: RandomToken) -> Bool {
      guard let signIn, signIn.key.matches(key.text) else { return false }
      return isSignedIn || root.auth.state == .loading
    }

    /// Notes that the form with a key was submitted: what is written next is another post.
    func usePostKey(_ key: PostDraft.ID) {
      if key == postKey { postKey = UUID().uuidString }
    }

    /// The link of what a tab shows after an action on the page of a link, also where that is not done yet.
    func place(afterActionAt link: DeepLink) -> DeepLink {
      if isSuspended(link) { return link }
      // A post has closed its composer.
      if case .compose = link, case .home(let destination) = root.screen {
        guard case .compose = destination else { return .timeline(root.feed.timelines.chosen) }
      }
      return place(at: link)
    }

    /// The link of what a tab at a link shows: another one where a user has to sign in first, or has signed in.
    func place(at link: DeepLink) -> DeepLink {
      switch (link, isSignedIn) {
      case (.timeline, true): .timeline(root.feed.timelines.chosen)
      case (.compose(let replyTo), true) where !root.feed.capabilities.contains(.composer(replyTo: replyTo)):
        .timeline(root.feed.timelines.chosen)
      case (.signUp, false) where !root.auth.capabilities.contains(.signUp): .signIn
      case (.compose, true), (.myPage, true), (.signIn, false), (.signUp, false): link
      case (.signIn, true), (.signUp, true), (.timeline, false), (.compose, false), (.myPage, false): current
      }
    }

    /// Whether the app shows another timeline than a tab at a link, because another tab has opened that.
    ///
    /// The tab stays as it is then, and its next action goes back to its timeline.
    func isSuspended(_ link: DeepLink) -> Bool {
      guard isSignedIn, case .timeline(let id) = link else { return false }
      return id != root.feed.timelines.chosen && id != opened
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
    ///
    /// An inspection tells it after each step.
    private func observe() {
      guard inspection == nil else { return }
      let root = root
      withObservationTracking {
        _ = root.screen
        _ = (root.auth.state, root.auth.notice, root.auth.isDeletingAccount)
        _ = (root.feed.state, root.feed.timelines, root.feed.notice, root.outbox.state, root.outbox.notice)
        _ = (root.myPage.state, root.myPage.notice)
      } onChange: { [weak self, weak root] in
        // The change itself comes after this call.
        Task { @MainActor in
          // A killed app may still change.
          guard let self, self.root === root else { return }
          self.observe()
          self.changed()
        }
      }
    }

    private func changed() {
      revision += 1
      if isSignedIn, awaitsUser {
        awaitsUser = false
        keepTokens()
      }
      if isSignedIn, inspection != nil { enteredEmail = "" }
      for stream in streams.values { stream.yield() }
      limitTimeline()
    }

    // MARK: Limits

    /// Whether the session may read another page of its timeline.
    var hasRoomForPosts: Bool { count(of: root.feed.state.content) < configuration.maximumPosts }

    /// Whether the session may hold another draft, in place of what is composed for the same post.
    func hasRoom(forDraft text: String, replyTo: Post.ID?) -> Bool {
      let outbox = root.outbox.state
      let texts = outbox.unsent.map(\.draft.text) + outbox.composed.filter { $0.replyTo != replyTo }.map(\.text)
      return texts.count < configuration.maximumDrafts
        && texts.reduce(text.utf8.count) { $0 + $1.utf8.count } <= configuration.maximumDraftSize
    }

    /// The number of posts, where one with many bytes counts as several.
    private func count(of content: FeedContent?) -> Int {
      content?.posts.reduce(0) { $0 + 1 + $1.size / 2_048 } ?? 0
    }

    /// Reads a timeline that is too long anew, once for each length: where that fails, its posts stay.
    ///
    /// The timeline below a thread is forgotten then.
    private func limitTimeline() {
      let count = [root.feed.state.content, root.feed.memory.previousContent].map(count).reduce(0, max)
      guard count > configuration.maximumPosts, count != excessiveCount else { return }
      excessiveCount = count
      Task {
        let chosen = root.feed.timelines.chosen
        if let inspection {
          let line = ScriptLine(command: "open", [DeepLink.timeline(chosen).text])
          await inspection.perform([line]) { await $0.feed.select(timeline: chosen) }
        } else {
          await root.feed.select(timeline: chosen)
        }
      }
    }
  }

  /// An action of a form.
  struct WebAction {
    let perform: @MainActor (AppRoot) async -> Void
    /// The action in lines of a script; `nil` stands for what a script cannot do.
    let lines: @MainActor (AppRoot) -> [ScriptLine?]
    /// Whether a user may be signed in afterwards who was not before.
    private(set) var maySignIn = false
    /// Whether it is about the timeline of its page, which has to be shown.
    private(set) var needsTimeline = false

    /// The action of a form’s path; `nil` where there is none.
    init?(_ path: String, _ form: FormFields) {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
        String($0).removingPercentEncoding ?? ""
      }
      guard let action = Self.action(parts, form) else { return nil }
      self = action
      maySignIn = ["signin", "signup"].contains(parts.first)
    }

    private init(
      _ command: String, _ arguments: [String] = [], options: [String] = [],
      perform: @escaping @MainActor (AppRoot) async -> Void
    ) {
      self.perform = perform
      lines = { _ in [ScriptLine(command: command, arguments, options: options)] }
    }

    private init(
      feed command: String, _ arguments: [String] = [],
      perform: @escaping @MainActor (any FeedActions) async -> Void
    ) {
      self.init(command, arguments) { await perform($0.feed) }
      needsTimeline = true
    }

    /// An action on a draft, which a script calls by its number.
    private init(
      _ command: String, draft id: String, perform: @escaping @MainActor (any OutboxActions) async -> Void
    ) {
      self.perform = { await perform($0.outbox) }
      lines = { root in
        guard let index = root.outbox.state.unsent.firstIndex(where: { $0.id == id }) else { return [] }
        return [ScriptLine(command: command, ["\(index + 1)"])]
      }
    }

    private static func action(_ path: [String], _ form: FormFields) -> WebAction? {
      switch (path.first ?? "", path.count, path.last ?? "") {
      case ("signin", 1, _):
        WebAction("login", [form["email"], form["pass"]]) {
          await $0.authActions.login(email: form["email"], pass: form["pass"])
        }
      case ("signup", 1, _):
        WebAction("signup", [form["email"], form["pass"]]) {
          await $0.authActions.signUp(email: form["email"], pass: form["pass"])
        }
      case ("signin", 2, let id):
        WebAction("login-with", [id]) { root in
          guard let provider = root.environment.providers.first(where: { $0.id == id }) else { return }
          await root.authActions.login(with: provider)
        }
      case ("signout", 1, _): WebAction("logout") { await $0.authActions.logout() }
      case ("timeline", 2, "load"): WebAction(feed: "feed load") { await $0.load() }
      case ("timeline", 2, "refresh"): WebAction(feed: "feed refresh") { await $0.refresh() }
      case ("timeline", 2, "more"): WebAction(feed: "feed more") { await $0.loadMore() }
      case ("posts", 1, _):
        post(PostInput(text: form["text"], replyTo: form["reply_to"].nonempty), key: form["key"].nonempty)
      case ("posts", 3, let name):
        Reaction(rawValue: name).map { reaction in
          WebAction(feed: "feed \(name)", [path[1]]) { await $0.react(reaction, to: path[1]) }
        }
      case ("drafts", 3, "retry"): WebAction("feed retry", draft: path[1]) { await $0.retry(draft: path[1]) }
      case ("drafts", 3, "discard"): WebAction("feed discard", draft: path[1]) { await $0.discard(draft: path[1]) }
      case ("account", 2, "delete"):
        WebAction("delete-account", [form["pass"]]) { await $0.authActions.deleteAccount(pass: form["pass"]) }
      case ("mypage", 2, "load"): WebAction("mypage load") { await $0.myPage.load() }
      case ("mypage", 2, "save"): save(name: form["name"], gender: Int(form["gender"]) ?? 0)
      case ("mypage", 2, "delete"): WebAction("mypage delete") { await $0.myPage.deleteProfile() }
      case ("notices", 2, "auth"): WebAction("dismiss") { $0.authActions.dismissNotice() }
      case ("timeline", 2, "read"): WebAction(feed: "feed read") { $0.markRead() }
      case ("notices", 2, "feed"), ("notices", 2, "outbox"):
        WebAction("feed dismiss") {
          $0.feed.dismissNotice()
          $0.outbox.dismissNotice()
        }
      case ("notices", 2, "mypage"): WebAction("mypage dismiss") { $0.myPage.dismissNotice() }
      case ("notices", 2, "mypage-retry"): retryProfile
      default: nil
      }
    }

    private static func save(name: String, gender: Int) -> WebAction {
      WebAction("mypage save", [name, "\(gender)"]) { await $0.myPage.save(name: name, gender: gender) }
    }

    private static var retryProfile: WebAction {
      WebAction(lines: { _ in [ScriptLine(command: "mypage dismiss"), ScriptLine(command: "mypage load")] }) { root in
        root.myPage.dismissNotice()
        await root.myPage.load()
      }
    }

    private init(
      lines: @escaping @MainActor (AppRoot) -> [ScriptLine?], perform: @escaping @MainActor (AppRoot) async -> Void
    ) {
      self.perform = perform
      self.lines = lines
    }

    private static func post(_ input: PostInput, key: PostDraft.ID?) -> WebAction {
      let line = ScriptLine(
        command: "feed post", [input.text],
        options: (input.replyTo.map { ["--reply-to", $0] } ?? []) + (key.map { ["--key", $0] } ?? []))
      return WebAction(lines: { root in
        root.outbox.ignores(input, key: key) ? [] : [ScriptLine(draft: input), line]
      }) { root in
        // What is refused stays in the composer.
        let outbox: any OutboxActions = root.outbox
        outbox.compose(text: input.text, replyTo: input.replyTo)
        await outbox.post(text: input.text, replyTo: input.replyTo, key: key)
        await outbox.keep()
      }
    }
  }

  /// The HTML of a post, and what it was rendered from.
  struct RenderedPost {
    /// The path of the page.
    let path: String
    let row: PostRow
    let isDeleteOffered: Bool
    let html: String
  }

  extension Post {
    /// The size of its texts in bytes.
    fileprivate var size: Int { [id, author.name, author.screenName, text].reduce(0) { $0 + $1.utf8.count } }
  }

  extension ScriptLine {
    /// Creates the line that keeps what is written in a composer.
    fileprivate init?(draft input: PostInput) {
      self.init(
        command: "feed draft", [input.text], options: input.replyTo.map { ["--reply-to", $0] } ?? [])
    }
  }

  extension AppRoot {
    fileprivate var authActions: any AuthActions { auth }
  }

  extension String {
    var nonempty: String? { isEmpty ? nil : self }
  }
#endif
