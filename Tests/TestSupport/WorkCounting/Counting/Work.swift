import ProcessCounters

/// What a piece of work on the main actor cost, counted and not timed.
///
/// It counts what the thread of the main actor does, so that tests which run at the same time on other threads do not
/// count. What the work waits for on other threads does not count either, but that it went there shows in ``globalJobs``.
public struct Work: Sendable, Equatable {
  /// How many times memory was allocated; 0 where that cannot be counted.
  public let allocations: Int
  /// How many bytes were allocated, freed ones included.
  public let allocatedBytes: Int
  /// How many bytes were allocated and not freed again.
  public let liveBytes: Int
  /// How many times two texts of more than 15 bytes were compared; 0 where that cannot be counted.
  public let comparisons: Int
  /// How many jobs were handed to the global executor: each is a hop away from the main actor.
  public let globalJobs: Int

  /// Whether memory can be counted here: on Linux, and not under a sanitizer.
  public static var countsMemory: Bool { process_counters_count_memory() }

  /// Counts during a piece of work.
  ///
  /// - Parameter work: The work.
  /// - Returns: What it cost.
  /// - Throws: What the work throws.
  @MainActor
  public static func counted<Failure>(during work: @MainActor () async throws(Failure) -> Void) async throws(Failure)
    -> Work
  {
    let number = process_counters_start()
    do throws(Failure) {
      try await work()
    } catch {
      _ = process_counters_stop(number)
      throw error
    }
    // Work that has left the main actor may come back on another thread, and after somebody else.
    let stayed = process_counters_stop(number)
    return Work(
      allocations: process_counters_allocations(), allocatedBytes: process_counters_allocated_bytes(),
      liveBytes: process_counters_live_bytes(), comparisons: process_counters_comparisons(),
      globalJobs: max(process_counters_global_jobs(), stayed ? 0 : 1))
  }
}
