import Authentication
import Core
import ExampleApp
@testable import Feed
@testable import MyPage
import StoreExploring

/// Who was signed in before the last step, and whether something is due since an earlier one.
private struct AtHome: Hashable {
  private var user: AppUser?
  var isDue = false

  /// Returns who was, and notes who is now.
  mutating func next(_ moment: ExplorationState<ExploredApp, AppState>) -> AppUser? {
    let before = user
    user = nil
    if moment.state.isHome, case .signedIn(let now) = moment.state.auth { user = AppUser(rawValue: now.name) }
    return before
  }
}

/// Whether the device was locked when the app was launched, and whether the app has been active since.
private enum FirstUnlock {
  case none, awaited, over
}

/// Whether the home was shown before the last step, also while an account was being deleted, and whether a link waits.
private struct AwaitedLink: Hashable {
  var wasHome = false
  var isDue = false
}

/// What must hold of the whole app, whatever its user, its server and its system do.
extension Invariant<ExploredApp, AppState> {
  static var ofTheApp: [Invariant] {
    [
      launchEnds, unlockedIsSignedIn, nothingIsLoading, signedInWithSession, endedSessionIsOver, reasonIsShown,
      signedOutStays, ownData, signedOutIsEmpty, nothingIsSentForOthers, registration, linksArePerformed,
      nothingWrittenIsLost, noPostTwice, likesAgree, snapshotsAreOwn, snapshotsAreMarked,
    ]
  }

  // MARK: Sessions

  static var launchEnds: Invariant {
    .whenIdle("the launch screen ends") { $0.state.screen != .launch }
  }

  static var unlockedIsSignedIn: Invariant {
    .following("after the first unlock, a user is signed in once the app is active", from: FirstUnlock.none) {
      unlock, moment in
      let disk = moment.world.disk.content
      if disk.isLocked {
        unlock = .awaited
      } else if unlock == .awaited, moment.started == "becomes active" || moment.isRelaunched {
        unlock = .over
      }
      return unlock != .over || !moment.isIdle || moment.user != nil || disk.session == nil
    }
  }

  static var nothingIsLoading: Invariant {
    .whenIdle("nothing is loading") { moment in
      let state = moment.state
      return state.auth != .loading && state.feed != .loading && state.feed.content?.reading ?? .idle == .idle
        && state.outbox.unsent.allSatisfy { $0.progress == .waiting } && state.myPage != .loading
        && state.myPage.content?.activity ?? .idle == .idle
    }
  }

  static var signedInWithSession: Invariant {
    .whenIdle("a user is signed in exactly if there is a session") { moment in
      if case .signedIn(let user) = moment.state.auth {
        user.name == moment.root.session.current?.user.name
      } else {
        moment.root.session.current == nil
      }
    }
  }

  static var endedSessionIsOver: Invariant {
    .following("a session that the server has refused is over", from: false) { isRefused, moment in
      let token = moment.root.session.current?.accessToken?.rawValue
      isRefused = token != nil && (isRefused || moment.traffic.refused == token)
      return !(isRefused && moment.isIdle)
    }
  }

  static var reasonIsShown: Invariant {
    .following("a user whose session has ended sees the reason, and the server has ended it", from: AtHome()) {
      before, moment in
      let former = before.next(moment)
      if let former, !moment.state.isHome, !moment.isRelaunched, moment.started != "sign out" {
        guard moment.traffic.isCurrentRefused else { return false }
        before.isDue = !moment.world.server.account(of: former).isDeleted
      }
      // A link that needs a user leads to the sign-in screen, which begins anew.
      if moment.started.map({ $0.hasPrefix("sign in") || $0.hasPrefix("link") }) == true { before.isDue = false }
      before.isDue = before.isDue && !moment.state.isHome && !moment.isRelaunched
      return !before.isDue || moment.state.auth == .error(moment.root.auth.messages.sessionExpired)
    }
  }

  static var signedOutStays: Invariant {
    .following("a user who is not signed in is not signed in by a launch", from: AtHome()) { before, moment in
      let (wasHome, isHome) = (before.next(moment) != nil, moment.state.isHome)
      if moment.isRelaunched, !wasHome, isHome { return before.isDue }
      // The user is told that the end of the session is not saved.
      if wasHome, !isHome, moment.world.disk.content.isFull { before.isDue = true }
      // Before the first unlock no user has signed out.
      if moment.world.disk.content.isLocked { before.isDue = true }
      before.isDue = before.isDue && !isHome && moment.world.disk.content.session != nil
      return true
    }
  }

  // MARK: Data

  static var ownData: Invariant {
    .always("a user sees nothing of another user") { moment in
      guard case .signedIn(let user) = moment.state.auth else { return true }
      let (profile, unsent) = (moment.state.myPage.content?.profile, moment.state.outbox.unsent)
      return profile?.name ?? user.name == user.name
        && unsent.allSatisfy { $0.draft.text == AppUser(rawValue: user.name)?.text }
    }
  }

