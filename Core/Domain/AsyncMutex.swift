import Synchronization

/// A mutex that may be held across a suspension; waiting callers are served in order.
package final class AsyncMutex: Sendable {
  private struct State {
    var isLocked = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  package func withLock<Value, Failure: Error>(_ body: () async throws(Failure) -> Value) async throws(Failure) -> Value
  {
    await lock()
    defer { unlock() }
    return try await body()
  }

  private func lock() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isLocked else {
          state.isLocked = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func unlock() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard !state.waiting.isEmpty else {
        state.isLocked = false
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
