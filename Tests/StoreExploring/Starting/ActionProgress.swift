import Synchronization

/// How far a started action is: which calls it stands at, and whether it has returned.
///
/// A hold finds the action that calls it as a task-local value, so that a task which the action starts counts as its
/// own.
final class ActionProgress: Sendable {
  @TaskLocal static var current: ActionProgress?

  private struct State {
    var standing: [(number: Int, name: String)] = []
    var answered: Set<Int> = []
    var hasReturned = false
    var waiting: [CheckedContinuation<Void, Never>] = []

    var isSettled: Bool { answered.isEmpty && (!standing.isEmpty || hasReturned) }
  }

  let name: String
  private let state = Mutex(State())

  init(_ name: String) {
    self.name = name
  }

  var standing: [String] { state.withLock { $0.standing.map(\.name) } }
  var isStanding: Bool { state.withLock { !$0.standing.isEmpty } }
  var hasReturned: Bool { state.withLock { $0.hasReturned } }

  /// Whether a call was answered and has not gone on yet.
  var isAnswered: Bool { state.withLock { !$0.answered.isEmpty } }

  /// Whether the action stands at a call or has returned.
  var isSettled: Bool { state.withLock { $0.isSettled } }

  func stands(at name: String, _ number: Int) {
    change { $0.standing.append((number, name)) }
  }

  func isAnswered(_ number: Int) {
    state.withLock { state in
      state.standing.removeAll { $0.number == number }
      state.answered.insert(number)
    }
  }

  func goesOn(_ number: Int) {
    change { $0.answered.remove(number) }
  }

  func returns() {
    change { $0.hasReturned = true }
  }

  /// Waits until the action stands at a call or has returned.
  func settles() async {
    while !isSettled { await moves() }
  }

  /// Waits until the action is settled or does something: stands at a call, goes on from one, returns.
  func moves() async {
    await withCheckedContinuation { continuation in
      let isSettled = state.withLock { state in
        guard !state.isSettled else { return true }
        state.waiting.append(continuation)
        return false
      }
      if isSettled { continuation.resume() }
    }
  }

  private func change(_ body: (inout sending State) -> Void) {
    let waiting = state.withLock { state in
      body(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
