import Core
import Observation
import StoreExploring
import Synchronization

/// A small program from a seed, with what must hold of it: the actions of a ``RandomStore``.
@MainActor
struct RandomProgram {
  /// One operation of an action on fields that have the values 0, 1 and 2.
  enum Operation {
    case set(field: Int, to: Int)
    case increment(field: Int)
    /// Returns unless the field has the value.
    case require(field: Int, value: Int)
    /// Makes what other actions wait for stale.
    case begin
    /// Returns where another action has begun.
    case requireLatest
    /// Waits for an answer; where it fails, the action returns or goes on with 0.
    case call(Int, goesOnWhenFailed: Bool)
    /// Writes the last answer.
    case write(field: Int)
    /// Writes a field where it survives the process.
    case save(field: Int)
  }

  struct Action {
    let name: String
    let operations: [Operation]
    let canBeCancelled: Bool
    /// The field and its value, if the action is not always possible.
    let condition: (field: Int, value: Int)?
  }

  struct Call {
    let name: String
    /// The values that it can be answered with.
    let values: [Int]
    /// Whether its parameter is added to its answer.
    let usesParameter: Bool
    let canFail: Bool
    let isCancelled: Bool
    /// Whether a server counts the calls and answers with their number.
    let isServed: Bool
    let canBeLost: Bool
  }

  let fields: Int
  /// How many of the fields are a part of the state.
  let shown: Int
  let actions: [Action]
  let calls: [Call]
  let isRelaunched: Bool
  let maximumRunning: Int
  let depth: Int
  /// Whether the fingerprint says that an action remembers nothing but identifiers and its answers.
  let isKeptNamed: Bool
  let invariants: [Invariant<RandomStore, [Int]>]

  init(seed: Int) {
    var random = RandomChoices(seed: seed)
    fields = random.isTrue(1, of: 6) ? 3 : 2
    shown = random.isTrue(1, of: 5) ? fields - 1 : fields
    maximumRunning = random.isTrue(1, of: 6) ? 3 : 2
    isRelaunched = random.isTrue(1, of: 5)
    calls = ["a", "b"].map { name in
      Call(
        name: name, values: random.isTrue(2, of: 3) ? [random.number(0...2)] : [1, 2],
        usesParameter: random.isTrue(1, of: 8), canFail: random.isTrue(1, of: 6), isCancelled: random.isTrue(3, of: 4),
        isServed: random.isTrue(1, of: 12), canBeLost: random.isTrue(1, of: 16))
    }
    let count = maximumRunning == 3 ? 2 : [2, 2, 2, 3, 3, 4][random.number(0...5)]
    var actions: [Action] = []
    for number in 0..<count {
      actions.append(
        Action(
          name: "action \(number)",
          operations: Self.operations(
            fields: fields, isSaving: isRelaunched, isLong: count == 2 && maximumRunning == 2, &random),
          canBeCancelled: random.isTrue(1, of: 8),
          condition: number > 0 && random.isTrue(1, of: 4)
            ? (random.number(0...(fields - 1)), random.number(0...1)) : nil))
    }
    self.actions = actions
    isKeptNamed = random.isTrue(2, of: 3)
    // What grows too large is explored up to a length only.
    let growth =
      3 * (maximumRunning - 2) + fields - 2 + (isKeptNamed ? 0 : 1) + (isRelaunched ? 1 : 0) + actions.count - 2
      + actions.count(where: \.canBeCancelled) + 2 * calls.count { $0.isServed || $0.canBeLost }
    depth = growth > 3 ? growth > 5 ? 3 : 4 : .max
    invariants = Self.invariants(shown: shown, actions: actions, isRelaunched: isRelaunched, &random)
  }

  private static func operations(
    fields: Int, isSaving: Bool, isLong: Bool, _ random: inout RandomChoices
  ) -> [Operation] {
    // An action that mostly keeps to one field often commutes with others.
    let home = random.number(0...(fields - 1))
    var operations: [Operation] = []
    let isOrdered = random.isTrue(1, of: 2)
    if random.isTrue(1, of: 3) { operations.append(.require(field: home, value: 0)) }
    if isOrdered { operations.append(.begin) }
    if random.isTrue(2, of: 3) { operations.append(operation(home, fields, isSaving, &random)) }
    for _ in 0..<(isLong && random.isTrue(1, of: 3) ? 2 : random.isTrue(5, of: 6) ? 1 : 0) {
      operations.append(.call(random.number(0...1), goesOnWhenFailed: random.isTrue(1, of: 3)))
      if isOrdered, random.isTrue(2, of: 3) { operations.append(.requireLatest) }
      operations.append(
        random.isTrue(1, of: 2) ? .write(field: home) : operation(home, fields, isSaving, &random))
    }
    return operations
  }

