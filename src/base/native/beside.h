/*
 * A second thread for a part of a call: it never outlives what it was begun for, and knows nothing of the engine or of SQLite.
 * Before all other headers: asking for the processors is not in the standard.
 */
#ifndef MANIFOLD_BESIDE_H
#define MANIFOLD_BESIDE_H
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <sched.h>
#include <signal.h>

/* The names that these have in every version of the C library, not those of the one it is built with. */
#if defined(__x86_64__)
__asm__(".symver pthread_create,pthread_create@GLIBC_2.2.5");
__asm__(".symver pthread_join,pthread_join@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver pthread_create,pthread_create@GLIBC_2.17");
__asm__(".symver pthread_join,pthread_join@GLIBC_2.17");
#endif

/* 1 if it runs now, 0 where there is one processor, or no thread to be had: the caller does all itself then. */
static inline int begun_beside(pthread_t *thread, void *(*run)(void *), void *data) {
  cpu_set_t processors;
  sigset_t all, before;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0 || CPU_COUNT(&processors) < 2) return 0;
  // Signals are for the threads of the engine.
  sigfillset(&all);
  const int blocked = sigprocmask(SIG_BLOCK, &all, &before) == 0;
  const int begun = pthread_create(thread, NULL, run, data) == 0;
  if (blocked) sigprocmask(SIG_SETMASK, &before, NULL);
  return begun;
}

#endif
