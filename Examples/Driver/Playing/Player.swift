#if Driver
  import Authentication
  import Core
  import ExampleApp
  import Feed
  import MyPage
  import StoreExploring

  /// Plays lines on the Stores of an app and tells what happens.
  @MainActor
  public final class Player {
    let root: AppRoot
    let environment: AppEnvironment
    let faults: any FaultControl
    private let transcript: any Transcript
    private let askPassword: (@MainActor () -> String?)?
    private let recorder = StoreRecorder()
    private var action = "restore"

    init(
      _ environment: AppEnvironment, faults: any FaultControl, transcript: any Transcript,
      askPassword: (@MainActor () -> String?)? = nil
    ) {
      self.environment = environment
      self.faults = faults
      self.transcript = transcript
      self.askPassword = askPassword
      root = AppRoot(environment)
      observe()
    }

    /// Takes up the session of an earlier launch.
    func launch() async {
      await root.launch()
      await finish()
    }

    /// Plays one line.
    ///
    /// - Parameter line: The line, as a script has it.
    /// - Throws: ``ScriptError``.
    func play(_ line: String) async throws(ScriptError) {
      guard let action = try Grammar.read(line) else { return }
      try await play(action, echo: line)
    }

    /// Plays one action.
    ///
    /// - Parameters:
    ///   - action: What the line asks for.
    ///   - echo: The line, which is shown without its secret and its comment.
    /// - Throws: ``ScriptError``.
    func play(_ action: any ScriptAction, echo: String) async throws(ScriptError) {
      self.action = type(of: action).label
      // A line that signs in may stand in a comment, with its password.
      transcript.line(action.shown(String(try ShellWords.withoutComment(echo))))
      do throws(ScriptError) {
        try await action.perform(in: self)
      } catch {
        await finish()
        throw error
      }
      await finish()
    }

    func heading(_ text: String) {
      transcript.heading(text)
    }

    /// Shows what a user would read on the screen, after what has led there.
    func show(_ label: String, _ text: String) {
      recorder.flush()
      transcript.content(label, text)
    }

    /// The password of a line, or the one that is typed without being shown.
    func password(_ password: String?, of word: String) throws(ScriptError) -> String {
      if let password { return password }
      guard let typed = askPassword?() else { throw .noPassword(of: word) }
      return typed
    }

    func state(of store: StoreName) -> StateText {
      switch store {
      case .auth: root.auth.state.text(in: environment.language)
      case .feed: root.feed.state.text(in: environment.language)
      case .mypage: root.myPage.state.text(in: environment.language)
      }
    }

    private func finish() async {
      await root.settle()
      recorder.flush()
    }
  }

  extension Player {
    private func observe() {
      let language = environment.language
      observeState("auth", \.auth.state) { $0.text(in: language) }
      observeState("feed", \.feed.state) { $0.text(in: language) }
      observeState("mypage", \.myPage.state) { $0.text(in: language) }
      observeNotice("auth", \.auth.notice)
      observeNotice("feed", \.feed.notice)
      observeNotice("mypage", \.myPage.notice)
      recorder.record(root, \.screen) { [weak self] change in
        guard let self, change.from != change.to else { return }
        transcript.screen(root.screenText(in: language))
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