  private static func operation(
    _ home: Int, _ fields: Int, _ isSaving: Bool, _ random: inout RandomChoices
  ) -> Operation {
    let field = random.isTrue(3, of: 4) ? home : random.number(0...(fields - 1))
    switch random.number(0...9) {
    case 0...2: return .set(field: field, to: 1)
    case 3...4: return .set(field: field, to: random.number(0...2))
    case 5: return .increment(field: field)
    case 6: return .require(field: field, value: random.number(0...1))
    case 7: return isSaving ? .save(field: field) : .set(field: field, to: 0)
    default: return .write(field: field)
    }
  }

  /// One condition, because it depends on the order which of two that are violated after as many steps comes first.
  private static func invariants(
    shown: Int, actions: [Action], isRelaunched: Bool, _ random: inout RandomChoices
  ) -> [Invariant<RandomStore, [Int]>] {
    let field = random.number(0...(shown - 1))
    let value = random.isTrue(4, of: 5) ? 1 : 2
    let action = actions[random.number(0...(actions.count - 1))].name
    var invariants: [Invariant<RandomStore, [Int]>] = []
    if random.isTrue(1, of: 8) {
      invariants.append(.sometimes("fields are 1 and 2") { $0.state.starts(with: [1, 2]) })
    }
    var possible = Self.invariants(field, value, action)
    if isRelaunched {
      possible.append(
        .always("a launch shows the fields of the last one", when: \.isRelaunched) { $0.state == $0.previousState })
    }
    if actions.contains(where: \.canBeCancelled) {
      possible.append(
        .always("a cancellation changes nothing") { state in
          if case .cancelled = state.lastEvents.first { state.state == state.previousState } else { true }
        })
    }
    return invariants + [possible[random.number(0...(possible.count - 1))]]
  }

  private static func invariants(
    _ field: Int, _ value: Int, _ action: String
  ) -> [Invariant<RandomStore, [Int]>] {
    [
      .always("field \(field) is not \(value)") { $0.state[field] != value },
      .whenIdle("the fields are equal at rest") { Set($0.state).count == 1 },
      .following("field \(field) changes once", from: 0) { count, state in
        if state.state[field] != state.previousState[field] { count += 1 }
        return count < 2
      },
      .following("field \(field) does not come back to \(value)", from: false) { isLeft, state in
        if state.previousState[field] == value, state.state[field] != value { isLeft = true }
        return !isLeft || state.state[field] != value
      },
      .following("the last answer is in field \(field) at rest", from: 0) { last, state in
        if let answer = state.answered.flatMap({ Int($0.answer) }) { last = answer }
        return !state.isIdle || last == 0 || state.state[field] == last
      },
      .following("\(action) changes nothing when it follows another action", from: "") { last, state in
        guard let started = state.started else { return true }
        defer { last = started }
        return started != action || last == "" || last == action || state.state == state.previousState
      },
      .always("no step changes two fields") { state in
        zip(state.state, state.previousState).count { $0 != $1 } < 2
      },
      .always("\(action) does not change field \(field)", when: { $0.started == action }) {
        $0.state[field] == $0.previousState[field]
      },
      .always("no answer changes anything while another action runs", when: { $0.answered != nil }) {
        $0.running.isEmpty || $0.state == $0.previousState
      },
      // These hold in one order of two steps and not in the other one, though both lead to the same state.
      .always("\(action) makes no call while another action runs", when: { $0.started == action }) { state in
        !state.makesCall || state.running.allSatisfy { $0.name == action }
      },
      .always("“a” is not answered while “b” waits", when: { $0.answered?.call == "a" }) { state in
        !state.calls.contains { $0.name == "b" }
      },
      .always("\(action) changes nothing where a field is \(value)", when: { $0.started == action }) {
        !$0.previousState.contains(value) || $0.state == $0.previousState
      },
      .always("a double tap is one request", when: \.isDoubleTap) { !$0.makesCall },
      .always("two calls wait only while all fields are 0", when: { $0.calls.count > 1 }) {
        $0.state.allSatisfy { $0 == 0 }
      },
      .leadsTo("field \(field) leaves \(value)", from: { $0.state[field] == value }, to: { $0.state[field] != value }),
    ]
  }

