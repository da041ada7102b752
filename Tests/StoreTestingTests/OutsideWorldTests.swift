import Foundation
import Observation
import StoreExploring
import StoreTesting
import Testing

/// What comes from outside of a model: elements of streams, a death between a write and a call, and work that no step
/// can follow.
@Suite(.withoutLines)
@MainActor
struct OutsideWorldTests {
  @Test func `Two readers of a bounded stream get no more elements than there are`() async {
    let explorer = StoreExplorer(
      actions: [StoreAction<Model>("run", when: { $0.runs < 2 }) { await $0.run() }],
      invariants: [.always("one element comes") { $0.number <= 1 }]
    ) { dependencies in
      Model { dependencies.stream("numbers", elements: ["one": 1], atMost: 1) }
    }
    #expect(await explorer.explore().isComplete)
  }

  @Test func `A call that follows a write is not on its way where the process died before the write`() async {
    let explorer = StoreExplorer(
      actions: [StoreAction<Sender>("send", when: { !$0.storage.bool(forKey: "sent") }) { await $0.send() }],
      invariants: [
        .always("what the server has was noted") { $0.server.count == 0 || $0.subject.storage.bool(forKey: "sent") }
      ],
      relaunch: { killed, dependencies in Sender(dependencies, killed.storage, killed.server) }
    ) { Sender($0, ControlledKeyValues(), Server()) }
    #expect(await explorer.explore().isComplete)
  }

  @Test func `Work on a queue makes no violation`() async {
    let explorer = StoreExplorer(
      actions: [StoreAction<Model>("load") { $0.loadOnQueue() }],
      invariants: [.whenIdle("nothing is loading") { !$0.isLoading }], make: { _ in Model() })
    let exploration = await explorer.explore()
    let reason = #"work goes on that no action awaits, after .start("load"): do it in a task of the model"#
    #expect(exploration.outcome == .inconclusive(reason: reason))
  }

  @Test func `What is awaited from outside of the schedule is named, and the exploration is not complete`() async {
    let explorer = StoreExplorer(
      actions: [StoreAction<Model>("load", when: { $0.number == 0 }) { await $0.loadFromOutside() }],
      make: { _ in Model() })
    let exploration = await explorer.explore()
    #expect(exploration.outside == ["load"])
    #expect(!exploration.isComplete)
    #expect(exploration.description.contains("“load” waited for something outside of the schedule"))
  }

  @Test func `A model that tries again after a while is explored to the end`() async {
    var explorer = StoreExplorer(
      actions: [StoreAction<Connection>("connect", when: { !$0.isConnected }) { await $0.connect() }],
      invariants: [.whenIdle("it is connected") { $0.isConnected || $0.attempts == 0 }]
    ) { dependencies in
      Connection(open: dependencies.call("open") { [.success("open"), .failure("offline", CancellationError())] })
    }
    explorer.statesBeforeAssumptions = 100
    let exploration = await explorer.explore(maximumRunning: 2)
    #expect(exploration.isComplete, "\(exploration)")
  }

  @Test func `A stored time of day is named, because no schedule changes it`() async {
    func exploration(of now: @escaping () -> Date) async -> Exploration {
      await StoreExplorer(actions: [StoreAction<Clocked>("note") { $0.time = now() }]) { _ in Clocked() }.explore()
    }
    #expect(await exploration { .now }.readTimes == ["time"])
    #expect(await exploration { Date(timeIntervalSince1970: 1) }.readTimes == [])
    #expect(await exploration { .now }.description.contains("Not followed: the time of day in “time”."))
  }

  @Test func `Actions that change nothing that is stored are no proof, which is said`() async {
    var isOn = false
    let action = StoreAction<Model>("toggle") { _ in isOn.toggle() }
    let exploration = await StoreExplorer(actions: [action]) { _ in Model() }.explore()
    #expect(exploration.description.contains("No action has changed anything that the subject stores"))
  }

  @Test func `What a test stores before the launch no kill takes back`() async {
    let explorer = StoreExplorer(
      actions: [StoreAction<Migration>("nothing") { _ in }],
      invariants: [.always("the old value is there") { $0.subject.storage.bool(forKey: "old") }],
      relaunch: { killed, dependencies in Migration(storage: dependencies.keyValues(killed.storage)) }
    ) { dependencies in
      let storage = ControlledKeyValues()
      storage.set(true, forKey: "old")
      return Migration(storage: dependencies.keyValues(storage))
    }
    #expect(await explorer.explore().isComplete)
  }
}

@MainActor
private struct Migration {
  let storage: ControlledKeyValues
}

@MainActor @Observable
private final class Clocked {
  var time: Date?
}

@MainActor @Observable
private final class Model {
  private(set) var number = 0
  private(set) var isLoading = false
  private(set) var runs = 0
  @ObservationIgnored private let numbers: @MainActor () -> ControlledStream<Int>?

  init(numbers: @escaping @MainActor () -> ControlledStream<Int>? = { nil }) {
    self.numbers = numbers
  }

  func run() async {
    runs += 1
    guard let numbers = numbers() else { return }
    for await number in numbers { self.number += number }
  }

  func loadOnQueue() {
    isLoading = true
    DispatchQueue.main.async { self.isLoading = false }
  }

  func loadFromOutside() async {
    number = await withCheckedContinuation { continuation in
      DispatchQueue.main.async { continuation.resume(returning: 1) }
    }
  }
}

private actor Server {
  nonisolated let received = ControlledKeyValues()

  nonisolated var count: Int { received.integer(forKey: "count") }

  func receive() { received.set(count + 1, forKey: "count") }
}

@MainActor @Observable
private final class Sender {
  @ObservationIgnored let storage: ControlledKeyValues
  @ObservationIgnored let server: Server
  @ObservationIgnored private let call: @Sendable () async throws -> Void

  init(_ dependencies: ControlledDependencies, _ storage: ControlledKeyValues, _ server: Server) {
    self.storage = dependencies.keyValues(storage)
    self.server = server
    call = dependencies.call("send", whenLost: CancellationError(), outlivesCaller: true) {
      [.served("ok") { await server.receive() }]
    }
  }

  func send() async {
    storage.set(true, forKey: "sent")
    try? await call()
  }
}

@MainActor @Observable
private final class Connection {
  private(set) var isConnected = false
  private(set) var attempts = 0
  @ObservationIgnored private let open: @Sendable () async throws -> Void

  init(open: @escaping @Sendable () async throws -> Void) {
    self.open = open
  }

  func connect() async {
    while !isConnected {
      do {
        try await open()
        isConnected = true
      } catch {
        attempts = min(attempts + 1, 3)
        try? await Task.sleep(for: .seconds(attempts))
      }
    }
  }
}
