import Foundation
import Synchronization

/// Runs what an action sets in motion on the main actor, in order and to the end, while a step is taken.
///
/// With it an action stands at its hold when the step is over, also where the code below a Store would leave its
/// caller's actor. Without it each step would go through the queues of the system and back, which takes ten times as
/// long. What another thread sets free takes that way still.
final class StepExecutor: TaskExecutor {
  private struct State {
    var thread: ObjectIdentifier?
    var jobs: [UnownedJob] = []
  }

  static let shared = StepExecutor()

  private let state = Mutex(State())

  /// Whether the caller runs as part of a step.
  var isTakingStep: Bool {
    let thread = ObjectIdentifier(Thread.current)
    return state.withLock { $0.thread == thread }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let thread = ObjectIdentifier(Thread.current)
    let isPartOfStep = state.withLock { state in
      guard state.thread == thread else { return false }
      state.jobs.append(job)
      return true
    }
    if !isPartOfStep { MainActor.shared.enqueue(job) }
  }

  /// Does something, and then everything that it has set free.
  @MainActor
  func takeStep<Value>(_ body: () -> Value) -> Value {
    state.withLock { $0.thread = ObjectIdentifier(Thread.current) }
    defer { state.withLock { $0.thread = nil } }
    let value = body()
    while let job = next() {
      job.runSynchronously(isolatedTo: MainActor.sharedUnownedExecutor, taskExecutor: asUnownedTaskExecutor())
    }
    return value
  }

  private func next() -> UnownedJob? {
    state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
