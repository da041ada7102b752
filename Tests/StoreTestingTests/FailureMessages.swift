import Synchronization
import Testing

/// The messages of the failures that something raises, which are then no failures of the test.
@MainActor
func failureMessages(_ body: @MainActor () async -> Void) async -> [String] {
  let messages = Messages()
  await withKnownIssue {
    await body()
  } matching: { issue in
    messages.add(issue.comments.map(\.rawValue))
    return true
  }
  return messages.all
}

private final class Messages: Sendable {
  private let messages = Mutex<[String]>([])

  var all: [String] { messages.withLock { $0 } }

  func add(_ more: [String]) {
    messages.withLock { $0 += more }
  }
}
