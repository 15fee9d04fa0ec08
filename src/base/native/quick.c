/*
 * What a cold question does thousands of times, in one native call each: looking at the times of folders (source/folders.ts), on a thread
 * beside the engine's own; comparing vectors (vectors.c), weighing postings (lexical.c), counting tokens (tokens.c), looking at tracked files
 * (tracked.c), finding what depends on a change (depends.c); and counting the words of files for an index (counting.c). All have twins in TypeScript with the same results, or git.
 *
 * System calls are made directly: their wrappers have other names in older C libraries.
 */
#include "adjacency.h"
#include "counting.h"
#include "depends.h"
#include "lexical.h"
#include "tokens.h"
#include "tracked.h"
#include "vectors.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <node_api.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ----------------------------------------------------------------------------------------------- folders and files */

/* Whether folders and files with rules have the stamps that they had. */
typedef struct {
  napi_async_work work;
  napi_deferred deferred;
  char *root;
  size_t root_length;
  char *times;
  size_t length;
  double now;
  int same;
} Look;

/* As stampOf of source/files.ts. */
static double changed_at(const struct stat *at) {
  const double written = (double)at->st_mtim.tv_sec * 1000.0 + (double)at->st_mtim.tv_nsec / 1000000.0;
  const double changed = (double)at->st_ctim.tv_sec * 1000.0 + (double)at->st_ctim.tv_nsec / 1000000.0;
  return floor(written > changed ? written : changed);
}

/* As stampNow of source/folders.ts, of a path below the root; -2 where that would throw. */
static int64_t stamp_of(int root, const char *path, int folder, double now) {
  struct stat at;
  if (syscall(SYS_newfstatat, root, *path ? path : ".", &at, AT_SYMLINK_NOFOLLOW) != 0) return errno == ENOENT || errno == ENOTDIR ? -1 : -2;
  if (folder && !S_ISDIR(at.st_mode)) return -1;
  const double stamp = changed_at(&at);
  if (!(stamp >= 0 && stamp < 9e15)) return -2;
  const int64_t whole = (int64_t)stamp;
  if (now - stamp <= (whole % 1000 == 0 ? 2000 : 25)) return 0;
  return (whole % ((int64_t)1 << 31)) * ((int64_t)1 << 21) + (int64_t)(at.st_ino % ((uint64_t)1 << 21));
}

