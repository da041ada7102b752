import Foundation

extension Duration {
  /// The time that this thread has run: unlike the time of day, it leaves out other work on the machine.
  package static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
