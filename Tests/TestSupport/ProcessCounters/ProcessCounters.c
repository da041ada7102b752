#define _GNU_SOURCE
#include "ProcessCounters.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(pthread_t) counted_thread;
static atomic_long number, allocated_bytes, comparisons, global_jobs;

static bool is_counting(void) {
  pthread_t counted = atomic_load_explicit(&counted_thread, memory_order_relaxed);
  return counted && counted == pthread_self();
}

static void add(atomic_long *counter, long count) { atomic_fetch_add_explicit(counter, count, memory_order_relaxed); }

// The runtime's own hook for those who replace the global executor: it counts the job and hands it on, to the hook that
// was there before, if any.

typedef __attribute__((swiftcall)) void (*enqueue)(void *job);
typedef __attribute__((swiftcall)) void (*enqueue_hook)(void *job, enqueue original);

static _Atomic(enqueue_hook) earlier_hook;

static __attribute__((swiftcall)) void count_job(void *job, enqueue original) {
  if (is_counting()) add(&global_jobs, 1);
  enqueue_hook earlier = atomic_load(&earlier_hook);
  if (earlier) earlier(job, original);
  else original(job);
}

static void install_hook(void) {
  enqueue_hook *hook = dlsym(RTLD_DEFAULT, "swift_task_enqueueGlobal_hook");
  if (!hook) return;
  atomic_store(&earlier_hook, __atomic_load_n(hook, __ATOMIC_ACQUIRE));
  __atomic_store_n(hook, count_job, __ATOMIC_RELEASE);
}

long process_counters_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install_hook);
  atomic_long *counters[] = {&allocated_bytes, &comparisons, &global_jobs};
  for (size_t index = 0; index < sizeof counters / sizeof *counters; index++) atomic_store(counters[index], 0);
  atomic_store(&counted_thread, pthread_self());
  return atomic_fetch_add(&number, 1) + 1;
}

bool process_counters_stop(long started) {
  bool is_undisturbed = is_counting() && atomic_load(&number) == started;
  if (atomic_load(&number) == started) atomic_store(&counted_thread, (pthread_t)0);
  return is_undisturbed;
}

long process_counters_allocated_bytes(void) { return atomic_load(&allocated_bytes); }
long process_counters_comparisons(void) { return atomic_load(&comparisons); }
long process_counters_global_jobs(void) { return atomic_load(&global_jobs); }

#if defined(__GLIBC__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)

// A program may define these functions for itself and all its libraries; glibc keeps its own under other names.

#include <errno.h>
#include <malloc.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

bool process_counters_count_memory(void) { return true; }

static void *counted(void *memory) {
  if (memory && is_counting()) add(&allocated_bytes, (long)malloc_usable_size(memory));
  return memory;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *realloc(void *memory, size_t size) { return counted(__libc_realloc(memory, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *aligned = __libc_memalign(alignment, size);
  if (!aligned) return ENOMEM;
  *memory = counted(aligned);
  return 0;
}

typedef int (*compare)(const void *, const void *, size_t);

static int counted_comparison(
    const char *name, compare *original, const void *left, const void *right, size_t size) {
  compare known = __atomic_load_n(original, __ATOMIC_ACQUIRE);
  if (!known) {
    known = (compare)dlsym(RTLD_NEXT, name);
    __atomic_store_n(original, known, __ATOMIC_RELEASE);
  }
  if (is_counting()) add(&comparisons, 1);
  return known(left, right, size);
}

int memcmp(const void *left, const void *right, size_t size) {
  static compare original;
  return counted_comparison("memcmp", &original, left, right, size);
}

int bcmp(const void *left, const void *right, size_t size) {
  static compare original;
  return counted_comparison("bcmp", &original, left, right, size);
}

#else

bool process_counters_count_memory(void) { return false; }

#endif
