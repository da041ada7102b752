import Foundation
import Synchronization

/// An action of a Store that was started and is not awaited yet.
///
/// It runs until it is suspended at a call of a ``HoldingCall``; the test looks at the Store,
/// answers the call, and finishes the action.
@MainActor
public final class StartedAction {
  /// The name of the action in failure messages.
  public var name: String { progress.name }
  private static let maximumQuietSeconds = 10
  /// A second that lasts longer was spent with other work of the process or the machine.
  private static let longestQuietSecond = Duration.milliseconds(1_100)
  private let progress: ActionProgress
  private let task: Task<Void, Never>

  /// Starts an action, and returns when it is suspended at a held call or at something outside of the process, or has
  /// returned.
  public init(_ name: String = "The action", _ action: @escaping @MainActor () async -> Void) {
    let progress = ActionProgress(name)
    self.progress = progress
    task = StepExecutor.shared.runStep { progress.start(action) }
  }

  /// The names of the held calls at which the action is suspended.
  public var pendingCalls: [String] { progress.pendingCalls }

  /// Whether the action has returned.
  public var hasReturned: Bool { progress.hasReturned }

  /// Waits until the action is suspended at a held call or has returned.
  ///
  /// Needed only for a Store that does something else before its call, such as reading a file or awaiting its own task.
  public func waitUntilSuspended() async {
    while !progress.isSettled { _ = await progress.waitForProgress(atMost: .seconds(1)) }
  }

  /// Cancels the task of the action.
  public func cancel() {
    task.cancel()
  }

  /// Waits until the action has returned; throws at once if it is suspended at a held call and would never return, and
  /// after ten seconds without progress in which the main actor was free.
  public func finish() async throws(UnfinishedAction) {
    var quietSeconds = 0
    while !progress.isSettled, quietSeconds < Self.maximumQuietSeconds {
      let began = ContinuousClock.now
      if await progress.waitForProgress(atMost: .seconds(1)) {
        quietSeconds = 0
      } else if ContinuousClock.now - began < Self.longestQuietSecond {
        quietSeconds += 1
      }
    }
    guard progress.hasReturned else { throw UnfinishedAction(action: name, calls: progress.pendingCalls) }
    await task.value
  }
}

/// An action that was to finish while it is suspended at a held call.
public struct UnfinishedAction: Error, Equatable, CustomStringConvertible {
  /// The name of the action.
  public let action: String
  /// The names of the pending calls.
  public let calls: [String]

  /// The pending calls, and what to do.
  public var description: String {
    guard !calls.isEmpty else { return "\(action) cannot finish: it waits for something that is no held call." }
    return """
      \(action) cannot finish: it is suspended at \(calls.map { "“\($0)”" }.joined(separator: ", ")). Answer the call \
      first, or cancel the action.
      """
  }
}

/// The held calls at which a started action is suspended, and whether it has returned.
///
/// A held call finds its action as a task-local value, so that the tasks which an action starts count as its own. A
/// detached task inherits none: in a sandbox, it belongs to the action whose step runs.
final class ActionProgress: Sendable {
  /// The action of the task that asks.
  static var current: ActionProgress? { ActionToken.current?.progress ?? Sandbox.current?.caller }

  /// Whether the task that asks has inherited no action.
  static var isDetached: Bool { ActionToken.current == nil }

  private struct State {
    var pending: [(number: Int, name: String)] = []
    var resuming: [Int] = []
    var hasReturned = false
    var tasksHaveEnded = false
    var waiting: [(number: Int, continuation: UnsafeContinuation<Bool, Never>)] = []
    var lastWait = 0

    var isSettled: Bool { resuming.isEmpty && (hasReturned || !pending.isEmpty) }
  }

  let name: String
  private let state = Mutex(State())

  init(_ name: String) {
    self.name = name
  }

  var pendingCalls: [String] { state.withLock { $0.pending.map(\.name) } }
  var isSuspended: Bool { state.withLock { !$0.pending.isEmpty } }
  var hasReturned: Bool { state.withLock { $0.hasReturned } }

  /// Whether a call was answered and its caller has not resumed yet.
  var isResuming: Bool { state.withLock { !$0.resuming.isEmpty } }

  /// Whether the action has returned and so has every task that it has started, which is known in a sandbox only.
  var hasEnded: Bool { state.withLock { $0.hasReturned && $0.tasksHaveEnded && $0.pending.isEmpty } }

