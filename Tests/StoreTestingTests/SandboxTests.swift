import Foundation
import Observation
import StoreExploring
import Synchronization
import StoreTesting
import Testing

/// What a step sets going, and what ends an exploration that would not end by itself.
@Suite(.withoutLines)
@MainActor
struct SandboxTests {
  @Test(arguments: Work.allCases)
  func `Work that nobody awaits belongs to its action, and is followed to its end`(work: Work) async throws {
    let explorer = Counter.explorer(StoreAction("count") { $0.start(work) })
    let exploration = await explorer.explore(maximumRunning: 2)
    #expect(exploration.isComplete)
    #expect(exploration.graph.edges.contains { $0.step == .answer("load", with: "one") })
    let sleeps = exploration.graph.edges.contains { $0.step == .answer("sleep", with: "0.3 seconds pass") }
    #expect(sleeps == (work == .sleeping))
  }

  @Test func `A cancelled sleep ends at once`() async {
    let explorer = Counter.explorer(
      StoreAction("sleep", when: { $0.count == 0 }) { $0.sleep() },
      StoreAction("cancel", when: { $0.task != nil }) { $0.cancel() })
    let exploration = await explorer.explore()
    #expect(exploration.isComplete)
    #expect(exploration.machine.outcomes(of: "cancel", in: "count 0") == ["count 1"])
  }

  @Test func `A sleep is named by what was asked for, however slow the machine`() async {
    let explorer = Counter.explorer(StoreAction("sleep", when: { $0.count == 0 }) { await $0.sleepAfterWork() })
    let exploration = await explorer.explore(maximumRunning: 1)
    #expect(exploration.graph.edges.map(\.step) == [.start("sleep"), .answer("sleep", with: "0.3 seconds pass")])
  }

  @Test func `An action that never leaves its step is named`() async {
    var explorer = Counter.explorer(StoreAction("spin") { _ in while true { await Task.yield() } })
    explorer.patience = 10
    let violation = await explorer.explore(maximumRunning: 1).violation
    #expect(violation?.invariant == "“spin” does not return: no step answers what it waits for")
    #expect(violation?.steps == [.start("spin")])
  }

  @Test func `An action that another one resumes is not stuck`() async {
    var explorer = Counter.explorer(
      StoreAction("ask", when: { $0.question == nil }) { await $0.ask() },
      StoreAction("confirm", when: { $0.question != nil }) { $0.confirm() })
    explorer.patience = 10
    #expect(await explorer.explore().isComplete)
  }

  @Test func `What a launch sets going is answered too`() async {
    let explorer = StoreExplorer(actions: [StoreAction<Counter>("nothing") { _ in }]) { dependencies in
      let counter = Counter(load: dependencies.call("load") { [.success("one", 1)] })
      counter.start(.unawaited)
      return counter
    }
    let exploration = await explorer.explore()
    #expect(exploration.isComplete)
    #expect(exploration.machine.states == ["count 0", "count 1"])
  }

  @Test(arguments: [500, 2_000])
  func `A long chain of states ends`(length: Int) async {
    // Nothing is said of what only the last state has before it is found.
    let explorer = Counter.explorer(
      StoreAction("next", when: { $0.count < length }) { $0.next() },
      invariants: [.sometimes("the end is reached") { $0.subject.count == length }])
    let exploration = await explorer.explore(maximumRunning: 1)
    #expect(exploration.isComplete)
    #expect(exploration.outcome == .clean)
    #expect(exploration.schedules == length)
  }

  @Test func `A stream brings as many elements as its bound`() async {
    let explorer = Counter.explorer(
      StoreAction("read", when: { $0.task == nil }) { $0.read() }, elements: ["a": 1, "b": 10], atMost: 2)
    let exploration = await explorer.explore()
    #expect(exploration.isComplete)
    #expect(Set(exploration.machine.states) == Set([0, 1, 2, 10, 11, 20].map { "count \($0)" }))
  }

  @Test func `An action that waits for its own thread is named, whatever becomes of it`() async {
    let semaphore = DispatchSemaphore(value: 0)
    let named = Mutex<Set<String>>([])
    var explorer = Counter.explorer(StoreAction("wait", when: { $0.count == 0 }) { $0.wait(for: semaphore) })
    explorer.watched = { action in
      named.withLock { _ = $0.insert(action) }
      semaphore.signal()
    }
    explorer.patienceOfWatchdog = 0.01
    #expect(await explorer.explore(maximumRunning: 1).isComplete)
    #expect(named.withLock { $0 } == ["wait"])
  }

