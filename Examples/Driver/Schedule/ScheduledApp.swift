#if Driver
  import Authentication
  import Core
  import CoreTesting
  import ExampleApp
  import Foundation
  import StoreExploring

  /// An app whose scheduler is its user: each action, answer, cancellation and kill is a step, which is recorded, can be
  /// looked at again, and plays the same way everywhere.
  @MainActor
  package final class ScheduledApp {
    /// Creates what an app is launched with in a world.
    package typealias MakeApp = @MainActor (ScheduledWorld) -> ScheduledLaunch
    /// A call that waits for its answer.
    package typealias Call = LiveSchedule<ScheduledProcess, AppState>.Call

    /// When calls are answered.
    package enum Answering: Equatable, Sendable {
      /// When the user says so.
      case byHand
      /// As soon as they are made, or after a delay, by the label of the answer.
      case automatic(with: String, after: Duration = .zero)
    }

    /// The number of steps that a recording can have.
    package nonisolated static let maximumSteps = 2_000
    /// The size of the steps that are kept, in bytes.
    package nonisolated static let maximumSize = 1_024 * 1_024

    /// The number of steps that are kept; beyond it none are, and the app goes on.
    var maximumSteps = ScheduledApp.maximumSteps
    /// The steps, the launch first.
    package private(set) var steps: [ScheduledStep] = []
    /// The number of steps that the app has taken, fewer than all where an earlier state is looked at.
    package private(set) var position = 1
    /// Whether the steps lead here: not where they were too many.
    package private(set) var isComplete = true
    /// When the first launch was.
    package let start: Date
    /// The calls that are never to be answered.
    package private(set) var neverAnswered: Set<Call.ID> = []
    /// Called when something has changed.
    package var onChange: @MainActor () -> Void = {}
    /// Called with the app that replaces the one before, which was killed or is at another step.
    package var onReplacement: @MainActor (AppRoot) -> Void = { _ in }
    private let schedule: LiveSchedule<ScheduledProcess, AppState>
    private let typed: TypedLines
    private let make: MakeApp
    private var elapsed: () -> Double
    private var lastRoot: AppRoot
    private var shown: ShownState?
    private var lines = StateLines()
    private var identifiers: [String: String] = [:]
    private var delayed: Set<Call.ID> = []
    private let turn = AsyncMutex()
    private var isTakingStep = false
    private var waiting: [(run: Int, continuation: CheckedContinuation<Void, Never>)] = []
    /// The size of the steps in bytes.
    private(set) var size = 0
    /// The first step that did not do the same again.
    private var difference: Int?

    /// Launches an app.
    package init(
      answering: Answering = .byHand, now: @escaping () -> Date = { Date() }, _ make: @escaping MakeApp
    ) async {
      // Whole seconds, as a recording has them.
      let start = Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down))
      self.start = start
      elapsed = { now().timeIntervalSince(start) }
      self.answering = answering
      let typed = TypedLines()
      (self.typed, self.make) = (typed, make)
      schedule = await LiveSchedule(StoreExplorer(make, start: start, typed: typed, actions: []))
      lastRoot = schedule.subject.player.root
      add(ScheduledStep(step: nil, title: "launch", seconds: 0))
      schedule.onOutsideWork = { [weak self] in
        guard let self, !isLookingBack, !isTakingStep else { return }
        noteStep(at: position - 1)
        finishStep()
        Task { await self.answerCalls() }
      }
      await answerCalls()
    }

    /// The app, as it is at the step that is looked at.
    package var root: AppRoot { schedule.subject.player.root }

    /// The fake backend of the app, if it is on one.
    package var backend: FakeBackend? { schedule.subject.world.backend }

    /// The calls that wait for an answer, the oldest first.
    package var calls: [Call] { schedule.calls }

    /// The actions that have not returned.
    package var running: [ActionRun] { schedule.running }

    /// An action as a transcript shows it.
    package func title(of run: ActionRun) -> String { typed.title(of: run.name) }

    /// A step as a transcript shows it.
    private func title(of step: Step) -> String {
      switch step {
      case .start(let name): typed.title(of: name)
      case .cancel(let name, _): "cancel \(typed.title(of: name))"
      case .answer(let name, _, let label): "\(name) answers \(label)"
      case .kill, .killProcess, .killAfterWrites, .lastFirst: step.scriptLine ?? step.swift
      }
    }

    /// Whether an earlier state is looked at.
    package var isLookingBack: Bool { position < steps.count }

    /// When calls are answered; those that wait are answered when it becomes automatic.
    package var answering: Answering {
      didSet {
        if answering == .byHand { resumeWaiting { _ in true } }
        onChange()
        Task { await answerCalls() }
      }
    }

    /// An explorer of the same app.
    func explorer(
      actions: [StoreAction<ScheduledProcess>], invariants: [Invariant<ScheduledProcess, AppState>]
    ) -> StoreExplorer<ScheduledProcess, AppState> {
      StoreExplorer(make, start: start, typed: typed, actions: actions, invariants: invariants)
    }

    // MARK: Steps

    /// Takes the step of a line: an action, or one of `answer`, `cancel` and `relaunch`.
    ///
    /// Returns when the action has returned, or where calls are answered by hand, when it waits for an answer.
    package func play(_ line: ScriptLine) async throws(ScriptError) {
      guard !isLookingBack else {
        throw ScriptError(
          "An earlier step is shown. Go on from there first, or go back to the last one.", kind: .failed)
      }
      guard !line.needsPassword else { throw .missingPassword(line.command.usage) }
      if line.command.isStep {
        let player = schedule.subject.player
        player.scheduler = self
        return try await line.call(player)
      }
      if line.command.isRelaunch {
        try await take { .kill }
        return await answerCalls()
      }
      let name = typed.add(line, userEmail: root.session.current?.user.email, hasExampleAccount: backend != nil)
      guard let step = try await start(name) else { return }
      if let failure = step.failure { throw ScriptError(failure, kind: .failed) }
    }

    /// Performs an action that scripts do not have, after which the steps lead nowhere.
    package func perform(_ title: String, _ work: @escaping @MainActor (AppRoot) async -> Void) async {
      forgetSteps()
      typed.add(title, work)
      _ = try? await start(title)
    }

    /// Starts an action, and waits until it has returned where calls are answered automatically.
    private func start(_ name: String) async throws(ScriptError) -> ScheduledStep? {
      let step = try await take { .start(name) }
      await answerCalls()
      if answering != .byHand, case .started(let run)? = step?.events.first { await waitUntilReturned(run) }
      return step
    }

    /// Answers a call.
    package func answer(_ id: Call.ID, with label: String) async throws(ScriptError) {
      guard let call = calls.first(where: { $0.id == id }) else {
        throw ScriptError("The call is not open any more.", kind: .failed)
      }
      guard call.answers.contains(label) else {
        throw ScriptError(
          "\(call.name) does not get the answer “\(label.printable(maximumCharacters: 40))”. "
            + "Available: \(call.answers.joined(separator: ", ")).", kind: .failed)
      }
      try await takeAnswer(to: id) { _ in label }
      await answerCalls()
    }

    /// Lets a call wait for ever, also where calls are answered automatically.
    package func neverAnswer(_ id: Call.ID) {
      neverAnswered.insert(id)
      resumeWaiting { run in self.calls.contains { $0.id == id && $0.action?.number == run } }
      onChange()
    }

    /// The running actions whose tasks are not cancelled, in the order of their starts.
    package var cancellable: [ActionRun] { running.filter { !$0.isCancelled } }

    /// Cancels the task of a running action, by the number of its start.
    package func cancel(run number: Int) async throws(ScriptError) {
      let step = try await take { self.schedule.cancellation(ofRun: number) }
      guard step != nil else { throw ScriptError("The action does not run any more.", kind: .failed) }
      await answerCalls()
    }

    /// Cancels the task of a running action, by its line and its number among the running ones of that line.
    func cancel(_ line: String, run position: Int) async throws(ScriptError) {
      guard let run = running.filter({ $0.name == line }).dropFirst(position).first else {
        // Without the line, which may have a password.
        let names = running.map { ShellWords.line([$0.name]) }
        throw ScriptError(
          "No such action runs. Running: \(names.isEmpty ? "none" : names.joined(separator: ", ")).", kind: .failed)
      }
      try await cancel(run: run.number)
    }

    /// Answers a call, unless it is not open any more, with the label that is chosen among its answers.
    private func takeAnswer(to id: Call.ID, _ label: @escaping ([String]) -> String?) async throws(ScriptError) {
      try await take {
        guard let call = self.calls.first(where: { $0.id == id }), let label = label(call.answers) else { return nil }
        return .answer(call.name, call: call.number, with: label)
      }
    }

    /// Takes the step that is chosen when its turn comes, and returns what it has done.
    @discardableResult
    private func take(_ choose: @escaping () -> Step?) async throws(ScriptError) -> ScheduledStep? {
      try await turn.withLock { () async throws(ScriptError) -> ScheduledStep? in
        guard !isLookingBack, let step = choose() else { return nil }
        isTakingStep = true
        defer { isTakingStep = false }
        let seconds = secondsNow
        schedule.subject.world.set(start.addingTimeInterval(seconds))
        do throws(ImpossibleStep) { try await schedule.take(step) } catch {
          throw ScriptError(error.description.printable(maximumCharacters: 1_000), kind: .failed)
        }
        add(ScheduledStep(step: step, title: title(of: step), seconds: seconds))
        return steps[position - 1]
      }
    }

    /// The seconds since the launch, in milliseconds, and never fewer than before.
    private var secondsNow: Double {
      max(steps.last?.seconds ?? 0, (elapsed() * 1_000).rounded() / 1_000)
    }

    private func add(_ step: ScheduledStep) {
      if isComplete || steps.isEmpty {
        steps.append(step)
      } else {
        (steps, size) = ([step], 0)
      }
      size += step.size
      position = steps.count
      noteStep(at: position - 1)
      finishStep()
    }

    /// Notes what has happened in a step that was taken or repeated.
    private func noteStep(at index: Int) {
      let process = schedule.subject
      process.player.flush()
      let before = steps[index].size
      steps[index].entries += process.log.takeEntries()
      steps[index].failure = process.log.takeFailure()?.message ?? steps[index].failure
      let shownNow = ShownState(of: process.player.root)
      if shownNow != shown {
        let now = StateLines(shownNow) { identifier in
          let name = identifiers[identifier] ?? "id-\(identifiers.count + 1)"
          identifiers[identifier] = name
          return name
        }
        steps[index].changes.merge(now.changes(since: lines)) { $1 }
        (shown, lines) = (shownNow, now)
      }
      steps[index].events = schedule.lastEvents
      steps[index].state = schedule.state.name
      steps[index].stores = StoreName.allCases.map { StateGraph.stateName(of: $0, in: process.player.root) }
      size += steps[index].size - before
    }

    /// Tells those who watch the app or wait for it what has changed.
    private func finishStep() {
      if steps.count > maximumSteps || size > Self.maximumSize { forgetSteps() }
      if root !== lastRoot {
        (lastRoot, delayed, neverAnswered) = (root, [], [])
        onReplacement(root)
      }
      resumeWaiting()
      onChange()
    }

    /// Forgets the steps, which lead nowhere from now on.
    package func forgetSteps() {
      guard isComplete, steps.indices.contains(position - 1) else { return }
      isComplete = false
      schedule.forgetSteps()
      typed.forget()
      (steps, position, size) = ([steps[position - 1]], 1, 0)
    }

    // MARK: Answers

    /// Answers what waits, unless that is done by hand.
    private func answerCalls() async {
      while case .automatic(let label, let delay) = answering, !isLookingBack,
        let call = calls.first(where: { !delayed.contains($0.id) && !neverAnswered.contains($0.id) })
      {
        let delay = call.sleep ?? delay
        if delay == .zero {
          guard (try? await answer(automatically: call.id, with: label)) != nil else { return }
        } else {
          delayed.insert(call.id)
          Task { await answer(call.id, after: delay) }
        }
      }
    }

    private func answer(_ id: Call.ID, after delay: Duration) async {
      try? await Task.sleep(for: delay)
      guard delayed.remove(id) != nil, case .automatic(let label, _) = answering, !isLookingBack else { return }
      try? await answer(automatically: id, with: label)
      await answerCalls()
    }

    private func answer(automatically id: Call.ID, with label: String) async throws(ScriptError) {
      try await takeAnswer(to: id) { $0.contains(label) ? label : $0.first }
    }

    private func waitUntilReturned(_ run: ActionRun) async {
      guard running.contains(run) else { return }
      await withCheckedContinuation { waiting.append((run.number, $0)) }
    }

    /// Lets those go on who wait for an action that has returned, or for which nothing is to be waited any more.
    private func resumeWaiting(where isDone: (_ run: Int) -> Bool = { _ in false }) {
      let numbers = Set(running.map(\.number))
      let done = waiting.filter { !numbers.contains($0.run) || isLookingBack || isDone($0.run) }
      waiting.removeAll { waiting in done.contains { $0.run == waiting.run } }
      for waiting in done { waiting.continuation.resume() }
    }
  }

  // MARK: - Time travel

  extension ScheduledApp {
    /// Whether the steps can be taken again: not on a server that would do again what it has done.
    package var canGoBack: Bool { isComplete && backend != nil }

    /// Shows the app as it was after a number of steps, the launch included, by taking them again.
    package func look(at position: Int) async throws(ScriptError) {
      try await turn.withLock { () async throws(ScriptError) in
        guard canGoBack, (1...steps.count).contains(position) else {
          throw ScriptError("There is no step \(position). Steps: \(canGoBack ? steps.count : 0).", kind: .failed)
        }
        isTakingStep = true
        defer {
          isTakingStep = false
          finishStep()
        }
        if position < self.position { try await beginAgain() }
        while self.position < min(position, steps.count) {
          try await repeatNextStep()
          // Other sessions of the process go on meanwhile.
          if self.position % 20 == 0 { await Task.yield() }
        }
      }
      if let difference {
        throw ScriptError(
          "Step \(difference + 1), “\(steps[difference].title)”, does not do the same again.", kind: .failed)
      }
      await answerCalls()
    }

    /// Says of a step, by its place from 0, that it should have changed nothing, or that it was right.
    package func setWrong(_ isWrong: Bool, stepAt index: Int) {
      guard steps.indices.dropFirst().contains(index) else { return }
      steps[index].isWrong = isWrong
      onChange()
    }

    /// Drops the steps after the one that is looked at, and goes on from there.
    package func goOn() async {
      await turn.withLock {
        for step in steps[position...] { size -= step.size }
        steps.removeSubrange(position...)
        finishStep()
      }
      await answerCalls()
    }

    private func beginAgain() async throws(ScriptError) {
      do throws(ImpossibleStep) { try await schedule.goBack(to: 0) } catch {
        throw ScriptError(error.description, kind: .failed)
      }
      (position, shown, lines, identifiers, difference) = (1, nil, StateLines(), [:], nil)
      compare(stepAt: 0)
    }

    private func repeatNextStep() async throws(ScriptError) {
      let next = steps[position]
      guard let step = next.step else { return }
      schedule.subject.world.set(start.addingTimeInterval(next.seconds))
      do throws(ImpossibleStep) { try await schedule.take(step) } catch {
        throw ScriptError(error.description.printable(maximumCharacters: 1_000), kind: .failed)
      }
      position += 1
      compare(stepAt: position - 1)
    }

    /// Compares what a step does now with what it did when it was recorded.
    private func compare(stepAt index: Int) {
      guard steps.indices.contains(index) else { return }
      let recorded = steps[index]
      size -= recorded.size
      (steps[index].entries, steps[index].changes) = ([], [:])
      size += steps[index].size
      noteStep(at: index)
      if steps[index].changes != recorded.changes { difference = difference ?? index }
    }
  }

  // MARK: - Recordings

  extension ScheduledApp {
    /// Takes the steps of a recording, and throws where one of them does something else than it did.
    ///
    /// It was launched just now, with the start of the recording as its clock.
    package func play(_ recording: Recording) async throws(ScriptError) {
      answering = .byHand
      try compare(steps[0].changes, recording.steps.first, 0)
      for (index, step) in recording.steps.enumerated().dropFirst() {
        elapsed = { step.seconds }
        guard let line = try ScriptLine(recorded: step.line) else {
          throw ScriptError("Step \(index + 1) has no line.")
        }
        var failure: ScriptError?
        do throws(ScriptError) { try await play(line) } catch { failure = error }
        // A line that failed was a step too; one that goes back, and one of a recording that is too large, is none.
        guard isComplete, steps.count == index + 1 else {
          throw ScriptError(
            "Step \(index + 1): \(failure?.message ?? "it is no step, or one too many.")", kind: .failed)
        }
        if index % 20 == 0 { await Task.yield() }
        try compare(steps[index].changes, step, index)
      }
      let (began, last) = (ContinuousClock.now, recording.steps.last?.seconds ?? 0)
      elapsed = { last + (ContinuousClock.now - began) / .seconds(1) }
    }

    private func compare(
      _ changes: [String: String?], _ step: Recording.Step?, _ index: Int
    ) throws(ScriptError) {
      guard let step, changes != step.changes else { return }
      let paths = Set(changes.keys).union(step.changes.keys).sorted()
      let path = paths.first { changes[$0] != step.changes[$0] } ?? ""
      func text(_ value: String??) -> String {
        switch value {
        case .some(.some(let value)): "“\(value.printable(maximumCharacters: 100))”"
        case .some(nil): "gone"
        case nil: "unchanged"
        }
      }
      throw ScriptError(
        "Step \(index + 1), “\(steps[index].title.printable())”, does something else than it did when it was recorded: "
          + "\(path) was \(text(step.changes[path])), and is \(text(changes[path])).", kind: .failed)
    }
  }
#endif
