import Synchronization

/// Reasons why it cannot be known when all is quiet.
final class Inconclusive: Sendable {
  private let reason = Mutex<String?>(nil)

  /// The first reason, or `nil`.
  var first: String? { reason.withLock { $0 } }

  func raise(_ text: String) {
    reason.withLock { $0 = $0 ?? text }
  }
}
