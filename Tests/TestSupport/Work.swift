import ProcessCounters

/// The cost of work on the main actor, counted and not timed.
///
/// Only the thread of the main actor counts, so that tests which run on other threads do not disturb it.
public struct Work: Sendable, Equatable {
  /// The number of bytes that were allocated, freed ones included; 0 where that cannot be counted.
  public let allocatedBytes: Int
  /// The number of comparisons of two strings of more than 15 bytes; 0 where that cannot be counted.
  public let comparisons: Int
  /// The number of jobs for the global executor: each is a hop away from the main actor.
  public let globalJobs: Int

  /// Whether memory can be counted here: on Linux, and not under a sanitizer.
  public static var countsMemory: Bool { process_counters_count_memory() }

  /// Counts during work.
  @MainActor
  public static func counted(during work: @MainActor () async -> Void) async -> Work {
    let number = process_counters_start()
    await work()
    // Work that has left the main actor may return on another thread, and after other work was counted.
    let stayed = process_counters_stop(number)
    return Work(
      allocatedBytes: process_counters_allocated_bytes(), comparisons: process_counters_comparisons(),
      globalJobs: max(process_counters_global_jobs(), stayed ? 0 : 1))
  }
}
