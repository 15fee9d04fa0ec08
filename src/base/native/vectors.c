/*
 * Comparing vectors of whole numbers (store/vectors/exact.ts): the nearest rows, here and now or on a thread beside the engine's own while words are
 * looked up, and the cosines of some rows. The same numbers as in TypeScript, to the last bit.
 */
#include "vectors.h"
#include <fcntl.h>
#include <linux/futex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct {
  double score;
  double row;
} Scored;

/* Is `a` after `b` in the answer? Best first, ties by row. */
static inline int after(const Scored *a, const Scored *b) {
  return a->score < b->score || (a->score == b->score && a->row > b->row);
}

static int order(const void *a, const void *b) { return after(a, b) ? 1 : after(b, a) ? -1 : 0; }

/* Puts the entry at `at` of a heap, the last in the answer on top, where it belongs. */
static void sink(Scored *heap, size_t size, size_t at) {
  for (;;) {
    size_t worst = at;
    for (size_t child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++)
      if (after(&heap[child], &heap[worst])) worst = child;
    if (worst == at) return;
    const Scored moved = heap[at];
    heap[at] = heap[worst];
    heap[worst] = moved;
    at = worst;
  }
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx2", "default")))
#endif
static void sums(const int8_t *row, const int8_t *query, size_t width, int32_t *dot, int32_t *own) {
  int32_t with = 0, self = 0;
  for (size_t i = 0; i < width; i++) {
    with += (int32_t)row[i] * (int32_t)query[i];
    self += (int32_t)row[i] * (int32_t)row[i];
  }
  *dot = with;
  *own = self;
}

static double cosine(const int8_t *row, const int8_t *query, size_t width, double squares) {
  int32_t dot = 0, own = 0;
  sums(row, query, width, &dot, &own);
  return own == 0 ? 0 : (double)dot / sqrt((double)own * squares);
}

static double squares_of(const int8_t *query, size_t width) {
  int32_t dot = 0, own = 0;
  sums(query, query, width, &dot, &own);
  return own;
}

/* Whoever takes a search carries it out: a thread beside the engine's own, or the engine's where that one has not begun yet. */
enum { OPEN, TAKEN, DONE };

typedef struct {
  const int8_t *rows;
  int8_t *query;
  size_t count, width;
  /* Rows wanted; then the heap with the `size` nearest, in order. */
  size_t k, size;
  Scored *heap;
  napi_async_work work;
  uint32_t state;
  /* Who still has a use for it: the handle, and the thread's end. Only the engine's thread counts. */
  int users;
} Search;

static void run(Search *self) {
  Scored *heap = self->heap;
  const double squares = squares_of(self->query, self->width);
  const size_t k = self->k;
  for (size_t row = 0; k > 0 && row < self->count; row++) {
    const Scored here = {cosine(self->rows + row * self->width, self->query, self->width, squares), (double)row};
    if (self->size < k) {
      heap[self->size++] = here;
      if (self->size == k)
        for (size_t at = k / 2; at-- > 0;) sink(heap, k, at);
    } else if (after(&heap[0], &here)) {
      heap[0] = here;
      sink(heap, k, 0);
    }
  }
  qsort(heap, self->size, sizeof *heap, order);
}

static void dropped(Search *self) {
  if (!self || --self->users > 0) return;
  free(self->heap);
  free(self->query);
  free(self);
}

/* A file of rows, mapped here: the engine takes a mapping of its own for so much garbage and collects in the middle of a question (5 to 10 ms). */
typedef struct {
  int8_t *bytes;
  size_t length;
} Mapping;

static const napi_type_tag MAPPING = {0x6d616e69666f6c64, 4};

static void unmapped(napi_env env, void *data, void *hint) {
  Mapping *self = data;
  if (self->bytes) munmap(self->bytes, self->length);
  free(self);
}

static Mapping *mapping_of(napi_env env, napi_value value) {
  void *data = NULL;
  bool ours = false;
  napi_valuetype type;
  if (napi_typeof(env, value, &type) != napi_ok || type != napi_object ||
      napi_check_object_type_tag(env, value, &MAPPING, &ours) != napi_ok || !ours)
    return NULL;
  return napi_unwrap(env, value, &data) == napi_ok ? data : NULL;
}

/* rowsMapped(path, length): a handle; null where the file cannot be mapped or is shorter. */
napi_value vectors_mapped(napi_env env, napi_callback_info info) {
  napi_value given[2], result, object;
  size_t count = 2, size = 0;
  char path[8192];
  int64_t length = 0;
  struct stat at;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 2 || napi_get_value_string_utf8(env, given[0], path, sizeof path, &size) != napi_ok || size + 1 >= sizeof path ||
      napi_get_value_int64(env, given[1], &length) != napi_ok || length <= 0)
    return result;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return result;
  Mapping *self = calloc(1, sizeof *self);
  if (self && syscall(SYS_fstat, file, &at) == 0 && S_ISREG(at.st_mode) && at.st_size >= length) {
    void *bytes = mmap(NULL, (size_t)length, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      self->bytes = bytes;
      self->length = (size_t)length;
    }
  }
  close(file);
  if (!self || !self->bytes || napi_create_object(env, &object) != napi_ok) {
    if (self) unmapped(env, self, NULL);
    return result;
  }
  if (napi_wrap(env, object, self, unmapped, NULL, NULL) != napi_ok) {
    unmapped(env, self, NULL);
    return result;
  }
  return napi_type_tag_object(env, object, &MAPPING) == napi_ok ? object : result;
}

