#if Driver
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import MyPage
  import StoreExploring

  /// Plays lines on the Stores of an app, and writes what happens to a transcript.
  @MainActor
  final class Player {
    private(set) var root: AppRoot
    let environment: AppEnvironment
    let faults: any FaultControl
    private let transcript: any Transcript
    private let askPassword: (@MainActor () -> String?)?
    private let messages: DriverMessages
    private var recorder = StoreRecorder()
    private var action = RestoreCommand.label

    /// Creates an app and observes it; `askPassword` asks the user for a password that a line leaves out.
    init(
      _ environment: AppEnvironment, faults: any FaultControl, transcript: any Transcript,
      askPassword: (@MainActor () -> String?)? = nil
    ) {
      self.environment = environment
      self.faults = faults
      self.transcript = transcript
      self.askPassword = askPassword
      messages = DriverMessages(environment.language)
      root = AppRoot(environment)
      observe()
    }

    /// Launches the app.
    func launch() async {
      await root.launch()
      await finish()
    }

    /// Replaces the app, as if its process had been killed, by one on the same storages and backend.
    func relaunch() async {
      root = AppRoot(environment)
      recorder = StoreRecorder()
      observe()
      await root.launch()
    }

    /// Plays a line, and does nothing where it is empty.
    func play(_ line: String) async throws(ScriptError) {
      guard let line = try ScriptLine(line) else { return }
      try await play(line)
    }

    /// Plays a line.
    func play(_ line: ScriptLine) async throws(ScriptError) {
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

    func state(of store: StoreName) -> StateText {
      switch store {
      case .auth: root.auth.state.stateText
      case .feed: root.feed.state.stateText(messages, timeline: root.feed.timelineTitle)
      case .mypage: root.myPage.state.stateText(messages)
      }
    }

    private func finish() async {
      await root.waitForRoutes()
      recorder.flush()
    }

    // MARK: Observing

    private func observe() {
      let messages = messages
      observeState("auth", \.auth.state) { $0.stateText }
      observeState("feed", \.feed.state) { [root] in
        $0.stateText(messages, timeline: root.feed.timelineTitle)
      }
      observeState("mypage", \.myPage.state) { $0.stateText(messages) }
      observeNotice("auth", \.auth.notice)
      observeNotice("feed", \.feed.notice)
      observeNotice("mypage", \.myPage.notice)
      recorder.record(root, \.screenText) { [weak self] change in
        guard let self, change.from != change.to else { return }
        transcript.screen(change.to)
      }
    }

    private func observeState<State: Equatable>(
      _ store: String, _ keyPath: KeyPath<AppRoot, State>, text: @escaping (State) -> StateText
    ) {
      recorder.record(root, keyPath) { [weak self] change in
        guard let self, change.from != change.to else { return }
        let (from, to) = (text(change.from), text(change.to))
        transcript.transition(store, action: action, from: from.name, to: to.name, text: to.text)
      }
    }

    private func observeNotice(_ store: String, _ keyPath: KeyPath<AppRoot, Notice?>) {
      recorder.record(root, keyPath) { [weak self] change in
        guard let self, let notice = change.to else { return }
        transcript.notice(store, action: action, notice)
      }
    }
  }
#endif
