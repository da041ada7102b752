#define _GNU_SOURCE
#include "ProcessCounters.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_bool is_counting;
static atomic_long allocations, allocated_bytes, freed_bytes, global_jobs;

// The runtime's own hook for those who replace the global executor: it counts the job and hands it on.

typedef __attribute__((swiftcall)) void (*enqueue)(void *job);

static __attribute__((swiftcall)) void count_job(void *job, enqueue original) {
  if (atomic_load_explicit(&is_counting, memory_order_relaxed)) atomic_fetch_add(&global_jobs, 1);
  original(job);
}

void process_counters_start(void) {
  void **hook = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (hook) *hook = (void *)count_job;
  atomic_store(&allocations, 0);
  atomic_store(&allocated_bytes, 0);
  atomic_store(&freed_bytes, 0);
  atomic_store(&global_jobs, 0);
  atomic_store(&is_counting, true);
}

void process_counters_stop(void) { atomic_store(&is_counting, false); }

long process_counters_allocations(void) { return atomic_load(&allocations); }
long process_counters_allocated_bytes(void) { return atomic_load(&allocated_bytes); }
long process_counters_live_bytes(void) { return atomic_load(&allocated_bytes) - atomic_load(&freed_bytes); }
long process_counters_global_jobs(void) { return atomic_load(&global_jobs); }

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// A program may define these functions for itself and all its libraries; glibc keeps its own under these names.

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

bool process_counters_count_allocations(void) { return true; }

static void *counted(void *memory) {
  if (memory && atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add(&allocations, 1);
    atomic_fetch_add(&allocated_bytes, (long)malloc_usable_size(memory));
  }
  return memory;
}

static void count_free(void *memory) {
  if (memory && atomic_load_explicit(&is_counting, memory_order_relaxed)) {
    atomic_fetch_add(&freed_bytes, (long)malloc_usable_size(memory));
  }
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *realloc(void *memory, size_t size) {
  count_free(memory);
  return counted(__libc_realloc(memory, size));
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *aligned = __libc_memalign(alignment, size);
  if (!aligned) return ENOMEM;
  *memory = counted(aligned);
  return 0;
}

void free(void *memory) {
  count_free(memory);
  __libc_free(memory);
}

#else

bool process_counters_count_allocations(void) { return false; }

#endif