/* rowsCopied(rows, from, length): an ArrayBuffer; null outside of them. */
napi_value vectors_copied(napi_env env, napi_callback_info info) {
  napi_value given[3], result, buffer;
  size_t count = 3;
  int64_t from = 0, length = 0;
  void *out = NULL;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  const Mapping *rows = count < 3 ? NULL : mapping_of(env, given[0]);
  if (!rows || napi_get_value_int64(env, given[1], &from) != napi_ok || napi_get_value_int64(env, given[2], &length) != napi_ok || from < 0 ||
      length < 0 || (uint64_t)from > rows->length || (uint64_t)length > rows->length - (uint64_t)from ||
      napi_create_arraybuffer(env, (size_t)length, &out, &buffer) != napi_ok)
    return result;
  if (length > 0) memcpy(out, rows->bytes + from, (size_t)length);
  return buffer;
}

/* Rows that are mapped, or lie in an Int8Array. */
static bool rows_of(napi_env env, napi_value value, const int8_t **rows, size_t *length) {
  napi_typedarray_type type;
  void *data = NULL;
  const Mapping *mapping = mapping_of(env, value);
  if (mapping) {
    *rows = mapping->bytes;
    *length = mapping->length;
    return true;
  }
  if (napi_get_typedarray_info(env, value, &type, length, &data, NULL, NULL) != napi_ok || type != napi_int8_array) return false;
  *rows = data;
  return true;
}

/* The arguments (rows, count, query, k); null where they do not fit together. */
static Search *search_of(napi_env env, const napi_value arguments[4]) {
  size_t length = 0, width = 0;
  napi_typedarray_type type;
  const int8_t *rows = NULL;
  void *query = NULL;
  uint32_t count = 0, wanted = 0;
  // 32-bit sums: 127 × 127 × 4,096 fits.
  if (!rows_of(env, arguments[0], &rows, &length) || napi_get_value_uint32(env, arguments[1], &count) != napi_ok ||
      napi_get_typedarray_info(env, arguments[2], &type, &width, &query, NULL, NULL) != napi_ok || type != napi_int8_array ||
      napi_get_value_uint32(env, arguments[3], &wanted) != napi_ok ||
      width == 0 || width > 4096 || length / width < count)
    return NULL;
  Search *self = calloc(1, sizeof *self);
  if (!self) return NULL;
  self->users = 1;
  self->rows = rows;
  self->count = count;
  self->width = width;
  self->k = wanted < count ? wanted : count;
  self->heap = malloc((self->k + 1) * sizeof *self->heap);
  self->query = malloc(width);
  if (!self->heap || !self->query) {
    dropped(self);
    return NULL;
  }
  memcpy(self->query, query, width);
  return self;
}

static napi_value found(napi_env env, const Search *self) {
  napi_value buffer, result;
  void *out = NULL;
  napi_get_null(env, &result);
  if (napi_create_arraybuffer(env, self->size * 2 * sizeof(double), &out, &buffer) != napi_ok) return result;
  for (size_t at = 0; at < self->size; at++) {
    ((double *)out)[2 * at] = self->heap[at].row;
    ((double *)out)[2 * at + 1] = self->heap[at].score;
  }
  napi_create_typedarray(env, napi_float64_array, self->size * 2, buffer, 0, &result);
  return result;
}

/* nearest(rows, count, query, k): Float64Array of row, score, row, score …, best first; null where the arguments do not fit together. */
napi_value vectors_nearest(napi_env env, napi_callback_info info) {
  napi_value arguments[4], result;
  size_t given = 4;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
  Search *self = given < 4 ? NULL : search_of(env, arguments);
  if (!self) return result;
  run(self);
  result = found(env, self);
  dropped(self);
  return result;
}

