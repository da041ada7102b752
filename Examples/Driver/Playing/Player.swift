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
    /// The app whose schedule this is, where its steps are taken by hand.
    weak var scheduler: ScheduledApp?
    let environment: AppEnvironment
    let faults: any FaultControl
    private let beforeLine: @Sendable () -> Void
    /// Writes what happens.
    package var transcript: Transcript
    private let askPassword: (@MainActor () -> String?)?
    /// Whether the last line has written anything but itself.
    private(set) var hasShownResult = false
    private var recorder = StoreRecorder()
    private var action = "restore"
    private var usage = ""

    /// Creates an app and observes it; `askPassword` asks the user for a password that a line leaves out.
    package init(
      _ environment: AppEnvironment, on backend: DriverBackend, transcript: @escaping Transcript,
      askPassword: (@MainActor () -> String?)? = nil
    ) {
      self.environment = environment
      faults = backend.faults
      beforeLine = backend.beforeLine
      self.transcript = transcript
      self.askPassword = askPassword
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
      if let line = try ScriptLine(line) { try await play(line) }
    }

    /// Plays a line.
    package func play(_ line: ScriptLine) async throws(ScriptError) {
      beforeLine()
      (action, usage) = (line.command.label, line.command.usage)
      transcript(.line(line.text))
      hasShownResult = false
      do throws(ScriptError) {
        if line.command.isOffered(root) { try await line.call(self) } else { showNotOffered() }
      } catch {
        await finish()
        throw error
      }
      await finish()
    }

    func heading(_ text: String) {
      transcript(.heading(text))
    }

    /// Shows a part of the screen’s content.
    func show(_ label: String, _ lines: [String]) {
      recorder.flush()
      write(.content(label, lines))
    }

    /// Shows that the server does not offer what the line does, which is no error: a script may be for several servers.
    func showNotOffered() {
      show(usage, [DriverMessages(environment.language).notOffered])
    }

    /// Returns the password of a line, or asks the user for it.
    func password(_ password: String?) throws(ScriptError) -> String {
      guard let password = password ?? askPassword?() else { throw .missingPassword(usage) }
      return password
    }

    var feed: any FeedActions { root.feed }

    var outbox: any OutboxActions { root.outbox }

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

    private func write(_ entry: TranscriptEntry) {
      hasShownResult = true
      transcript(entry)
    }

    private func write(_ from: AppSnapshot, _ to: AppSnapshot) {
      for (store, (before, after)) in zip(StoreName.allCases, zip(from.stores, to.stores)) {
        if before.state != after.state {
          let (name, text) = (after.text.name, after.text.text)
          write(.transition(store: store.rawValue, action: action, from: before.text.name, to: name, text: text))
        }
        if store == .auth, from.screen != to.screen { write(.screen(to.screen)) }
      }
      for (store, (before, after)) in zip(StoreName.allCases, zip(from.stores, to.stores)) {
        guard let notice = after.notice, notice != before.notice else { continue }
        write(.notice(notice, store: store.rawValue, action: action))
      }
    }
  }

  /// Everything of an app that a transcript shows.
  private struct AppSnapshot: Equatable {
    struct Store: Equatable {
      let state: AnyHashable
      let text: StateText
      let notice: Notice?
    }

    /// In the order of the names.
    let stores: [Store]
    let screen: String
  }

  extension AppRoot {
    fileprivate var snapshot: AppSnapshot {
      AppSnapshot(stores: StoreName.allCases.map(snapshot), screen: screenText)
    }

    private func snapshot(of store: StoreName) -> AppSnapshot.Store {
      let text = stateText(of: store)
      return switch store {
      case .auth: AppSnapshot.Store(state: auth.state, text: text, notice: auth.notice)
      case .feed:
        // How many reactions wait is shown with a timeline.
        AppSnapshot.Store(
          state: [AnyHashable(feed.state), AnyHashable(feed.state.content == nil ? [] : feed.waitingReactions)],
          text: text, notice: feed.notice)
      // The text in the composer is not shown.
      case .outbox: AppSnapshot.Store(state: text, text: text, notice: outbox.notice)
      case .mypage: AppSnapshot.Store(state: myPage.state, text: text, notice: myPage.notice)
      }
    }
  }
#endif
