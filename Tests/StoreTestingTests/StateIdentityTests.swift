import Core
import CoreTesting
import Foundation
import Observation
import StoreExploring
import Testing

/// States with equal fingerprints that must be told apart, because they go on in different ways.
@MainActor
struct StateIdentityTests {
  @Test(arguments: HiddenDifference.allCases)
  func `A violation that depends on what no property of the Store shows is found`(_ difference: HiddenDifference) async
  {
    let explorer = StoreExplorer(
      state: \HidingStore.isBad, actions: difference.actions, invariants: difference.invariants,
      fingerprint: { StateFingerprint($0) }
    ) { dependencies in
      HidingStore(
        dependencies.clock(),
        load: dependencies.useCase("load") { _ in [.success("one", 1), .success("two", 2)] })
    }
    let exploration = await explorer.explore(maximumRunning: 2)
    #expect(exploration.violation != nil, "\(exploration)")
  }

  @Test func `A set of identifiers is the same whatever the order of its elements`() async {
    let actions = StoreAction<Selection>.each("toggle", of: [0, 1, 2]) { $0.toggle($1) }
    let exploration = await StoreExplorer(actions: actions) { _ in Selection() }.explore()
    #expect(exploration.isComplete)
    #expect(exploration.graph.nodes.count == 8)
  }

  /// Which one stands first in a set is chance.
  @Test func `Which identifier of a set an action has seen is followed`() async {
    for _ in 1...10 {
      let exploration = await StoreExplorer(actions: [StoreAction<Uploads>("upload") { await $0.upload() }]) {
        dependencies in Uploads(send: dependencies.call("send") { [.success("sent")] })
      }.explore(maximumRunning: 2, isReduced: false)
      #expect(exploration.isComplete)
      #expect(exploration.graph.nodes.count <= 7, "\(exploration)")
    }
  }

  @Test func `An identifier that the test can tell apart from another one is a value`() async {
    let (one, other) = (UUID(), UUID())
    await expectLocked(one, other)
    await expectLocked(Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2))
    await expectLocked("session \(one)", "session \(other)")
  }

  @Test func `Any number of identifiers can come between two sights of one that the test can tell apart`() async {
    let (one, locked) = (UUID(), UUID())
    let isOpen: @MainActor @Sendable (Door<[UUID]>) -> Bool = { $0.selected == nil }
    let selections = [("one", [one]), ("locked", [locked])].map { name, selected in
      StoreAction("select \(name)", when: isOpen) { $0.selected = selected }
    }
    let draws = (2_001...2_011).map { count in
      StoreAction("draw \(count)", when: isOpen) { $0.selected = (0..<count).map { _ in UUID() } }
    }
    let enter = StoreAction("enter", when: { (door: Door<[UUID]>) in door.selected?.count == 1 }) {
      $0.isStuck = $0.selected == [locked]
    }
    let explorer = StoreExplorer(
      actions: selections + draws + [enter], invariants: [.always("not stuck") { !$0.isStuck }]
    ) { _ in Door<[UUID]>() }
    let violation = await explorer.explore().violation
    #expect(violation?.steps == [.start("select locked"), .start("enter")])
  }

  @Test(arguments: [true, false])
  func `A token that the test names is an identifier in the requests that have it`(_ isNumbered: Bool) async {
    let explorer = StoreExplorer(
      actions: [StoreAction("read") { await $0.read() }, StoreAction("renew") { $0.renew() }], invariants: [],
      fingerprint: { StateFingerprint(identifiers: [$0.token]).keptByActions() }
    ) { dependencies in
      TokenModel(isNumbered: isNumbered, send: dependencies.call("GET") { (_: Token) in [.success("200")] })
    }
    let exploration = await explorer.explore(maximumRunning: 3)
    #expect(exploration.isComplete, "\(exploration)")
    // One, and of one request 2, of two 4 (the replaced tokens are the same or not), of three 4: the last one is current.
    #expect(exploration.graph.nodes.count == 11)
  }

  @Test func `An action keeps no identifiers but those that are named`() async {
    let all = await ReaderModel.explore {
      StateFingerprint($0.isOvertaken, identifiers: [$0.user, $0.page]).keptByActions()
    }
    let named = await ReaderModel.explore {
      StateFingerprint($0.isOvertaken, identifiers: [$0.page]).keptByActions(identifiers: [$0.user])
    }
    #expect(all.isComplete && named.isComplete)
    // Twice, as a read was overtaken or not: none, and one that has seen the same user and page, or another.
    #expect(all.graph.nodes.count == 2 * (1 + 4))
    #expect(named.graph.nodes.count == 2 * (1 + 2))
    let wrong = await ReaderModel.explore {
      StateFingerprint($0.isOvertaken, identifiers: [$0.user]).keptByActions(identifiers: [$0.page])
    }
    #expect(wrong.description.contains("Inconclusive: states with an equal fingerprint differ in what follows"))
  }

  private func expectLocked<ID: Hashable>(_ one: ID, _ locked: ID) async {
    let isOpen: @MainActor @Sendable (Door<ID>) -> Bool = { $0.selected == nil }
    let explorer = StoreExplorer(
      actions: [
        StoreAction("select one", when: isOpen) { $0.selected = one },
        StoreAction("select locked", when: isOpen) { $0.selected = locked },
        StoreAction("enter", when: { $0.selected != nil }) { $0.isStuck = $0.selected == locked },
      ], invariants: [.always("not stuck") { !$0.isStuck }]
    ) { _ in Door<ID>() }
    let violation = await explorer.explore().violation
    #expect(violation?.steps == [.start("select locked"), .start("enter")])
  }
}

