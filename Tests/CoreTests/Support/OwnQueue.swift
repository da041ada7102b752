import Dispatch

/// Runs an actor on a queue of its own, which can be recognised from inside.
final class OwnQueue: SerialExecutor {
  private static let key = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "OwnQueue")

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  init() {
    queue.setSpecific(key: Self.key, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