/* Entries "<stamp> f<path>\0" of folders and "<stamp> r<path>\0" of files with rules; anything else, and whatever cannot be read, is "no". */
static void look(napi_env env, void *data) {
  Look *self = data;
  char path[8192];
  // The way to the root is gone once.
  const int root = (int)syscall(SYS_openat, AT_FDCWD, self->root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
  if (root < 0) return;
  const char *at = self->times, *end = self->times + self->length;
  while (at < end) {
    int64_t before = 0;
    int digits = 0;
    const int missing = *at == '-';
    if (missing) at++;
    for (; at < end && *at >= '0' && *at <= '9' && digits < 17; digits++) before = before * 10 + (*at++ - '0');
    if (digits == 0 || end - at < 3 || *at++ != ' ') goto done;
    const char kind = *at++;
    const char *stop = memchr(at, 0, (size_t)(end - at));
    if ((kind != 'f' && kind != 'r') || !stop) goto done;
    const size_t size = (size_t)(stop - at);
    // Whatever is not below the root is not ours to look at.
    if (size >= sizeof path || *at == '/') goto done;
    memcpy(path, at, size + 1);
    if (missing) before = -before;
    if (before == 0 || stamp_of(root, path, kind == 'f', self->now) != before) goto done;
    at = stop + 1;
  }
  self->same = 1;
done:
  close(root);
}

static void looked(napi_env env, napi_status status, void *data) {
  Look *self = data;
  napi_value same;
  napi_get_boolean(env, status == napi_ok && self->same, &same);
  napi_resolve_deferred(env, self->deferred, same);
  napi_delete_async_work(env, self->work);
  free(self->root);
  free(self->times);
  free(self);
}

/* sameTimes(root, times, now): promise of a boolean; null where it cannot be asked. */
static napi_value same_times(napi_env env, napi_callback_info info) {
  napi_value arguments[3], result, promise, name;
  size_t count = 3, length = 0;
  napi_typedarray_type type;
  void *times = NULL;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  Look *self = calloc(1, sizeof *self);
  if (!self) return result;
  if (count < 3 || napi_get_value_string_utf8(env, arguments[0], NULL, 0, &self->root_length) != napi_ok ||
      napi_get_typedarray_info(env, arguments[1], &type, &length, &times, NULL, NULL) != napi_ok || type != napi_uint8_array ||
      napi_get_value_double(env, arguments[2], &self->now) != napi_ok)
    goto refused;
  self->root = malloc(self->root_length + 1);
  self->times = malloc(length + 1);
  if (!self->root || !self->times) goto refused;
  napi_get_value_string_utf8(env, arguments[0], self->root, self->root_length + 1, &self->root_length);
  if (length > 0) memcpy(self->times, times, length);
  self->length = length;
  if (napi_create_string_utf8(env, "manifold folders", NAPI_AUTO_LENGTH, &name) != napi_ok ||
      napi_create_async_work(env, NULL, name, look, looked, self, &self->work) != napi_ok)
    goto refused;
  if (napi_create_promise(env, &self->deferred, &promise) != napi_ok || napi_queue_async_work(env, self->work) != napi_ok) {
    napi_delete_async_work(env, self->work);
    goto refused;
  }
  return promise;
refused:
  free(self->root);
  free(self->times);
  free(self);
  return result;
}

static int status_of(int file, struct stat *at) { return (int)syscall(SYS_fstat, file, at); }

/*
 * The content of a regular file of at most `limit` bytes that lies where its path says, no link in any part of it: the checks of withFile in
 * source/files.ts on the opened descriptor. Without the whole of a file that grew, but with a byte more than its size. -1 for everything else.
 */
static int64_t content_of(const char *path, uint64_t limit, double *about, char **content) {
  static char *bytes = NULL;
  static size_t room = 0;
  char link[64], where[8192];
  struct stat at, now;
  int64_t filled = -1;
  const int file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0);
  if (file < 0) return -1;
  if (status_of(file, &at) != 0 || !S_ISREG(at.st_mode) || (uint64_t)at.st_size > limit) goto done;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlinkat(AT_FDCWD, link, where, sizeof where);
  if (length <= 0 || (size_t)length == sizeof where || (size_t)length != strlen(path) || memcmp(where, path, (size_t)length) != 0) goto done;
  const size_t size = (size_t)at.st_size;
  if (size + 1 > room) {
    free(bytes);
    room = size + size / 4 + 65536;
    bytes = malloc(room);
    if (!bytes) {
      room = 0;
      goto done;
    }
  }
  size_t read = 0;
  while (read < size + 1) {
    const ssize_t more = pread(file, bytes + read, size + 1 - read, (off_t)read);
    if (more < 0) goto done;
    read += (size_t)more;
    if (more == 0 || read == size) break;
  }
  if (status_of(file, &now) != 0) goto done;
  about[0] = (double)size;
  about[1] = changed_at(&at);
  about[2] = now.st_size != at.st_size || changed_at(&now) != about[1];
  *content = bytes;
  filled = (int64_t)read;
done:
  close(file);
  return filled;
}

/* contentOf(path, limit, about): an ArrayBuffer, and its size, stamp and whether it changed meanwhile in `about`; null where it must be asked for otherwise. */
static napi_value content(napi_env env, napi_callback_info info) {
  napi_value arguments[3], result;
  size_t count = 3, length = 0, places = 0;
  char path[8192], *bytes = NULL;
  double limit = 0;
  napi_typedarray_type type;
  void *about = NULL, *out = NULL;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, arguments, NULL, NULL);
  if (count < 3 || napi_get_value_string_utf8(env, arguments[0], path, sizeof path, &length) != napi_ok || length + 1 >= sizeof path ||
      napi_get_value_double(env, arguments[1], &limit) != napi_ok || !(limit >= 0 && limit < 1e15) ||
      napi_get_typedarray_info(env, arguments[2], &type, &places, &about, NULL, NULL) != napi_ok || type != napi_float64_array || places < 3)
    return result;
  const int64_t filled = content_of(path, (uint64_t)limit, about, &bytes);
  napi_value buffer;
  if (filled < 0 || napi_create_arraybuffer(env, (size_t)filled, &out, &buffer) != napi_ok) return result;
  if (filled > 0) memcpy(out, bytes, (size_t)filled);
  return buffer;
}

