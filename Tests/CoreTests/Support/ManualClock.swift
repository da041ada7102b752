import Foundation
import Synchronization

/// A clock that goes on when it is told to.
final class ManualClock: Sendable {
  private let date: Mutex<Date>

  init(_ date: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
    self.date = Mutex(date)
  }

  var now: Date { date.withLock { $0 } }

  func advance(seconds: TimeInterval) {
    date.withLock { $0 += seconds }
  }
}