  func explorer(isJudged: Bool) -> StoreExplorer<RandomStore, [Int]> {
    let relaunch: @MainActor (RandomStore, ControlledDependencies) async -> RandomStore = {
      RandomStore(self, $0.world, $1)
    }
    return StoreExplorer(
      state: \.shown,
      actions: actions.map { action in
        StoreAction(
          action.name, canBeCancelled: action.canBeCancelled,
          when: { store in action.condition.map { store.fields[$0.field] == $0.value } ?? true }
        ) { await $0.run(action.operations) }
      },
      invariants: isJudged ? invariants : [],
      fingerprint: { store in
        let fingerprint = StateFingerprint(store, identifiers: ["generation"])
          .adding(store.world.saved, store.world.served)
        return isKeptNamed ? fingerprint.keptByActions() : fingerprint
      },
      relaunch: isRelaunched ? relaunch : nil
    ) { RandomStore(self, RandomStore.World(), $0) }
  }
}

/// Interprets the actions of a ``RandomProgram``.
@MainActor @Observable
final class RandomStore {
  /// What survives the process, and the server.
  final class World: Sendable {
    private let state = Mutex((saved: 0, served: 0))

    var saved: Int { state.withLock { $0.saved } }
    var served: Int { state.withLock { $0.served } }

    func save(_ value: Int) {
      state.withLock { $0.saved = value }
    }

    func serve() -> Int {
      state.withLock { state in
        state.served = (state.served + 1) % 3
        return state.served
      }
    }
  }

  fileprivate(set) var fields: [Int]
  private var generation = 0
  fileprivate let world: World
  private let shownFields: Int
  private let calls: [@Sendable (Int) async throws -> Int]

  var shown: [Int] { Array(fields.prefix(shownFields)) }

  init(_ program: RandomProgram, _ world: World, _ dependencies: ControlledDependencies) {
    fields = [world.saved] + Array(repeating: 0, count: program.fields - 1)
    self.world = world
    shownFields = program.shown
    calls = program.calls.map { call in
      let (values, usesParameter, isServed) = (call.values, call.usesParameter, call.isServed)
      let failures: [HeldAnswer<Int, any Error>] = call.canFail ? [.failure("offline", LoadError.offline)] : []
      return dependencies.call(
        call.name, whenCancelled: call.isCancelled ? LoadError.cancelled : nil,
        whenLost: call.canBeLost ? LoadError.offline : nil
      ) { (parameter: Int) in
        if isServed { return [.served("served") { world.serve() }] + failures }
        return values.map { usesParameter ? ($0 + parameter) % 3 : $0 }.map { .success("\($0)", $0) } + failures
      }
    }
  }

  func run(_ operations: [RandomProgram.Operation]) async {
    var (current, answer) = (generation, 0)
    for operation in operations {
      switch operation {
      case .set(let field, let value): fields[field] = value
      case .increment(let field): fields[field] = (fields[field] + 1) % 3
      case .require(let field, let value): guard fields[field] == value else { return }
      case .begin:
        generation += 1
        current = generation
      case .requireLatest: guard generation == current else { return }
      case .call(let call, let goesOnWhenFailed):
        do { answer = try await calls[call](fields[0]) } catch {
          guard goesOnWhenFailed else { return }
          answer = 0
        }
      case .write(let field): fields[field] = answer
      case .save(let field): world.save(fields[field])
      }
    }
  }
}

/// Chooses the same for the same seed on every platform.
private struct RandomChoices {
  private var generator: SeededGenerator

  init(seed: Int) {
    generator = SeededGenerator(seed: UInt64(seed))
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(generator.next() % UInt64(range.count))
  }

  mutating func isTrue(_ count: Int, of total: Int) -> Bool {
    number(1...total) <= count
  }
}
