import Synchronization

/// Holds callers until it is opened, and reports when they have arrived.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var arrivals = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Waits until the gate is open.
  func pass() async {
    await withCheckedContinuation { continuation in
      change { state in
        state.arrivals += 1
        state.held.append(continuation)
      }
    }
  }

  /// Waits until a number of callers have arrived since the gate was closed.
  func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      change { $0.watchers.append((count, continuation)) }
    }
  }

  func open() { change { $0.isOpen = true } }
  func close() { change { ($0.isOpen, $0.arrivals) = (false, 0) } }

  private func change(_ body: (inout State) -> Void) {
    let ready = state.withLock { state in
      body(&state)
      let due = state.watchers.filter { $0.count <= state.arrivals }.map(\.continuation)
      state.watchers.removeAll { $0.count <= state.arrivals }
      defer { if state.isOpen { state.held = [] } }
      return due + (state.isOpen ? state.held : [])
    }
    for continuation in ready { continuation.resume() }
  }
}
