#if os(Linux) && compiler(>=6.3)
  @_spi(ExperimentalScheduling) import _Concurrency
#endif
import Foundation
import Synchronization

/// Runs a step with everything that it sets going, on the thread of the step and to the end: tasks, detached ones too,
/// continuations, and hops between the main actor and the pool.
///
/// It takes only what the thread of a step enqueues; other work of the process goes on as ever. It stands on the hooks
/// that the concurrency runtime exports for those who replace its executors. This file uses raw symbols, as `StoredField` does, and vouches
/// for what the compiler cannot check: all variables are used by the thread of the step, but for those behind a mutex.
final class Sandbox: SerialExecutor, @unchecked Sendable {
  private struct Item {
    let job: UnownedJob
    let isMain: Bool
  }

  /// A step whose jobs are more never ends, such as a loop around `Task.yield()`.
  private static let maximumJobs = 20_000

  private var jobs: [Item] = []
  private var next = 0
  /// Whether the job that was enqueued last runs first, of those that no actor keeps in order.
  private var isLastFirst = false
  /// Whether several jobs were ready at once in the last step, and not all of them in the order of the main actor.
  private(set) var hadParallelJobs = false
  private var isRunningMainJob = true
  private lazy var pool = Pool(self)
  private let outside = Mutex<[Item]>([])
  private let watch = Mutex(Watch())
  private var began = ContinuousClock.now
  /// Called after a step that something outside of the process has set going.
  @MainActor var afterOutsideStep: () -> Void = {}
  /// The dependencies of the process that such a step belongs to, where there is one only.
  @MainActor var outsideDependencies: () -> ControlledDependencies? = { nil }
  /// The action whose step runs, for tasks that inherit nothing from it, and the dependencies of its process.
  private(set) var caller: ActionProgress?
  private(set) var dependencies: ControlledDependencies?

  /// Returns `nil` where the runtime has no such hooks.
  static func make() -> Sandbox? { Hooks.areInstalled ? Sandbox() : nil }

  /// The sandbox whose step runs on this thread.
  static var current: Sandbox? {
    pthread_getspecific(Hooks.key).map { Unmanaged<Sandbox>.fromOpaque($0).takeUnretainedValue() }
  }

  private init() {
    // A task that nobody resumes any more keeps an unowned reference to its executor.
    _ = Unmanaged.passRetained(self)
  }

  /// Runs the body, then every job that it has enqueued; returns the value, and whether all of them have ended.
  func step<Value>(
    of caller: ActionProgress?, _ dependencies: ControlledDependencies?, lastFirst: Bool = false, _ body: () -> Value
  ) -> (value: Value, hasEnded: Bool) {
    precondition(Sandbox.current == nil, "a step within a step")
    pthread_setspecific(Hooks.key, Unmanaged.passUnretained(self).toOpaque())
    (self.caller, self.dependencies) = (caller, dependencies)
    watch.withLock { $0.begin(caller?.name ?? "launch") }
    began = .now
    defer {
      watch.withLock { $0.action = nil }
      (self.caller, self.dependencies) = (nil, nil)
      pthread_setspecific(Hooks.key, nil)
    }
    (isRunningMainJob, isLastFirst, hadParallelJobs) = (true, lastFirst, false)
    let value = body()
    return (value, drain())
  }

  /// Whether what a step sets going comes here, which another tool that replaces the hooks can prevent.
  var isInChain: Bool {
    let probe = Probe()
    _ = step(of: nil, nil) { Task.detached { probe.ranInStep.withLock { $0 = Sandbox.current != nil } } }
    return probe.ranInStep.withLock { $0 }
  }

  /// The action whose step began before the last call and goes on.
  func actionSinceLastLook() -> String? { watch.withLock { $0.look() } }

  /// The time since the step began.
  fileprivate var timeInStep: Duration { ContinuousClock.now - began }

  private func drain() -> Bool {
    repeat {
      while next < jobs.count {
        guard next < Self.maximumJobs else {
          forgetJobs()
          return false
        }
        let item = takeJob()
        isRunningMainJob = item.isMain
        if item.isMain {
          item.job.runSynchronously(on: asUnownedSerialExecutor())
        } else {
          item.job.runSynchronously(on: pool.asUnownedTaskExecutor())
        }
      }
      forgetJobs()
      // A cancelled sleep has resumed its task itself; the job that was to wake it is left.
      jobs += (dependencies?.takeCancelledSleeps() ?? []).map { Item(job: $0, isMain: false) }
    } while !jobs.isEmpty
    return true
  }

  private func takeJob() -> Item {
    defer { next += 1 }
    guard next + 1 < jobs.count, let last = jobs[next...].lastIndex(where: { !$0.isMain }) else { return jobs[next] }
    hadParallelJobs = true
    if isLastFirst { jobs.insert(jobs.remove(at: last), at: next) }
    return jobs[next]
  }

  private func forgetJobs() {
    jobs.removeAll(keepingCapacity: true)
    next = 0
  }

  func enqueue(_ job: consuming ExecutorJob) {
    enqueue(UnownedJob(job), isMain: true)
  }