private struct Token: Hashable {
  let text: String
}

@MainActor @Observable
private final class TokenModel {
  private(set) var token: Token
  private let isNumbered: Bool
  private var count = 0
  private let send: @Sendable (Token) async throws -> Void

  init(isNumbered: Bool, send: @escaping @Sendable (Token) async throws -> Void) {
    (self.isNumbered, self.send) = (isNumbered, send)
    token = Token(text: isNumbered ? "token 0" : "token \(UUID())")
  }

  func read() async { try? await send(token) }

  func renew() {
    count += 1
    token = Token(text: isNumbered ? "token \(count)" : "token \(UUID())")
  }
}

@MainActor @Observable
private final class ReaderModel {
  private(set) var user = UUID()
  private(set) var page = UUID()
  private(set) var isReading = false
  private(set) var isOvertaken = false
  private let load: @Sendable () async throws -> Void

  init(load: @escaping @Sendable () async throws -> Void) {
    self.load = load
  }

  func read() async {
    let began = user
    isReading = true
    defer { isReading = false }
    try? await load()
    if user != began { isOvertaken = true }
  }

  static func explore(_ fingerprint: @escaping @MainActor (ReaderModel) -> StateFingerprint) async -> Exploration {
    await StoreExplorer(
      actions: [
        StoreAction("read", when: { !$0.isReading }) { await $0.read() },
        StoreAction("switch user") { $0.user = UUID() },
        StoreAction("turn page") { $0.page = UUID() },
      ], invariants: [], fingerprint: fingerprint
    ) { dependencies in
      ReaderModel(load: dependencies.call("load") { [.success("done")] })
    }.explore(maximumRunning: 2)
  }
}

@MainActor @Observable
private final class Door<ID: Hashable> {
  var selected: ID?
  var isStuck = false
}

@MainActor @Observable
private final class Uploads {
  private var running: Set<UUID> = []
  private let send: () async throws -> Void

  init(send: @escaping () async throws -> Void) {
    self.send = send
  }

  func upload() async {
    let id = UUID()
    running.insert(id)
    try? await send()
    running.remove(id)
  }
}

@MainActor @Observable
private final class Selection {
  private var selected: Set<UUID> = []
  private var notes: [UUID: String] = [:]
  private let rows = (0..<3).map { _ in UUID() }

  func toggle(_ index: Int) {
    selected.formSymmetricDifference([rows[index]])
    notes[rows[index]] = selected.contains(rows[index]) ? "selected" : nil
  }
}

/// What decides the next steps beside the properties of a Store.
enum HiddenDifference: CaseIterable {
  case earlierAnswer, seenIdentifier, takenIdentifier, orderOfAnswers, remainingSleep, memoryOfInvariant

  @MainActor var actions: [StoreAction<HidingStore>] {
    let replace = StoreAction<HidingStore>("replace", canBeCancelled: true) { _ = $0.generation.next() }
    switch self {
    case .earlierAnswer:
      return [
        StoreAction("load", canBeCancelled: true) { store in
          let first = await store.load.execute()
          for _ in 1...2 { _ = await store.load.execute() }
          store.isBad = first == 2
        }
      ]
    case .seenIdentifier:
      return [
        replace,
        StoreAction("load", canBeCancelled: true) { store in
          let seen = store.generation
          for _ in 1...2 { _ = await store.load.execute() }
          store.isBad = store.generation != seen
        },
      ]
    case .takenIdentifier:
      return [
        replace,
        StoreAction("load", canBeCancelled: true) { store in
          let taken = store.generation.next()
          for _ in 1...2 { _ = await store.load.execute() }
          store.isBad = store.generation != taken
        },
      ]
    case .orderOfAnswers:
      return [
        StoreAction("load", canBeCancelled: true) { store in
          let order = Order()
          let tasks = (1...2).map { number in
            Task {
              _ = await store.load.execute()
              order.numbers.append(number)
            }
          }
          for task in tasks { await task.value }
          store.isBad = order.numbers == [2, 1]
        }
      ]
    case .remainingSleep:
      return [
        StoreAction("short", canBeCancelled: true) { try? await $0.clock.sleep(for: .milliseconds(100)) },
        StoreAction("long", canBeCancelled: true) { try? await $0.clock.sleep(for: .milliseconds(150)) },
      ]
    case .memoryOfInvariant:
      return [replace]
    }
  }

  @MainActor var invariants: [Invariant<HidingStore, Bool>] {
    switch self {
    case .earlierAnswer, .seenIdentifier, .takenIdentifier, .orderOfAnswers:
      [.always("it is not bad") { !$0.state }]
    case .remainingSleep:
      [
        .always("the long sleep does not end during a short one") { exploration in
          guard exploration.answered != nil, exploration.running.map(\.name) == ["short"] else { return true }
          return exploration.lastEvents.last?.run?.name != "long"
        }
      ]
    case .memoryOfInvariant:
      [
        .following("it is replaced twice at most", from: 0) { count, exploration in
          if exploration.started != nil { count += 1 }
          return count < 3
        }
      ]
    }
  }
}

@MainActor
private final class Order {
  var numbers: [Int] = []
}

@MainActor @Observable
final class HidingStore {
  var isBad = false
  var generation = Generation()
  let clock: ControlledClock
  let load: AnyUseCase<Void, Int, Never>

  init(_ clock: ControlledClock, load: AnyUseCase<Void, Int, Never>) {
    self.clock = clock
    self.load = load
  }
}
