/// What one thread does while the counting is on: memory it allocates and compares, jobs it hands on.
///
/// Other threads do not count, so that tests which run beside each other do not disturb one another. Memory is
/// counted on Linux only, and not under a sanitizer; elsewhere bytes and comparisons read 0.
#pragma once

#include <stdbool.h>

/// Whether allocations and comparisons can be counted here.
bool process_counters_count_memory(void);

/// Sets every counter to 0 and begins to count what the calling thread does; returns the number of this counting.
long process_counters_start(void);

/// Ends a counting; the counters keep what they have.
///
/// Returns false where the thread is another one than before, or another counting has begun meanwhile.
bool process_counters_stop(long started);

/// How many bytes were allocated, freed ones included.
long process_counters_allocated_bytes(void);

/// How many stretches of memory were compared, which is how two texts of more than 15 bytes are.
long process_counters_comparisons(void);

/// How many jobs were handed to the global executor.
long process_counters_global_jobs(void);