  /// Whether the action is suspended at a held call or has returned.
  var isSettled: Bool { state.withLock { $0.isSettled } }

  /// Runs an action in a task of the sandbox whose step this is.
  @MainActor
  func startInStep(_ action: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    ActionToken.$current.withValue(ActionToken(self)) {
      Task { @MainActor in
        await action()
        self.change { $0.hasReturned = true }
      }
    }
  }

  fileprivate func noteTasksHaveEnded() {
    change { $0.tasksHaveEnded = true }
  }

  /// Runs an action in a task that ``StepExecutor`` runs as part of a step.
  @MainActor
  func start(_ action: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    ActionToken.$current.withValue(ActionToken(self)) {
      Task(executorPreference: StepExecutor.shared) { @concurrent in
        await action()
        self.change { $0.hasReturned = true }
      }
    }
  }

  func didSuspend(at name: String, _ number: Int) {
    change { $0.pending.append((number, name)) }
  }

  func didAnswer(_ number: Int) {
    state.withLock { state in
      state.pending.removeAll { $0.number == number }
      state.resuming.append(number)
    }
  }

  func didResume(_ number: Int) {
    change { state in state.resuming.removeAll { $0 == number } }
  }

  /// Waits until the action is settled, or suspends, resumes or returns, and returns whether it did in time.
  func waitForProgress(atMost time: Duration) async -> Bool {
    let number = state.withLock { state in
      state.lastWait += 1
      return state.lastWait
    }
    var timer: Task<Void, Never>?
    defer { timer?.cancel() }
    return await withUnsafeContinuation { continuation in
      let isSettled = state.withLock { state in
        guard !state.isSettled else { return true }
        state.waiting.append((number, continuation))
        return false
      }
      guard !isSettled else { return continuation.resume(returning: true) }
      // Not before, when it could end while nothing waits yet, and leave the continuation waiting for ever.
      timer = Task.detached {
        do { try await Task.sleep(for: time) } catch { return }
        self.giveUp(number)
      }
    }
  }

  private func giveUp(_ number: Int) {
    let continuation = state.withLock { state -> UnsafeContinuation<Bool, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return state.waiting.remove(at: index).continuation
    }
    continuation?.resume(returning: false)
  }

  private func change(_ body: (inout sending State) -> Void) {
    let waiting = state.withLock { state -> [UnsafeContinuation<Bool, Never>] in
      body(&state)
      defer { state.waiting = [] }
      return state.waiting.map { $0.continuation }
    }
    for continuation in waiting { continuation.resume(returning: true) }
  }
}

/// A task-local value: it ends with the last task that has inherited it.
private final class ActionToken: Sendable {
  @TaskLocal static var current: ActionToken?

  let progress: ActionProgress

  init(_ progress: ActionProgress) {
    self.progress = progress
  }

  deinit { progress.noteTasksHaveEnded() }
}

/// Runs the jobs of started actions on the main actor, in order and to the end, within a step.
///
/// With it, an action is suspended at its call when the step is over, even if the code below the Store leaves its
/// caller's actor. Without it, each step would go through the queues of the system and back, which takes ten times as
/// long. Jobs that other threads enqueue take that way.
final class StepExecutor: TaskExecutor {
  private struct State {
    var thread: UInt?
    var jobs: [UnownedJob] = []
  }

  static let shared = StepExecutor()

  private let state = Mutex(State())

  /// Whether the caller runs as part of a step.
  var isRunningStep: Bool {
    let thread = Self.currentThread
    return state.withLock { $0.thread == thread }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = Self.currentThread
    let isPartOfStep = state.withLock { state in
      guard state.thread == thread else { return false }
      state.jobs.append(job)
      return true
    }
    if !isPartOfStep { MainActor.shared.enqueue(job) }
  }

  /// Runs the body, then every job that it has enqueued.
  @MainActor
  func runStep<Value>(_ body: () -> Value) -> Value {
    let thread = Self.currentThread
    state.withLock { $0.thread = thread }
    let value = body()
    while true {
      let jobs = state.withLock { state -> [UnownedJob] in
        if state.jobs.isEmpty { state.thread = nil }
        defer { state.jobs = [] }
        return state.jobs
      }
      guard !jobs.isEmpty else { return value }
      for job in jobs {
        job.runSynchronously(isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
      }
    }
  }

  /// The POSIX thread, because `Thread.current` of Foundation costs more than the step.
  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }
}
