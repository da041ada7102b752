import Synchronization

extension ControlledDependencies {
  /// Creates a clock whose time passes in steps of the schedule: each ends the sleep that ends next.
  public func clock(_ name: String = "clock") -> ControlledClock {
    ControlledClock(name: name, dependencies: self)
  }

  /// Creates a stream whose elements come in steps of the schedule, each with its label; a step “ends” ends it.
  ///
  /// With `atMost`, so many elements and ends come in one launch, on all streams of this name, and then nothing more; an
  /// exploration of a model that reads a stream again and again ends only then.
  public func stream<Element: Sendable>(
    _ name: String, elements: KeyValuePairs<String, Element>, atMost: Int? = nil
  ) -> ControlledStream<Element> {
    ControlledStream(events: events(name, elements, [:], atMost))
  }

  /// Creates an `AsyncStream` whose elements come in steps of the schedule.
  public func asyncStream<Element: Sendable>(
    _ name: String, elements: KeyValuePairs<String, Element>, atMost: Int? = nil
  ) -> AsyncStream<Element> {
    let events = events(name, elements, [:], atMost)
    return AsyncStream { try? await events.next() }
  }

  /// Creates an `AsyncThrowingStream` whose elements and failures come in steps of the schedule.
  public func throwingStream<Element: Sendable>(
    _ name: String, elements: KeyValuePairs<String, Element>, failures: KeyValuePairs<String, any Error> = [:],
    atMost: Int? = nil
  ) -> AsyncThrowingStream<Element, any Error> {
    let events = events(name, elements, failures, atMost)
    return AsyncThrowingStream { try await events.next() }
  }

  private func events<Element: Sendable>(
    _ name: String, _ elements: KeyValuePairs<String, Element>, _ failures: KeyValuePairs<String, any Error>,
    _ atMost: Int?
  ) -> StreamEvents<Element> {
    if let atMost { remaining.withLock { $0[name] = $0[name] ?? atMost } }
    return StreamEvents(
      name: name,
      events: elements.map { ($0.key, .success($0.value)) } + failures.map { ($0.key, .failure($0.value)) }
        + [("ends", .success(nil))], dependencies: self)
  }
}

extension ControlledDependencies {
  /// Holds the job that wakes a task from `Task.sleep`, until the schedule lets the time pass.
  func sleep(_ job: UnownedJob, _ task: SleepingTask, for duration: Duration, on sandbox: Sandbox) {
    if let ofNewVersion {
      if ActionProgress.isDetached {
        findings.add("a detached task sleeps, of which version is unknown: pass in a clock")
      }
      if ComparedVersion.isNew { return ofNewVersion.sleep(job, task, for: duration, on: sandbox) }
    }
    let sleep = time.beginSleep(for: duration)
    queue.add(
      "sleep", Answers(count: 1, label: { _ in "\(duration) pass" }, served: [], whenOver: 0, sleep: sleep, site: site),
      .sleep(job, task, sandbox))
  }

  /// Returns the jobs that were to wake tasks whose sleeps were cancelled.
  func takeCancelledSleeps() -> [UnownedJob] {
    let jobs = queue.takeCancelledSleeps().map { sleep in
      sleep.call.details.sleep?.end()
      return sleep.job
    }
    return jobs + (ofNewVersion?.takeCancelledSleeps() ?? [])
  }
}

/// A clock whose time passes when the schedule says so.
public final class ControlledClock: Clock, Sendable {
  /// A time since the launch.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    let offset: Duration

    /// Adds a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the time until another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Orders instants by time.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let name: String
  private let dependencies: ControlledDependencies

  fileprivate init(name: String, dependencies: ControlledDependencies) {
    self.name = name
    self.dependencies = dependencies
  }

  /// The time that has passed since the launch.
  public var now: Instant { Instant(offset: dependencies.time.now) }
  /// Zero: the schedule orders everything.
  public var minimumResolution: Duration { .zero }

  /// Waits for the schedule; throws `CancellationError` where the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let duration = now.duration(to: deadline)
    let sleep = dependencies.time.beginSleep(for: duration)
    defer { sleep.end() }
    let index = await dependencies.wait(name, 1, isCancellable: true, sleep: sleep) { _ in "\(duration) pass" }
    if index == nil { throw CancellationError() }
  }
}

/// The time of one launch, which all of its clocks share.
final class ControlledTime: Sendable {
  private struct State {
    var now = Duration.zero
    var sleeping: [Int: Duration] = [:]
    var lastSleep = 0
  }

  private let state = Mutex(State())

  var now: Duration { state.withLock { $0.now } }

  func beginSleep(for duration: Duration) -> ControlledSleep {
    state.withLock { state in
      state.lastSleep += 1
      let deadline = state.now + duration
      state.sleeping[state.lastSleep] = deadline
      return ControlledSleep(time: self, number: state.lastSleep, deadline: deadline)
    }
  }

  fileprivate func isNext(_ deadline: Duration) -> Bool {
    state.withLock { state in state.sleeping.values.allSatisfy { $0 >= deadline } }
  }

  fileprivate func end(_ sleep: ControlledSleep, hasPassed: Bool) {
    state.withLock { state in
      state.sleeping[sleep.number] = nil
      if hasPassed { state.now = max(state.now, sleep.deadline) }
    }
  }
}

extension Duration {
  /// Whole nanoseconds; the maximum for what is longer than 292 years.
  var nanoseconds: Int { Int(exactly: (self / .nanoseconds(1)).rounded(.towardZero)) ?? .max }
}

/// A pending sleep.
struct ControlledSleep: Sendable {
  let time: ControlledTime
  let number: Int
  let deadline: Duration

  /// Whether no other sleep of the launch ends before.
  var isNext: Bool { time.isNext(deadline) }

  /// The remaining nanoseconds.
  var remaining: Int { (deadline - time.now).nanoseconds }

  /// Lets the time pass until it ends.
  func pass() { time.end(self, hasPassed: true) }

  /// Ends it before its time.
  func end() { time.end(self, hasPassed: false) }
}

/// A stream whose elements come when the schedule says so.
public struct ControlledStream<Element: Sendable>: AsyncSequence, Sendable {
  /// Waits for one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let events: StreamEvents<Element>

    /// Waits for the schedule; `nil` at the end, and where the task is cancelled.
    public func next() async -> Element? {
      try? await events.next()
    }

    /// Waits on the actor of the caller.
    public func next(isolation actor: isolated (any Actor)?) async -> Element? {
      try? await events.next(isolation: actor)
    }
  }

  let events: StreamEvents<Element>

  /// Creates an iterator; several share the elements as several requests would.
  public func makeAsyncIterator() -> Iterator { Iterator(events: events) }
}

/// What can come on a stream.
struct StreamEvents<Element: Sendable>: Sendable {
  let name: String
  let events: [(label: String, event: Result<Element?, any Error>)]
  let dependencies: ControlledDependencies

  func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Element? {
    let (dependencies, name) = (dependencies, name)
    let isOpen = { @Sendable in dependencies.remaining.withLock { $0[name] != 0 } }
    let index = await dependencies.wait(
      name, events.count, isCancellable: true, streamIsOpen: isOpen, isolation: actor
    ) { events[$0].label }
    guard let index else { return nil }
    dependencies.remaining.withLock { remaining in
      if let left = remaining[name] { remaining[name] = left - 1 }
    }
    return try events[index].event.get()
  }
}