static bool take(Search *self) {
  uint32_t open = OPEN;
  return __atomic_compare_exchange_n(&self->state, &open, TAKEN, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

static void aside(napi_env env, void *data) {
  Search *self = data;
  if (!take(self)) return;
  run(self);
  __atomic_store_n(&self->state, DONE, __ATOMIC_RELEASE);
  syscall(SYS_futex, &self->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void asided(napi_env env, napi_status status, void *data) {
  Search *self = data;
  napi_delete_async_work(env, self->work);
  dropped(self);
}

/* Returns when nobody reads the rows any more. */
static void settle(Search *self) {
  if (take(self)) {
    run(self);
    __atomic_store_n(&self->state, DONE, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(&self->state, __ATOMIC_ACQUIRE) != DONE)
    syscall(SYS_futex, &self->state, FUTEX_WAIT_PRIVATE, TAKEN, NULL, NULL, 0);
}

static void forgotten(napi_env env, void *data, void *hint) {
  Search *self = data;
  // Not carried out for nobody; but rows must not go while they are read.
  if (take(self)) __atomic_store_n(&self->state, DONE, __ATOMIC_RELEASE);
  else settle(self);
  dropped(self);
}

static const napi_type_tag SEARCH = {0x6d616e69666f6c64, 3};

/* nearestBegun(rows, count, query, k): a handle; null where it cannot be begun. The rows must not change meanwhile. */
napi_value vectors_begun(napi_env env, napi_callback_info info) {
  napi_value arguments[4], result, object, name;
  size_t given = 4;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
  Search *self = given < 4 ? NULL : search_of(env, arguments);
  if (!self) return result;
  if (napi_create_object(env, &object) != napi_ok || napi_create_string_utf8(env, "manifold vectors", NAPI_AUTO_LENGTH, &name) != napi_ok ||
      napi_create_async_work(env, NULL, name, aside, asided, self, &self->work) != napi_ok) {
    dropped(self);
    return result;
  }
  // The rows must live as long as somebody reads them.
  if (napi_wrap(env, object, self, forgotten, NULL, NULL) != napi_ok || napi_set_named_property(env, object, "rows", arguments[0]) != napi_ok ||
      napi_type_tag_object(env, object, &SEARCH) != napi_ok || napi_queue_async_work(env, self->work) != napi_ok)
    return result;
  self->users++;
  return object;
}

/* nearestEnded(handle): as nearest. */
napi_value vectors_ended(napi_env env, napi_callback_info info) {
  napi_value argument, result;
  size_t given = 1;
  void *data = NULL;
  bool ours = false;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &given, &argument, NULL, NULL);
  if (given < 1 || napi_check_object_type_tag(env, argument, &SEARCH, &ours) != napi_ok || !ours ||
      napi_unwrap(env, argument, &data) != napi_ok)
    return result;
  settle(data);
  return found(env, data);
}

/* cosines(rows, query, which): Float64Array of the cosines of some rows; null where the arguments do not fit together. */
napi_value vectors_cosines(napi_env env, napi_callback_info info) {
  napi_value arguments[3], result, buffer;
  size_t given = 3, length = 0, width = 0, many = 0;
  napi_typedarray_type types[2];
  const int8_t *rows = NULL;
  void *query = NULL, *which = NULL, *out = NULL;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &given, arguments, NULL, NULL);
  if (given < 3 || !rows_of(env, arguments[0], &rows, &length) ||
      napi_get_typedarray_info(env, arguments[1], &types[0], &width, &query, NULL, NULL) != napi_ok ||
      napi_get_typedarray_info(env, arguments[2], &types[1], &many, &which, NULL, NULL) != napi_ok || types[0] != napi_int8_array ||
      types[1] != napi_uint32_array || width == 0 || width > 4096)
    return result;
  for (size_t at = 0; at < many; at++)
    if (((uint32_t *)which)[at] >= length / width) return result;
  if (napi_create_arraybuffer(env, many * sizeof(double), &out, &buffer) != napi_ok) return result;
  const double squares = squares_of(query, width);
  for (size_t at = 0; at < many; at++)
    ((double *)out)[at] = cosine(rows + (size_t)((uint32_t *)which)[at] * width, query, width, squares);
  napi_create_typedarray(env, napi_float64_array, many, buffer, 0, &result);
  return result;
}