  static var signedOutIsEmpty: Invariant {
    .always("a signed-out user sees no data", when: { !$0.state.isHome }) { moment in
      moment.state.feed.content == nil && moment.state.myPage.content == nil && moment.state.outbox == OutboxState()
    }
  }

  static var nothingIsSentForOthers: Invariant {
    .always("nothing is sent for a user who has signed out") { $0.traffic.stray.isEmpty }
  }

  static var registration: Invariant {
    .whenIdle("registering is offered exactly to a user without a profile") { moment in
      switch moment.state.myPage {
      case .idle, .loading: true
      case .loaded, .error: moment.root.myPage.isRegisterOffered == (moment.user?.hasProfile == false)
      }
    }
  }

  // MARK: Links

  static var linksArePerformed: Invariant {
    .following("a link is performed once, for the user who opened it or signed in after it", from: AwaitedLink()) {
      link, moment in
      let (wasHome, isHome) = (link.wasHome, moment.state.isHome)
      link.wasHome = isHome
      if moment.isRelaunched { link.isDue = false }
      if moment.started?.hasPrefix("link") == true {
        guard !wasHome else { return moment.state.screen == .home(.timeline) }
        link.isDue = true
      }
      guard isHome, !wasHome || moment.isRelaunched else { return true }
      defer { link.isDue = false }
      return moment.state.screen == .home(link.isDue ? .timeline : .myPage)
    }
  }

  // MARK: Posts

  static var nothingWrittenIsLost: Invariant {
    .following("what was written is published or kept, until the user discards it", from: Written()) {
      written, moment in
      written.note(moment)
      return written.isLeft(in: moment)
    }
  }

  static var noPostTwice: Invariant {
    .always("a post is published once, by the user who wrote it") { moment in
      let posts = moment.world.server.content.posts.filter { $0.key != "" }
      return Set(posts.map(\.author)).count == posts.count && posts.allSatisfy { $0.text == $0.author.text }
    }
  }

  // MARK: Snapshots

  static var snapshotsAreOwn: Invariant {
    .whenIdle("what is kept belongs to the signed-in user, and says what the server has") { moment in
      let snapshots = AppSnapshots(disk: moment.world.disk)
      return AppUser.allCases.allSatisfy { user in
        let feed = snapshots.load(KeptFeed.self, for: user.user.id)?.content.page.posts
        let profile = snapshots.load(KeptProfile.self, for: user.user.id)?.content
        guard user == moment.user else { return feed == nil && profile == nil }
        return feed?.map(\.text) ?? ["Welcome"] == ["Welcome"] && profile.map { _ in user.hasProfile } ?? true
      }
    }
  }

  static var snapshotsAreMarked: Invariant {
    .following("what was kept is marked until the server has answered", from: false) { isAnswered, moment in
      if moment.isRelaunched || !moment.state.isHome { isAnswered = false }
      if moment.answered?.call == "GET /v1/timeline", moment.answered?.answer == "released" { isAnswered = true }
      return isAnswered || moment.state.feed.content?.keptAt != nil || moment.state.feed.content == nil
    }
  }

  static var likesAgree: Invariant {
    .whenIdle("a post is shown as liked if it is at the server, or as the user wants it where that is kept") { moment in
      guard let post = moment.state.feed.content?.posts.last, let user = moment.user else { return true }
      let waiting = moment.subject.root.feed.waitingReactions
      let kept = moment.world.disk.drafts(of: user).reactions
      // A page that the server has not been asked for since is what it was.
      let isLiking = waiting.last.map { $0.reaction == .like } ?? moment.world.server.account(of: user).isLiking
      return post.isLiked == isLiking && waiting.allSatisfy(kept.contains)
    }
  }
}

/// What users have written and not discarded.
private struct Written: Hashable {
  /// What is in memory only: the app says where a write fails, and a kill before it ends takes what was just typed.
  private var unsaved: Set<AppUser> = []
  private var saved: Set<AppUser> = []

  @MainActor
  mutating func note(_ moment: ExplorationState<ExploredApp, AppState>) {
    if moment.started == "post", let user = moment.user { unsaved.insert(user) }
    if moment.started == "discard", let user = moment.user {
      unsaved.remove(user)
      saved.remove(user)
    }
    for user in unsaved where moment.world.has(user.text, of: user) {
      unsaved.remove(user)
      saved.insert(user)
    }
    if moment.isRelaunched || !moment.state.isHome { unsaved = [] }
    saved = saved.filter { !moment.world.server.account(of: $0).isDeleted }
  }

  @MainActor
  func isLeft(in moment: ExplorationState<ExploredApp, AppState>) -> Bool {
    saved.allSatisfy { moment.world.has($0.text, of: $0) }
      && unsaved.allSatisfy { user in moment.state.outbox.unsent.contains { $0.draft.text == user.text } }
  }
}
