import ProcessCounters

/// What a piece of work allocated and enqueued.
struct Counts {
  let allocations: Double
  let allocatedBytes: Double
  let liveBytes: Double
  let globalJobs: Double

  /// Counts during a piece of work.
  @MainActor
  static func during(_ work: @MainActor () async throws -> Void) async rethrows -> Counts {
    process_counters_start()
    defer { process_counters_stop() }
    try await work()
    return Counts(
      allocations: Double(process_counters_allocations()),
      allocatedBytes: Double(process_counters_allocated_bytes()),
      liveBytes: Double(process_counters_live_bytes()),
      globalJobs: Double(process_counters_global_jobs()))
  }
}
