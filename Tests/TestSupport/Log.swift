import Synchronization

/// The values that a handler was called with, in order.
package final class Log<Value: Sendable>: Sendable {
  private let state = Mutex<[Value]>([])

  /// Creates an empty log.
  package init() {}

  /// The values so far.
  package var values: [Value] { state.withLock { $0 } }

  /// Appends a value.
  package func append(_ value: Value) {
    state.withLock { $0.append(value) }
  }
}
