/*
 * Scanning on another thread.
 *
 * A process that has to read a few files and then ends works them up in JavaScript, one after the other, while another processor has nothing to
 * do: parsing, a sixth of the work, goes ahead of it there. Parsing itself is for one thread at a time (memory.c, runtime.c, walk.c keep what they
 * use between calls), so whoever parses holds `parsing`; the list of requests is behind `listed`.
 */
#include "../../base/native/beside.h"
#include "ahead.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "runtime.h"

/* As in beside.h. */
#if defined(__x86_64__)
__asm__(".symver pthread_detach,pthread_detach@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver pthread_detach,pthread_detach@GLIBC_2.17");
#endif

typedef enum { WAITING, RUNNING, DONE } State;

typedef struct Task {
  struct Task *next;
  Request request;
  State state;
  /* Nobody wants it any more: whoever runs it throws it away. */
  bool forgotten;
  uint32_t *words;
  size_t count;
} Task;

static pthread_mutex_t parsing = PTHREAD_MUTEX_INITIALIZER, listed = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static Task *tasks = NULL;
static bool working = false;

static uint32_t *scan(const Request *request, size_t *count) {
  uint32_t *words = NULL;
  pthread_mutex_lock(&parsing);
  start_over();
  TSParser *parser = utf16_parser();
  if (ts_parser_set_language(parser, request->language)) {
    TSTree *tree =
        ts_parser_parse_string_encoding(parser, NULL, (const char *)request->text, (uint32_t)(request->length * 2), TSInputEncodingUTF16LE);
    if (tree) {
      found.length = 0;
      walk(tree, &request->program, request->limit);
      words = malloc((found.length + 1) * sizeof *words);
      if (words && found.length > 0) memcpy(words, found.words, found.length * sizeof *words);
      *count = found.length;
    }
  }
  // The scanner of a grammar may hold memory of the system; the tree is in ours and goes with the next call.
  ts_parser_delete(parser);
  pthread_mutex_unlock(&parsing);
  return words;
}

static void discard(Task *task) {
  free((void *)task->request.text);
  free((void *)task->request.program.words);
  free(task->words);
  free(task);
}

static void unlist(const Task *task) {
  for (Task **link = &tasks; *link; link = &(*link)->next)
    if (*link == task) {
      *link = task->next;
      return;
    }
}

static void *work(void *nothing) {
  (void)nothing;
  pthread_mutex_lock(&listed);
  for (;;) {
    Task *task = tasks;
    while (task && task->state != WAITING) task = task->next;
    if (!task) break;
    task->state = RUNNING;
    pthread_mutex_unlock(&listed);
    task->words = scan(&task->request, &task->count);
    pthread_mutex_lock(&listed);
    task->state = DONE;
    if (task->forgotten) {
      unlist(task);
      discard(task);
    }
    pthread_cond_broadcast(&finished);
  }
  working = false;
  pthread_mutex_unlock(&listed);
  return NULL;
}

static void *copied(const void *from, size_t size) {
  void *copy = malloc(size + 1);
  return copy ? memcpy(copy, from, size) : NULL;
}

void scan_ahead(const Request *request) {
  Task *task = calloc(1, sizeof *task);
  if (!task) return;
  task->request = *request;
  task->request.text = copied(request->text, request->length * sizeof *request->text);
  task->request.program.words = copied(request->program.words, request->program.length * sizeof *request->program.words);
  if (!task->request.text || !task->request.program.words) {
    discard(task);
    return;
  }
  pthread_mutex_lock(&listed);
  Task **last = &tasks;
  while (*last) last = &(*last)->next;
  *last = task;
  pthread_t thread;
  if (!working && begun_beside(&thread, work, NULL)) {
    pthread_detach(thread);
    working = true;
  }
  if (!working) {
    *last = NULL;
    discard(task);
  }
  pthread_mutex_unlock(&listed);
}

static bool is_same(const Request *one, const Request *other) {
  return one->language == other->language && one->limit == other->limit && one->length == other->length &&
         one->program.length == other->program.length && memcmp(one->text, other->text, one->length * sizeof *one->text) == 0 &&
         memcmp(one->program.words, other->program.words, one->program.length * sizeof *one->program.words) == 0;
}

uint32_t *scan_now(const Request *request, size_t *count) {
  pthread_mutex_lock(&listed);
  Task *task = tasks;
  while (task && (task->forgotten || !is_same(&task->request, request))) task = task->next;
  if (task && task->state == RUNNING)
    while (task->state != DONE) pthread_cond_wait(&finished, &listed);
  uint32_t *words = NULL;
  const bool known = task && task->state == DONE && task->words;
  if (task) {
    unlist(task);
    if (known) {
      words = task->words;
      *count = task->count;
      task->words = NULL;
    }
    discard(task);
  }
  pthread_mutex_unlock(&listed);
  return known ? words : scan(request, count);
}

void forget_ahead(void) {
  pthread_mutex_lock(&listed);
  for (Task *task = tasks, *next; task; task = next) {
    next = task->next;
    if (task->state == RUNNING) {
      task->forgotten = true;
      continue;
    }
    unlist(task);
    discard(task);
  }
  pthread_mutex_unlock(&listed);
}
