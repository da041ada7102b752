import Foundation

/// Names an action that does not leave its step, such as one that waits for its own thread: nothing can end it.
final class Watchdog {
  private let timer = DispatchSource.makeTimerSource(queue: .global())

  init(_ sandbox: Sandbox?, seconds: Double, _ report: @escaping @Sendable (String) -> Void) {
    timer.schedule(deadline: .now() + seconds, repeating: seconds)
    timer.setEventHandler { if let action = sandbox?.actionSinceLastLook() { report(action) } }
    timer.resume()
  }

  deinit { timer.cancel() }

  static func report(_ action: String) {
    let line =
      "Exploring: “\(action)” does not leave its step. What waits for its own thread, as with a semaphore, never ends: "
      + "await it instead.\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}

/// Says on standard error, every few seconds, how far a long exploration is.
struct ExplorationProgress {
  private static let interval = Duration.seconds(3)

  private let clock = ContinuousClock()
  private var last: (time: ContinuousClock.Instant, schedules: Int)
  /// Whether it says anything.
  private let isSilent: Bool

  init(isSilent: Bool = false) {
    self.isSilent = isSilent
    last = (clock.now, 0)
  }

  /// Notes the number of schedules so far; `read` returns the number of states, their depth and what grows.
  mutating func note(_ schedules: Int, _ read: () -> (states: Int, depth: Int, growing: [String])) {
    guard !isSilent, schedules % 64 == 0 else { return }
    let elapsed = clock.now - last.time
    guard elapsed >= Self.interval else { return }
    let pace = Int(Double(schedules - last.schedules) / (elapsed / .seconds(1)))
    last = (clock.now, schedules)
    let (states, depth, growing) = read()
    let line =
      "Exploring: \(states) states in \(schedules) schedules of up to \(depth + 1) steps, \(pace) a second; most values: "
      + "\(growing.joined(separator: ", ")).\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}