  /// Adds a job to the step that runs; from elsewhere, the job is a step of its own as soon as the main actor is free.
  fileprivate func enqueue(_ job: UnownedJob, isMain: Bool) {
    guard Sandbox.current !== self else { return jobs.append(Item(job: job, isMain: isMain)) }
    outside.withLock { $0.append(Item(job: job, isMain: isMain)) }
    Task { @MainActor in
      _ = self.step(of: nil, self.outsideDependencies()) {
        self.jobs += self.outside.withLock { outside in
          defer { outside = [] }
          return outside
        }
      }
      self.afterOutsideStep()
    }
  }

  /// Adds the job that wakes a sleeping task.
  func wake(_ job: UnownedJob) {
    enqueue(job, isMain: false)
  }

  func isSameExclusiveExecutionContext(other: Sandbox) -> Bool { self === other }

  func checkIsolated() {
    precondition(isIsolatingCurrentContext() == true, "not on the main actor")
  }

  func isIsolatingCurrentContext() -> Bool? { Sandbox.current === self && isRunningMainJob }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(complexEquality: self) }
}

/// The step that runs.
private struct Watch {
  var action: String?
  private var steps = 0
  private var lastSteps = 0

  mutating func begin(_ action: String) {
    self.action = action
    steps += 1
  }

  mutating func look() -> String? {
    defer { lastSteps = steps }
    return steps == lastSteps ? action : nil
  }
}

private final class Probe: Sendable {
  let ranInStep = Mutex(false)
}

/// The pool of a sandbox, which runs on the thread of the step.
private final class Pool: TaskExecutor {
  private unowned let sandbox: Sandbox

  init(_ sandbox: Sandbox) {
    self.sandbox = sandbox
  }

  func enqueue(_ job: consuming ExecutorJob) {
    sandbox.enqueue(UnownedJob(job), isMain: false)
  }

  fileprivate func sleep(_ job: UnownedJob, for duration: Duration) {
    if Sandbox.current === sandbox, let dependencies = sandbox.dependencies, let task = SleepingTask() {
      dependencies.sleep(job, task, for: duration, on: sandbox)
    } else {
      let (nanoseconds, sandbox) = (duration.nanoseconds, sandbox)
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
        sandbox.enqueue(job, isMain: false)
      }
    }
  }
}

#if os(Linux) && compiler(>=6.3)
  extension Pool: SchedulingExecutor {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
      sleep(UnownedJob(job), clock.now.duration(to: instant))
    }

    func enqueue<C: Clock>(_ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C) {
      sleep(UnownedJob(job), delay)
    }

    /// The instant was computed within the step: what was asked for is the roundest duration since then.
    private func sleep(_ job: UnownedJob, _ duration: some DurationProtocol) {
      let least = (duration as? Duration ?? .zero) / .milliseconds(1)
      let most = least + sandbox.timeInStep / .milliseconds(1)
      let roundest = Self.units.lazy.map { (most / $0).rounded(.down) * $0 }.first { $0 >= least }
      sleep(job, for: .milliseconds(Int(roundest ?? most.rounded())))
    }

    /// Durations of which people choose multiples, in milliseconds.
    private static let units: [Double] = [60_000, 10_000, 1_000, 500, 100, 50, 10, 5, 1]
  }
#endif

/// A sleeping task, of which the runtime tells only whether it is cancelled.
final class SleepingTask: @unchecked Sendable {
  private let task: AnyObject

  fileprivate init?() {
    let task = withUnsafeCurrentTask { task in task.map { unsafeBitCast($0, to: AnyObject.self) } }
    guard let task else { return nil }
    self.task = task
  }

  var isCancelled: Bool { unsafeBitCast(task, to: UnsafeCurrentTask.self).isCancelled }
}

/// The hooks of the runtime, which are installed once and hand on what belongs to no step.
private enum Hooks {
  typealias GetMain = @convention(thin) () -> UnownedSerialExecutor
  typealias GetMainHook = @convention(thin) (GetMain) -> UnownedSerialExecutor
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void

  static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  nonisolated(unsafe) private static var earlierGetMain: GetMainHook?
  nonisolated(unsafe) private static var earlierEnqueue: EnqueueHook?

  static let areInstalled: Bool = {
    guard let getMain = symbol("swift_task_getMainExecutor_hook", as: GetMainHook?.self),
      let enqueue = symbol("swift_task_enqueueGlobal_hook", as: EnqueueHook?.self)
    else { return false }
    _ = key
    (earlierGetMain, earlierEnqueue) = (getMain.pointee, enqueue.pointee)
    getMain.pointee = { original in
      if let sandbox = Sandbox.current { return sandbox.asUnownedSerialExecutor() }
      return earlierGetMain?(original) ?? original()
    }
    enqueue.pointee = { job, original in
      if let sandbox = Sandbox.current {
        sandbox.enqueue(job, isMain: false)
      } else if let earlierEnqueue {
        earlierEnqueue(job, original)
      } else {
        original(job)
      }
    }
    return true
  }()

  private static func symbol<Type>(_ name: String, as type: Type.Type) -> UnsafeMutablePointer<Type>? {
    dlsym(dlopen(nil, RTLD_LAZY), name)?.assumingMemoryBound(to: Type.self)
  }
}
