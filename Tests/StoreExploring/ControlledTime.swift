import Synchronization

extension ControlledDependencies {
  /// Creates a clock whose time passes in steps of the schedule: each ends the sleep that ends next.
  public func clock(_ name: String = "clock") -> ControlledClock {
    ControlledClock(name: name, dependencies: self)
  }

  /// Creates a stream whose elements come in steps of the schedule, each with its label; a step “ends” ends it.
  ///
  /// An action that reads a stream without end keeps the exploration from ending, unless its
  /// ``StoreAction/Locals`` are forgotten.
  public func stream<Element: Sendable>(
    _ name: String, elements: KeyValuePairs<String, Element>
  ) -> ControlledStream<Element> {
    ControlledStream(name: name, elements: elements.map { ($0.key, $0.value) }, dependencies: self)
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

  private struct State {
    var now = Duration.zero
    var sleeping: [Int: Duration] = [:]
    var lastSleep = 0
  }

  private let name: String
  private let dependencies: ControlledDependencies
  private let state = Mutex(State())

  fileprivate init(name: String, dependencies: ControlledDependencies) {
    self.name = name
    self.dependencies = dependencies
  }

  /// The time that has passed since the launch.
  public var now: Instant { state.withLock { Instant(offset: $0.now) } }
  /// Zero: the schedule orders everything.
  public var minimumResolution: Duration { .zero }

  /// Waits for the schedule; throws `CancellationError` where the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.lastSleep += 1
      state.sleeping[state.lastSleep] = deadline.offset
      return state.lastSleep
    }
    defer { state.withLock { _ = $0.sleeping.removeValue(forKey: number) } }
    let duration = now.duration(to: deadline)
    let index = await dependencies.wait(
      name, 1, isCancellable: true, sleep: ControlledSleep(clock: self, deadline: deadline)
    ) { _ in "\(duration) pass" }
    if index == nil { throw CancellationError() }
  }

  fileprivate func isNext(_ deadline: Instant) -> Bool {
    state.withLock { state in state.sleeping.values.allSatisfy { $0 >= deadline.offset } }
  }

  fileprivate func pass(until deadline: Instant) {
    state.withLock { $0.now = max($0.now, deadline.offset) }
  }
}

/// A pending sleep.
struct ControlledSleep: Sendable {
  let clock: ControlledClock
  let deadline: ControlledClock.Instant

  /// Whether no other sleep of the clock ends before.
  var isNext: Bool { clock.isNext(deadline) }

  /// The remaining nanoseconds.
  var remaining: Int { Int(clock.now.duration(to: deadline) / .nanoseconds(1)) }

  func pass() {
    clock.pass(until: deadline)
  }
}

/// A stream whose elements come when the schedule says so.
public struct ControlledStream<Element: Sendable>: AsyncSequence, Sendable {
  /// Waits for one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let stream: ControlledStream

    /// Waits for the schedule; `nil` at the end, and where the task is cancelled.
    public func next() async -> Element? {
      await next(isolation: #isolation)
    }

    /// Waits on the actor of the caller.
    public func next(isolation actor: isolated (any Actor)?) async -> Element? {
      let elements = stream.elements
      let index = await stream.dependencies.wait(
        stream.name, elements.count + 1, isCancellable: true, isolation: actor
      ) { $0 < elements.count ? elements[$0].label : "ends" }
      return index.flatMap { $0 < elements.count ? elements[$0].element : nil }
    }
  }

  let name: String
  let elements: [(label: String, element: Element)]
  let dependencies: ControlledDependencies

  /// Creates an iterator; several share the elements as several requests would.
  public func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
}
