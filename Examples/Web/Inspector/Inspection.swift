#if Network
  import Authentication
  import Core
  import Driver
  import ExampleApp
  import Foundation
  import StoreExploring

  /// What the pane for developers knows of a browser session, and does to it: the session’s app takes its steps by the
  /// schedule that is made there.
  @MainActor
  final class Inspection {
    /// What the pane can be asked for beside itself.
    enum Export: String, CaseIterable {
      case script, test, recording

      var path: String { "\(Inspection.path)/\(rawValue)" }
    }

    /// Creates the environment of the session’s app in a world, for a visitor’s languages.
    typealias MakeEnvironment = @MainActor (ScheduledWorld, _ acceptLanguage: String?) -> AppEnvironment

    /// The path of the pane.
    nonisolated static let path = "/inspect"
    /// The paths of the pane and of what can be copied from it.
    nonisolated static let paths = [path] + Export.allCases.map(\.path)
    /// The size of the form with a recording, in bytes.
    nonisolated static let maximumImportSize = 4 * ScheduledApp.maximumSize

    /// The app, whose steps are taken here.
    private(set) var app: ScheduledApp
    /// How the backend responds.
    private(set) var condition = BackendCondition.normal
    /// Which steps are shown.
    private(set) var filter = StepFilter()
    /// What an exploration of what can come next has found so far.
    private(set) var exploration = ExplorationOfSession.none
    private var exploring: Task<Void, Never>?
    private var lastExploration = 0
    /// What the last action of the pane could not do.
    private(set) var message: String?
    private let makeEnvironment: MakeEnvironment
    private let configuration: WebConfiguration
    private var user: User.ID?
    private var onChange: @MainActor () -> Void = {}
    private var onReplacement: @MainActor (AppRoot) -> Void = { _ in }

    /// Launches the app of a session.
    init(
      _ configuration: WebConfiguration, acceptLanguage: String?, makeEnvironment: @escaping MakeEnvironment
    ) async {
      (self.configuration, self.makeEnvironment) = (configuration, makeEnvironment)
      app = await ScheduledApp(
        answering: condition.answering(after: configuration.slowness), now: configuration.date
      ) { world in
        Self.launch(makeEnvironment(world, acceptLanguage), in: world, configuration)
      }
    }

    private static func launch(
      _ environment: AppEnvironment, in world: ScheduledWorld, _ configuration: WebConfiguration
    ) -> ScheduledLaunch {
      var environment = environment
      environment.messages = FeatureMessages(page: environment.language)
      return ScheduledLaunch(environment, faults: world.backend ?? NoFaults(), isHasty: configuration.isHasty)
    }

    var root: AppRoot { app.root }

    /// Whether the app has a mistake to be found.
    var isHasty: Bool { configuration.isHasty }

    isolated deinit {
      exploring?.cancel()
    }

    /// Calls `onChange` whenever the pane or the app shows something else, and `onReplacement` with an app that replaces
    /// the one before.
    func begin(onChange: @escaping @MainActor () -> Void, onReplacement: @escaping @MainActor (AppRoot) -> Void) {
      (self.onChange, self.onReplacement) = (onChange, onReplacement)
      follow()
    }

    private func follow() {
      app.onChange = { [weak self] in self?.onChange() }
      app.onReplacement = { [weak self] in self?.onReplacement($0) }
    }

    /// Performs an action of a page, which is its lines in a script.
    func perform(_ lines: [ScriptLine?], _ work: @escaping @MainActor (AppRoot) async -> Void) async {
      guard lines.allSatisfy({ $0 != nil }) else {
        return await app.perform("an action that scripts do not have", work)
      }
      // The page shows what the lines have done.
      for case let line? in lines { try? await app.play(line) }
    }

    /// Performs an action of the pane.
    func perform(_ action: InspectorAction) async {
      message = nil
      do throws(ScriptError) { try await carryOut(action) } catch { message = error.message }
      onChange()
    }

    private func carryOut(_ action: InspectorAction) async throws(ScriptError) {
      guard app.backend != nil || !action.repeatsSteps else {
        throw .failed("The server of --api would do again what it has done: no step is taken again.")
      }
      switch action {
      case .condition(let condition):
        self.condition = condition
        app.answering = condition.answering(after: configuration.slowness)
      case .line(let text):
        if let line = try ScriptLine(text) { try await app.play(line) }
      case .answer(let call, let label):
        try await app.answer(call, with: label)
      case .neverAnswer(let call):
        app.neverAnswer(call)
      case .cancel(let run):
        try await app.cancel(run: run)
      case .look(let position):
        try await app.look(at: position)
      case .goOn:
        await app.goOn()
        filter.limit(to: app.steps.count)
      case .mark(let index, let isWrong):
        app.setWrong(isWrong, stepAt: index)
      case .find(let text, let store, let kind):
        (filter.text, filter.store, filter.kind) = (text, store, kind)
      case .clear:
        filter.cleared = app.steps.count
      case .pause(let isPaused):
        filter.paused = isPaused ? app.steps.count : nil
      case .showAll:
        (filter.showsAll, filter.cleared) = (true, 0)
      case .explore:
        explore()
      case .stopExploring:
        exploring?.cancel()
      case .takeFound:
        guard case .found(let violation, let lines) = exploration else { return }
        guard app.steps.prefix(lines.count).map(\.line) == lines else {
          throw .failed("The steps have changed since. Explore again.")
        }
        // Before anything else is answered by itself.
        (condition, app.answering, exploration) = (.held, .byHand, .none)
        try await app.look(at: lines.count)
        await app.goOn()
        filter.limit(to: app.steps.count)
        try await app.take(violation.steps)
      case .play(let json):
        try await play(Recording(json: Data(json.utf8)))
      }
    }

    /// Explores what can come after the step that is looked at, beside everything else that the server does.
    private func explore() {
      forgetExploration()
      let (number, lines) = (lastExploration, app.steps.prefix(app.position).map(\.line))
      exploration = .running(schedules: 0, states: 0)
      exploring = Task { [weak self, app] in
        let found = await app.explore { schedules, states in
          self?.show(.running(schedules: schedules, states: states), of: number)
          await Task.yield()
        }
        self?.show(found.violation.map { .found($0, after: lines) } ?? .nothingFound(found.description), of: number)
      }
    }

    private func forgetExploration() {
      exploring?.cancel()
      lastExploration += 1
      exploration = .none
    }

    /// Shows how far an exploration is, unless there is another one since.
    private func show(_ exploration: ExplorationOfSession, of number: Int) {
      guard number == lastExploration else { return }
      self.exploration = exploration
      onChange()
    }

    /// Replaces the app by one that has taken the steps of a recording.
    private func play(_ recording: Recording) async throws(ScriptError) {
      let app = await ScheduledApp(now: { recording.start }) { [makeEnvironment, configuration] world in
        var environment = makeEnvironment(world, recording.language)
        environment.timeZone = recording.timeZone.flatMap { TimeZone(identifier: $0) }
        return Self.launch(environment, in: world, configuration)
      }
      try await app.play(recording)
      (self.app.onChange, self.app.onReplacement) = ({}, { _ in })
      forgetExploration()
      (self.app, condition, filter) = (app, .held, StepFilter())
      follow()
      onReplacement(app.root)
    }

    /// Forgets the steps of a user before another one, who has signed in now.
    func forgetSteps(before newUser: User.ID?) {
      guard let newUser else { return }
      if let user, user != newUser {
        app.forgetSteps()
        forgetExploration()
        (filter, message) = (StepFilter(), nil)
      }
      user = newUser
    }

    // MARK: Exports

    /// The text of an export; `nil` where the steps lead nowhere.
    func text(of export: Export) -> String? {
      guard app.isComplete else { return nil }
      switch export {
      case .script: return "# focal play --step --language \(root.environment.language.rawValue) FILE\n\(app.script)\n"
      case .test: return app.test
      case .recording: return String(decoding: app.recording.json, as: UTF8.self)
      }
    }
  }

  /// What an exploration of a session has found so far.
  enum ExplorationOfSession {
    case none
    case running(schedules: Int, states: Int)
    case found(Violation, after: [String])
    case nothingFound(String)
  }

  /// An action of the pane.
  enum InspectorAction {
    case condition(BackendCondition)
    case line(String)
    case answer(ScheduledApp.Call.ID, with: String)
    case neverAnswer(ScheduledApp.Call.ID)
    case cancel(run: Int)
    case look(at: Int)
    case goOn
    case mark(step: Int, isWrong: Bool)
    case find(String, of: StoreName?, StepFilter.Kind)
    case clear
    case pause(Bool)
    case showAll
    case explore, stopExploring, takeFound
    case play(recording: String)

    /// Whether it takes steps again, or many of which the server would keep what they do.
    var repeatsSteps: Bool {
      switch self {
      case .look, .goOn, .explore, .takeFound, .play: true
      case .condition, .line, .answer, .neverAnswer, .cancel, .mark, .find, .clear, .pause, .showAll, .stopExploring:
        false
      }
    }

    var isLook: Bool { if case .look = self { true } else { false } }

    var isGoingOn: Bool { if case .goOn = self { true } else { false } }

    /// The path of ``play(recording:)``, whose form is larger than others.
    static let playPath = Inspection.path + "/play"

    /// The action of a form’s path; `nil` where there is none.
    init?(_ path: String, _ form: FormFields) {
      guard path.hasPrefix(Inspection.path + "/") else { return nil }
      switch path.dropFirst(Inspection.path.count + 1).split(separator: "/").map(String.init) {
      case ["line"]: self = .line(form["line"])
      case ["fail"]: self = .line("fail \(form["route"]) \(form["kind"])")
      case ["answer"]: self = .answer(Int(form["call"]) ?? 0, with: form["with"])
      case ["never"]: self = .neverAnswer(Int(form["call"]) ?? 0)
      case ["cancel"]: self = .cancel(run: Int(form["run"]) ?? 0)
      case ["look"]: self = .look(at: Int(form["step"]) ?? 0)
      case ["go-on"]: self = .goOn
      case ["wrong"]: self = .mark(step: Int(form["step"]) ?? 0, isWrong: form["wrong"] == "true")
      case ["find"]:
        self = .find(form["text"], of: StoreName(rawValue: form["store"]), .init(rawValue: form["kind"]) ?? .all)
      case ["clear"]: self = .clear
      case ["pause"]: self = .pause(form["pause"] == "true")
      case ["all"]: self = .showAll
      case ["explore"]: self = .explore
      case ["explore", "stop"]: self = .stopExploring
      case ["explore", "take"]: self = .takeFound
      case ["play"]: self = .play(recording: form["recording"])
      case let parts where parts.count == 2 && parts[0] == "backend":
        guard let condition = BackendCondition(rawValue: parts[1]) else { return nil }
        self = .condition(condition)
      default: return nil
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
