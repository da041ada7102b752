import Synchronization

/// Holds callers until it is opened, and reports when they have arrived.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      defer { watchers.removeAll { $0.count <= arrivals } }
      return watchers.filter { $0.count <= arrivals }.map(\.continuation)
    }
  }

  private let state = Mutex(State())

  /// Waits until the gate is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.arrivals += 1
        guard !state.isOpen else { return state.takeWatchers() + [continuation] }
        state.held.append(continuation)
        return state.takeWatchers()
      }
      for continuation in ready { continuation.resume() }
    }
  }

  /// Waits until a number of callers have arrived since the gate was closed.
  func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.watchers.append((count, continuation))
        return state.takeWatchers()
      }
      for continuation in ready { continuation.resume() }
    }
  }

  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }

  func close() {
    state.withLock { state in
      state.isOpen = false
      state.arrivals = 0
    }
  }
}
