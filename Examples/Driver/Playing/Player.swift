#if Driver
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import MyPage
  import StoreExploring

  /// Plays lines on the Stores of an app, and writes what happens to a transcript.
  @MainActor
  package final class Player {
    /// The app.
    package private(set) var root: AppRoot
    /// Called with the app that replaces a killed one, before it is launched.
    package var onRelaunch: @MainActor (AppRoot) -> Void = { _ in }
    let environment: AppEnvironment
    let faults: any FaultControl
    private let beforeLine: @Sendable () -> Void
    private let transcript: any Transcript
    private let askPassword: (@MainActor () -> String?)?
    private let messages: DriverMessages
    private var recorder = StoreRecorder()
    private var action = RestoreCommand.label

    /// Creates an app and observes it; `askPassword` asks the user for a password that a line leaves out.
    package init(
      _ environment: AppEnvironment, on backend: DriverBackend, transcript: any Transcript,
      askPassword: (@MainActor () -> String?)? = nil
    ) {
      self.environment = environment
      faults = backend.faults
      beforeLine = backend.beforeLine
      self.transcript = transcript
      self.askPassword = askPassword
      messages = DriverMessages(environment.language)
      root = AppRoot(environment)
      observe()
    }

    /// Launches the app.
    package func launch() async {
      await root.launch()
      await finish()
    }

    /// Replaces the app, as if its process had been killed, by one on the same storages and backend.
    func relaunch() async {
      root = AppRoot(environment)
      recorder = StoreRecorder()
      observe()
      onRelaunch(root)
      await root.launch()
    }

    /// Performs an action of another front end.
    package func perform(_ work: () async -> Void) async {
      await work()
      await finish()
    }

    /// Plays a line, and does nothing where it is empty.
    func play(_ line: String) async throws(ScriptError) {
      guard let line = try ScriptLine(line) else { return }
      try await play(line)
    }

    /// Plays a line.
    package func play(_ line: ScriptLine) async throws(ScriptError) {
      beforeLine()
      action = type(of: line.command).label
      transcript.line(line.text)
      do throws(ScriptError) {
        try await line.command.perform(in: self)
      } catch {
        await finish()
        throw error
      }
      await finish()
    }

    func heading(_ text: String) {
      transcript.heading(text)
    }

    /// Shows a part of the screen’s content.
    func show(_ label: String, _ lines: [String]) {
      recorder.flush()
      transcript.content(label, lines)
    }

    /// Returns the password of a line, or asks the user for it.
    func password(_ password: String?, of command: any ScriptCommand.Type) throws(ScriptError) -> String {
      guard let password = password ?? askPassword?() else { throw .missingPassword(of: command) }
      return password
    }

    var feed: any FeedActions { root.feed }

    var outbox: any OutboxActions { root.outbox }

    func state(of store: StoreName) -> StateText {
      switch store {
      case .auth: root.auth.state.stateText
      case .feed: root.feed.state.stateText(messages, timeline: root.feed.timelineTitle)
      case .outbox: root.outbox.state.stateText(messages)
      case .mypage: root.myPage.state.stateText(messages)
      }
    }

    private func finish() async {
      await root.waitForRoutes()
      flush()
    }

    /// Writes the transitions that are not written yet.
    package func flush() {
      recorder.flush()
    }

    // MARK: Observing

    /// Observes one value, so that the lines of the transcript have one order.
    private func observe() {
      recorder.record(root, \.snapshot) { [weak self] change in self?.write(change.from, change.to) }
    }

    private func write(_ from: AppSnapshot, _ to: AppSnapshot) {
      func transition(_ store: StoreName, _ from: StateText, _ to: StateText) {
        transcript.transition(store.rawValue, action: action, from: from.name, to: to.name, text: to.text)
      }
      func notice(_ store: StoreName, _ from: Notice?, _ to: Notice?) {
        if let to, to != from { transcript.notice(store.rawValue, action: action, to) }
      }
      if from.auth != to.auth { transition(.auth, from.auth.stateText, to.auth.stateText) }
      if from.screen != to.screen { transcript.screen(to.screen) }
      if from.feed != to.feed {
        transition(
          .feed, from.feed.stateText(messages, timeline: from.timeline),
          to.feed.stateText(messages, timeline: to.timeline))
      }
      let (outboxBefore, outbox) = (from.outbox.stateText(messages), to.outbox.stateText(messages))
      // The text in the composer is not shown.
      if outboxBefore != outbox { transition(.outbox, outboxBefore, outbox) }
      if from.myPage != to.myPage {
        transition(.mypage, from.myPage.stateText(messages), to.myPage.stateText(messages))
      }
      notice(.auth, from.authNotice, to.authNotice)
      notice(.feed, from.feedNotice, to.feedNotice)
      notice(.outbox, from.outboxNotice, to.outboxNotice)
      notice(.mypage, from.myPageNotice, to.myPageNotice)
    }
  }

  /// Everything of an app that a transcript shows.
  private struct AppSnapshot: Equatable {
    let auth: AuthState
    let authNotice: Notice?
    let feed: FeedState
    let feedNotice: Notice?
    let timeline: String
    let outbox: OutboxState
    let outboxNotice: Notice?
    let myPage: MyPageState
    let myPageNotice: Notice?
    let screen: String
  }

  extension AppRoot {
    fileprivate var snapshot: AppSnapshot {
      AppSnapshot(
        auth: auth.state, authNotice: auth.notice, feed: feed.state, feedNotice: feed.notice,
        timeline: feed.timelineTitle, outbox: outbox.state, outboxNotice: outbox.notice,
        myPage: myPage.state, myPageNotice: myPage.notice, screen: screenText)
    }
  }
#endif