  @Test func `Where another tool has replaced the hooks, nothing is claimed`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let explorer = Counter.explorer(StoreAction("count") { $0.start(.unawaited) })
      #expect(await explorer.explore().isComplete)
      let hook = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_enqueueGlobal_hook")
      hook?.assumingMemoryBound(to: EnqueueHook?.self).pointee = { job, enqueue in enqueue(job) }
      let reason =
        "another tool has replaced the hooks of the concurrency runtime, by which steps are followed: do without it"
      #expect(await explorer.explore().outcome == .inconclusive(reason: reason))
    }
  }

  @Test func `What a thread brings while another call is pending is waited for, and named`() async {
    let explorer = Counter.explorer(
      StoreAction("count", when: { $0.count == 0 && $0.task == nil }) { $0.start(.unawaited) },
      StoreAction("read", when: { $0.question == nil }) { await $0.readOutside() })
    let exploration = await explorer.explore(maximumRunning: 2)
    #expect(exploration.outside == ["read"])
  }

  @Test func `Tasks that run in parallel go on in either order, which is no new state where it changes nothing`()
    async throws
  {
    func explorer(_ keepsOrder: Bool) -> StoreExplorer<Rows, ObservedProperties> {
      StoreExplorer(
        actions: [StoreAction("parse", when: { $0.rows.isEmpty }) { await $0.parse() }],
        invariants: [.whenIdle("the rows are in order") { $0.rows == $0.rows.sorted() }]
      ) { _ in Rows(keepsOrder: keepsOrder) }
    }
    let steps: [Step] = [.lastFirst(.start("parse"))]
    let violation = await explorer(false).explore().violation
    #expect(violation?.steps == steps)
    #expect(violation?.why == "It holds if the tasks of “parse” go on in the other order.")
    #expect(try await explorer(false).replay(steps) != nil)
    #expect(try await explorer(false).replay([.start("parse")]) == nil)
    let exploration = await explorer(true).explore()
    #expect(exploration.isComplete)
    #expect(exploration.graph.edges.map(\.step) == [.start("parse")])
  }

  @Test func `What cannot be read is named, and no exploration is complete without it`() async {
    let explorer = StoreExplorer(actions: [StoreAction<Locked>("next") { $0.next() }]) { _ in Locked() }
    let exploration = await explorer.explore()
    #expect(!exploration.isComplete)
    #expect(exploration.leftOut == ["lock (())", "memory (UnsafeMutablePointer<Int>)"])
    #expect(exploration.description.contains("memory (UnsafeMutablePointer<Int>) cannot be read"))
  }
}

/// What the runtime calls with each job that is not of the main actor.
private typealias EnqueueHook = @convention(thin) (UnownedJob, @convention(thin) (UnownedJob) -> Void) -> Void

/// How work is started.
enum Work: CaseIterable {
  case unawaited, detached, sleeping, actor, callback
}

@MainActor @Observable
private final class Counter {
  private(set) var count = 0
  @ObservationIgnored private(set) var task: Task<Void, Never>?
  @ObservationIgnored private(set) var question: CheckedContinuation<Void, Never>?
  @ObservationIgnored private let load: @Sendable () async throws -> Int
  @ObservationIgnored private let events: AsyncStream<Int>

  init(load: @escaping @Sendable () async throws -> Int, events: AsyncStream<Int> = AsyncStream { nil }) {
    self.load = load
    self.events = events
  }

  static func explorer(
    _ actions: StoreAction<Counter>..., invariants: [Invariant<Counter, ObservedProperties>] = [],
    elements: KeyValuePairs<String, Int> = [:], atMost: Int = 0
  ) -> StoreExplorer<Counter, ObservedProperties> {
    StoreExplorer(actions: actions, invariants: invariants) { dependencies in
      Counter(
        load: dependencies.call("load") { [.success("one", 1)] },
        events: dependencies.asyncStream("events", elements: elements, atMost: atMost))
    }
  }

  func start(_ work: Work) {
    guard count == 0, task == nil else { return }
    task = Task {
      defer { task = nil }
      switch work {
      case .unawaited: count = (try? await load()) ?? 0
      case .detached: count = await Task.detached { [load] in (try? await load()) ?? 0 }.value
      case .sleeping:
        try? await Task.sleep(for: .milliseconds(300))
        count = (try? await load()) ?? 0
      case .actor: count = await Loader(load: load).value()
      case .callback:
        count = await withCheckedContinuation { continuation in
          Task { [load] in continuation.resume(returning: (try? await load()) ?? 0) }
        }
      }
    }
  }

  func sleep() {
    guard task == nil else { return }
    task = Task {
      defer { task = nil }
      do { try await Task.sleep(for: .seconds(1)) } catch { count = 1 }
    }
  }

  func sleepAfterWork() async {
    let end = ContinuousClock.now.advanced(by: .milliseconds(300))
    while ContinuousClock.now.duration(to: end) > .milliseconds(295) {}
    try? await Task.sleep(until: end, clock: .continuous)
    count = 1
  }

  func cancel() { task?.cancel() }

  func ask() async {
    await withCheckedContinuation { question = $0 }
    question = nil
  }

  func confirm() { question?.resume() }

  func wait(for semaphore: DispatchSemaphore) {
    semaphore.wait()
    count = 1
  }

  func readOutside() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume() }
    }
  }

  func next() { count += 1 }

  func read() {
    task = Task { for await event in events { count += event } }
  }
}

private actor Loader {
  let load: @Sendable () async throws -> Int

  init(load: @escaping @Sendable () async throws -> Int) {
    self.load = load
  }

  func value() async -> Int { (try? await load()) ?? 0 }
}

/// Rows that are parsed in parallel.
@MainActor @Observable
private final class Rows {
  private(set) var rows: [Int] = []
  private let keepsOrder: Bool

  init(keepsOrder: Bool) {
    self.keepsOrder = keepsOrder
  }

  func parse() async {
    var parsed: [Int] = []
    await withTaskGroup(of: Int.self) { group in
      for text in ["1", "2", "3"] { group.addTask { Int(text) ?? 0 } }
      for await row in group { parsed.append(row) }
    }
    rows = keepsOrder ? parsed.sorted() : parsed
  }
}

@MainActor @Observable
private final class Locked {
  @ObservationIgnored private let lock = Mutex(0)
  @ObservationIgnored private let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  isolated deinit { memory.deallocate() }

  func next() { lock.withLock { $0 = 1 } }
}
