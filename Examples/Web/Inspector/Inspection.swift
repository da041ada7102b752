#if Network
  import Authentication
  import Core
  import Driver
  import ExampleApp
  import Feed
  import MyPage
  import StoreExploring

  /// What the pane for developers knows of a browser session: what was done, and what the Stores did.
  @MainActor
  final class Inspection {
    /// An action, and the transitions that followed.
    struct Step {
      /// The kind of a line of a transcript, by which it is colored.
      enum Kind: String {
        case transition, failure, notice, screen
      }

      let number: Int
      /// The line, without passwords.
      let title: String
      /// What the line is in a script; `nil` where a script cannot say it.
      var line: ScriptLine?
      /// The lines of the transcript, as the driver writes them.
      var entries: [(kind: Kind, text: String)] = []

      /// The size of its texts in bytes.
      var size: Int {
        title.utf8.count + (line?.text.utf8.count ?? 0) + entries.reduce(0) { $0 + $1.text.utf8.count }
      }
    }

    /// The path of the pane.
    nonisolated static let path = "/inspect"
    /// The paths of the pane and of what can be copied from it.
    nonisolated static let paths = [path, path + "/script"]
    private static let maximumSteps = 500
    /// The size of all steps in bytes.
    static let maximumSize = 512 * 1024

    /// The steps, the oldest first.
    private(set) var steps: [Step] = [] { didSet { onChange() } }
    /// Whether the steps are complete, so that they lead here again.
    private(set) var isComplete = true
    /// How the backend responds; `nil` where it is not that of the session.
    let conditions: BackendConditions?
    private let player: Player
    private let calls: OpenCalls
    private var lastNumber = 0
    private var user: User.ID?
    private var onChange: () -> Void = {}

    /// Creates an app in an environment whose client and backend obey the conditions.
    init(_ environment: AppEnvironment, conditions: BackendConditions) {
      self.conditions = conditions.backend == nil ? nil : conditions
      calls = conditions.calls
      player = Player(
        environment,
        on: DriverBackend(
          faults: conditions.backend ?? NoFaults(), now: environment.now, makeRepositories: environment.makeRepositories
        ),
        transcript: { _ in })
    }

    var root: AppRoot { player.root }

    /// The requests without a response, the oldest first.
    var openCalls: [String] { calls.names }

    /// Calls `onChange` whenever the pane shows something else, and `onRelaunch` with the app that replaces a killed one.
    func begin(onChange: @escaping () -> Void, onRelaunch: @escaping (AppRoot) -> Void) {
      self.onChange = onChange
      player.transcript = { [weak self] in self?.add($0) }
      calls.onChange { [weak self] in Task { @MainActor in self?.onChange() } }
      player.onRelaunch = { onRelaunch($0) }
    }

    /// Launches the app.
    func launch() async {
      addStep("launch", nil)
      await player.launch()
    }

    /// Performs an action of a page under its lines in a script.
    func perform(_ lines: [ScriptLine?], _ work: () async -> Void) async {
      player.flush()
      for line in lines { addStep(line?.text ?? "an action that scripts do not have", line.flatMap(exported)) }
      let first = lastNumber - lines.count + 1
      await player.perform(work)
      addFaults(before: first)
    }

    /// Performs an action of the pane.
    func perform(_ action: InspectorAction) async {
      switch action {
      case .condition(let condition):
        conditions?.current = condition
        onChange()
      case .line(let text):
        player.flush()
        do throws(ScriptError) {
          if let line = try ScriptLine(text) { await play(line) }
        } catch {
          addStep("a line that cannot be read", nil)
          add(.failure, error.message)
        }
      }
    }

    private func play(_ line: ScriptLine) async {
      addStep(line.text, exported(line))
      let number = lastNumber
      do throws(ScriptError) {
        try await player.play(line)
      } catch {
        // A script with this line would fail as well.
        if let index = steps.lastIndex(where: { $0.number == number }) { steps[index].line = nil }
        add(.failure, error.message)
      }
      addFaults(before: number)
    }

    /// The line with a placeholder for the password, unless it is that of the example account, which is public.
    private func exported(_ line: ScriptLine) -> ScriptLine? {
      let named = line.words.first == "delete-account" ? root.session.current?.user.email : line.words.dropLast().last
      let account = FakeAccount.taro
      let isExample = conditions != nil && named == account.email && line.words.last == account.password.rawValue
      return isExample ? line : line.replacingPassword(with: "PASSWORD")
    }

    // MARK: Steps

    /// Forgets the steps of a user before another one, who has signed in now.
    func forgetSteps(before newUser: User.ID?) {
      guard let newUser else { return }
      if let user, user != newUser { (steps, isComplete) = ([], false) }
      user = newUser
    }

    private func addStep(_ title: String, _ line: ScriptLine?) {
      lastNumber += 1
      // A line break would end the comment of a line that is left out.
      let title = title.split(whereSeparator: \.isNewline).joined(separator: " ")
      steps.append(Step(number: lastNumber, title: title, line: line))
      limitSteps()
    }

    /// Forgets the oldest steps where there are too many, or where they are too large.
    private func limitSteps() {
      while steps.count > Self.maximumSteps || steps.reduce(0, { $0 + $1.size }) > Self.maximumSize {
        steps.removeFirst(max(1, steps.count / 5))
        isComplete = false
      }
    }

    private func add(_ entry: TranscriptEntry) {
      switch entry {
      case .transition: add(entry.isFailure ? .failure : .transition, entry.text().trimmingWhitespace)
      case .notice: add(.notice, entry.text().trimmingWhitespace)
      case .screen: add(.screen, entry.text().trimmingWhitespace)
      case .heading, .line, .content: break
      }
    }

    private func add(_ kind: Step.Kind, _ text: String) {
      guard !steps.isEmpty else { return }
      steps[steps.count - 1].entries.append((kind, text))
      limitSteps()
    }

    /// Adds the lines by which a script makes the same requests fail.
    private func addFaults(before number: Int) {
      guard let faults = conditions?.takeFaults(), !faults.isEmpty else { return }
      let index = steps.firstIndex { $0.number >= number } ?? steps.endIndex
      let lines = faults.compactMap { ScriptLine(command: "fail", $0) }
      steps.insert(
        contentsOf: lines.enumerated().map { offset, line in
          Step(number: lastNumber + offset + 1, title: line.text, line: line)
        }, at: index)
      lastNumber += lines.count
    }
  }

  // What was done, in words that do it again. No password is among them, except that of the example account.
  extension Inspection {
    /// The steps as a script for `focal play`.
    var script: String {
      let language = root.environment.language.rawValue
      let hasPlaceholder = steps.contains { $0.line?.hasPassword == true && $0.line?.words.last == "PASSWORD" }
      var lines = [
        "# Recorded by focal-http web --inspect. To play it: swift run focal play --language \(language) FILE"
      ]
      if isComplete {
        if hasPlaceholder { lines.append("# Replace PASSWORD where it matters: passwords are not recorded.") }
        if conditions == nil { lines.append("# Recorded on another server, whose posts and accounts differ.") }
        lines += steps.dropFirst().map { $0.line?.script ?? "# left out: \($0.title)" }
      } else {
        lines.append(
          "# Too much was done to be recorded, or by several users. Sign in with a new browser session, and do less.")
      }
      return lines.joined(separator: "\n") + "\n"
    }
  }

  /// An action of the pane.
  enum InspectorAction {
    case condition(BackendCondition)
    case line(String)

    /// The action of a form’s path; `nil` where there is none.
    init?(_ path: String, _ form: FormFields) {
      switch path {
      case Inspection.path + "/line":
        self = .line(form["line"])
      case Inspection.path + "/fail":
        self = .line("fail \(form["route"]) \(form["kind"])")
      default:
        let prefix = Inspection.path + "/backend/"
        guard path.hasPrefix(prefix), let condition = BackendCondition(rawValue: String(path.dropFirst(prefix.count)))
        else { return nil }
        self = .condition(condition)
      }
    }
  }

  /// A server that is not the session’s own.
  private struct NoFaults: FaultControl {
    func fail(_ method: HTTPMethod, _ path: String, kind: String, times: Int) async throws(FaultControlError) {
      throw FaultControlError("The server of --api serves others too, and cannot be made to fail from here.")
    }
  }
#endif
