/// What this process does while the counting is on: memory it allocates, jobs it hands to executors.
///
/// Allocations are counted on Linux only, and not under a sanitizer; elsewhere they read 0.
#pragma once

#include <stdbool.h>

/// Whether allocations can be counted here.
bool process_counters_count_allocations(void);

/// Sets every counter to 0 and begins to count.
void process_counters_start(void);

/// Ends the counting; the counters keep what they have.
void process_counters_stop(void);

/// How many times memory was allocated.
long process_counters_allocations(void);

/// How many bytes were allocated, freed ones included.
long process_counters_allocated_bytes(void);

/// How many bytes were allocated and not freed again.
long process_counters_live_bytes(void);

/// How many jobs were handed to the global executor.
long process_counters_global_jobs(void);