/* ----------------------------------------------------------------------------------------------- dependency keys */

NAPI_MODULE_INIT() {
  const napi_property_descriptor functions[] = {
      {"sameTimes", NULL, same_times, NULL, NULL, NULL, napi_enumerable, NULL},
      {"contentOf", NULL, content, NULL, NULL, NULL, napi_enumerable, NULL},
      {"rowsMapped", NULL, vectors_mapped, NULL, NULL, NULL, napi_enumerable, NULL},
      {"rowsCopied", NULL, vectors_copied, NULL, NULL, NULL, napi_enumerable, NULL},
      {"nearest", NULL, vectors_nearest, NULL, NULL, NULL, napi_enumerable, NULL},
      {"nearestBegun", NULL, vectors_begun, NULL, NULL, NULL, napi_enumerable, NULL},
      {"nearestEnded", NULL, vectors_ended, NULL, NULL, NULL, napi_enumerable, NULL},
      {"cosines", NULL, vectors_cosines, NULL, NULL, NULL, napi_enumerable, NULL},
      {"tokens", NULL, tokens_count, NULL, NULL, NULL, napi_enumerable, NULL},
      {"holdingKey", NULL, depends_holding, NULL, NULL, NULL, napi_enumerable, NULL},
      {"trackedListing", NULL, tracked_listing, NULL, NULL, NULL, napi_enumerable, NULL},
      {"trackedFound", NULL, tracked_found, NULL, NULL, NULL, napi_enumerable, NULL},
      {"trackedDiffering", NULL, tracked_differing, NULL, NULL, NULL, napi_enumerable, NULL},
      {"lexicalOpen", NULL, lexical_open, NULL, NULL, NULL, napi_enumerable, NULL},
      {"lexicalRead", NULL, lexical_read, NULL, NULL, NULL, napi_enumerable, NULL},
      {"lexicalSelect", NULL, lexical_select, NULL, NULL, NULL, napi_enumerable, NULL},
      {"counter", NULL, counting_new, NULL, NULL, NULL, napi_enumerable, NULL},
      {"counterRead", NULL, counting_read, NULL, NULL, NULL, napi_enumerable, NULL},
      {"counterPieces", NULL, counting_pieces, NULL, NULL, NULL, napi_enumerable, NULL},
      {"counterWords", NULL, counting_words, NULL, NULL, NULL, napi_enumerable, NULL},
      {"counterLearn", NULL, counting_learn, NULL, NULL, NULL, napi_enumerable, NULL},
      {"counterTokens", NULL, counting_tokens, NULL, NULL, NULL, napi_enumerable, NULL},
      {"counterFile", NULL, counting_file, NULL, NULL, NULL, napi_enumerable, NULL},
      {"edgesBegun", NULL, edges_begun, NULL, NULL, NULL, napi_enumerable, NULL},
      {"edgesEnded", NULL, edges_ended, NULL, NULL, NULL, napi_enumerable, NULL},
      {"edgesMeet", NULL, edges_meet, NULL, NULL, NULL, napi_enumerable, NULL},
      {"edgesOrder", NULL, edges_order, NULL, NULL, NULL, napi_enumerable, NULL},
      {"edgesAdvance", NULL, edges_advance, NULL, NULL, NULL, napi_enumerable, NULL},
      {"edgesTotal", NULL, edges_total, NULL, NULL, NULL, napi_enumerable, NULL},
      {"counterPostings", NULL, counting_postings, NULL, NULL, NULL, napi_enumerable, NULL},
  };
  napi_define_properties(env, exports, sizeof functions / sizeof *functions, functions);
  return exports;
}
