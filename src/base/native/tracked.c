/*
 * Which tracked files of a git work tree differ from git's index: what `git diff-files --raw -z --no-abbrev --relative
 * --ignore-submodules=all --no-renames` prints, without starting git, on threads beside the engine's own (source/looks.ts); and what `git ls-files
 * -s -v -z` prints.
 *
 * The format is git's own (Documentation/gitformat-index.txt), the comparison that of its read-cache.c, strictly: a file counts as the same only
 * where everything that the index remembers of it is equal, down to the nanosecond, and as changed only where its size or whole second differs,
 * which no setting makes git overlook. Whatever lies between, and entries as young as the index, must be compared by content: they come with the
 * letter "?". Everything unusual (split and sparse indexes, other hashes, marks on entries, links in the place of folders, a repository of
 * somebody else, settings that matter here) is left to git.
 *
 * Nothing is mapped: an index that is cut short while it is read must not end the process.
 */
#include "tracked.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PATHS = 8192, WINDOW = 131072, FIXED = 62, CONFIG = 65536, DOUBTFUL = 64 };

typedef struct {
  napi_async_work work;
  napi_deferred deferred;
  char *top;
  char *prefix;
  size_t prefix_length;
  /* List the index instead of comparing; or compare the entries of this part of so many. */
  int listing;
  uint32_t part, parts;
  char *out;
  size_t length;
  size_t room;
  int answered;
} Tracked;

/* A file read from its start to its end through a window. */
typedef struct {
  int file;
  off_t at;
  uint8_t *bytes;
  size_t start, end;
} Window;

/* Changed files that the look that was begun last has found so far. */
static uint32_t found_so_far;

static int stat_at(int folder, const char *path, struct stat *at) {
  return (int)syscall(SYS_newfstatat, folder, path, at, AT_SYMLINK_NOFOLLOW);
}

static int stat_of(int file, struct stat *at) { return (int)syscall(SYS_fstat, file, at); }

/* Are `wanted` bytes there, or all that are left? */
static int filled(Window *window, size_t wanted) {
  if (window->end - window->start >= wanted) return 1;
  memmove(window->bytes, window->bytes + window->start, window->end - window->start);
  window->end -= window->start;
  window->start = 0;
  while (window->end < WINDOW) {
    const ssize_t got = pread(window->file, window->bytes + window->end, WINDOW - window->end, window->at);
    if (got < 0) return 0;
    if (got == 0) return 1;
    window->at += got;
    window->end += (size_t)got;
  }
  return 1;
}

static uint32_t number(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* May the settings of the repository be passed over here? Those of a user name no other hash and no other index. */
static int is_plain(int top) {
  static const char *const unusual[] = {"extensions", "filter", "include", "worktree"};
  char *text = malloc(CONFIG + 1);
  struct stat at;
  int plain = 0;
  const int file = openat(top, ".git/config", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (!text || file < 0 || stat_of(file, &at) != 0 || !S_ISREG(at.st_mode) || at.st_size > CONFIG) goto done;
  const ssize_t length = pread(file, text, CONFIG, 0);
  if (length < 0 || memchr(text, 0, (size_t)length)) goto done;
  text[length] = 0;
  for (char *c = text; *c; c++)
    if (*c >= 'A' && *c <= 'Z') *c += 'a' - 'A';
  for (size_t i = 0; i < sizeof unusual / sizeof *unusual; i++)
    if (strstr(text, unusual[i])) goto done;
  for (const char *c = text; (c = strstr(c, "repositoryformatversion"));) {
    c += strlen("repositoryformatversion");
    while (*c == ' ' || *c == '\t' || *c == '=') c++;
    if (*c++ != '0' || (*c && *c != '\n' && *c != '\r')) goto done;
  }
  plain = 1;
done:
  if (file >= 0) close(file);
  free(text);
  return plain;
}

/* Would git trust this repository whatever the user's settings say, and is it a plain one? */
static int is_ours(int top) {
  struct stat at;
  const uid_t self = geteuid();
  if (stat_of(top, &at) != 0 || at.st_uid != self) return 0;
  if (stat_at(top, ".git", &at) != 0 || !S_ISDIR(at.st_mode) || at.st_uid != self) return 0;
  if (stat_at(top, ".git/commondir", &at) == 0 || errno != ENOENT) return 0;
  return is_plain(top);
}

/* Does a real folder, or nothing, stand behind every part of a path? `known` is the last folder that was looked at. */
static int has_no_link(int top, const char *path, size_t length, char *known, size_t *known_length) {
  size_t same = 0, limit = *known_length < length ? *known_length : length;
  for (size_t i = 0; i <= limit; i++) {
    const int here_ends = i == length || path[i] == '/', known_ends = i == *known_length || known[i] == '/';
    if (here_ends && known_ends) same = i;
    if (i == limit || path[i] != known[i]) break;
  }
  for (size_t i = same + 1; i <= length; i++) {
    struct stat at;
    if (i < length && path[i] != '/') continue;
    memcpy(known, path, i);
    known[i] = 0;
    if (stat_at(top, known, &at) != 0) {
      if (errno != ENOENT && errno != ENOTDIR) return 0;
      // Nothing below is there either.
      *known_length = 0;
      return 1;
    }
    if (S_ISLNK(at.st_mode)) return 0;
  }
  memcpy(known, path, length);
  known[length] = 0;
  *known_length = length;
  return 1;
}

/* Room for more bytes at the end. */
static char *room_for(Tracked *self, size_t more) {
  const size_t wanted = self->length + more;
  if (wanted > self->room) {
    char *out = realloc(self->out, wanted * 2);
    if (!out) return NULL;
    self->out = out;
    self->room = wanted * 2;
  }
  char *at = self->out + self->length;
  self->length = wanted;
  return at;
}

static char *put_text(char *at, const char *text, size_t length) {
  memcpy(at, text, length);
  return at + length;
}

static char *put_mode(char *at, uint32_t mode) {
  for (int shift = 15; shift >= 0; shift -= 3) *at++ = (char)('0' + (mode >> shift & 7));
  return at;
}

static char *put_blob(char *at, const uint8_t *entry) {
  for (int i = 40; i < 60; i++) {
    *at++ = "0123456789abcdef"[entry[i] >> 4];
    *at++ = "0123456789abcdef"[entry[i] & 15];
  }
  return at;
}

/* ":<mode> <mode> <blob> <zeros> <letter>\0<path>\0" */
static int add(Tracked *self, const uint8_t *entry, uint32_t mode, char letter, const char *path, size_t length) {
  char *at = room_for(self, 1 + 6 + 1 + 6 + 1 + 40 + 1 + 40 + 3 + length + 1);
  if (!at) return 0;
  *at++ = ':';
  at = put_text(put_mode(at, mode), " ", 1);
  at = put_blob(put_text(put_mode(at, letter == 'D' ? 0 : mode), " ", 1), entry);
  *at++ = ' ';
  memset(at, '0', 40);
  at += 40;
  *at++ = ' ';
  *at++ = letter;
  *at++ = 0;
  *put_text(at, path, length) = 0;
  return 1;
}

/* "H <mode> <blob> 0\t<path>\0" */
static int list(Tracked *self, const uint8_t *entry, uint32_t mode, const char *path, size_t length) {
  char *at = room_for(self, 2 + 6 + 1 + 40 + 3 + length + 1);
  if (!at) return 0;
  at = put_blob(put_text(put_mode(put_text(at, "H ", 2), mode), " ", 1), entry);
  *put_text(put_text(at, " 0\t", 3), path, length) = 0;
  return 1;
}

static const uint8_t EMPTY[20] = {0xe6, 0x9d, 0xe2, 0x9b, 0xb2, 0xd1, 0xd6, 0x43, 0x4b, 0x8b,
                                  0x29, 0xae, 0x77, 0x5a, 0xd8, 0xc2, 0xe4, 0x8c, 0x53, 0x91};

/*
 * Was a file written so shortly before the index that a second write may not show in its times? As settledStamp of source/files.ts: they
 * advance in ticks, of 10 ms at most, or of 2 s where they are whole seconds. By the later of both times: a tool can set one of them back.
 */
static int is_young(const struct stat *at, const struct stat *index) {
  const int64_t written = (int64_t)at->st_mtim.tv_sec * 1000000000 + at->st_mtim.tv_nsec;
  const int64_t changed = (int64_t)at->st_ctim.tv_sec * 1000000000 + at->st_ctim.tv_nsec;
  const int64_t later = written > changed ? written : changed;
  const int64_t listed = (int64_t)index->st_mtim.tv_sec * 1000000000 + index->st_mtim.tv_nsec;
  const int whole = at->st_ctim.tv_nsec == 0 || index->st_mtim.tv_nsec == 0;
  return listed - later <= (whole ? 2000000000 : 25000000);
}

/* The letter of an entry: 0 the same, '!' for git to tell. */
static char compared(const uint8_t *entry, uint32_t mode, const struct stat *at, const struct stat *index) {
  const int regular = (mode & S_IFMT) == S_IFREG;
  if ((at->st_mode & S_IFMT) != (mode & S_IFMT) || at->st_size < 0 || at->st_size > 0x7fffffff) return '!';
  if (regular && ((mode ^ at->st_mode) & 0100)) return '!';
  const uint32_t size = number(entry + 36), second = number(entry + 8);
  if (size != (uint32_t)at->st_size || second != (uint32_t)at->st_mtim.tv_sec) return regular ? 'M' : '!';
  if (number(entry) != (uint32_t)at->st_ctim.tv_sec || number(entry + 4) != (uint32_t)at->st_ctim.tv_nsec ||
      number(entry + 12) != (uint32_t)at->st_mtim.tv_nsec || number(entry + 20) != (uint32_t)at->st_ino ||
      number(entry + 28) != at->st_uid || number(entry + 32) != at->st_gid || is_young(at, index))
    return regular ? '?' : '!';
  if (size == 0 && memcmp(entry + 40, EMPTY, sizeof EMPTY) != 0) return regular ? 'M' : '!';
  return 0;
}

/* Do only extensions follow that may be passed over, and then the checksum? */
static int ends_well(int file, off_t at, off_t size) {
  uint8_t head[8];
  while (at + 20 < size) {
    if (pread(file, head, sizeof head, at) != sizeof head) return 0;
    // Those in capitals are optional: an index that is split or sparse has others.
    if (head[0] < 'A' || head[0] > 'Z') return 0;
    at += 8 + (off_t)number(head + 4);
  }
  return at + 20 == size;
}

/* The index of the repository in the folder `top`, compared entry by entry; 0 = git must tell. */
static int compare(Tracked *self, int top, Window *window) {
  struct stat index, at;
  char path[PATHS], known[PATHS];
  size_t known_length = 0;
  int doubtful = 0;
  if (stat_of(window->file, &index) != 0 || !S_ISREG(index.st_mode) || !filled(window, 12) || window->end < 12) return 0;
  const uint32_t version = number(window->bytes + 4), count = number(window->bytes + 8);
  if (memcmp(window->bytes, "DIRC", 4) != 0 || version < 2 || version > 4) return 0;
  window->start = 12;
  const uint32_t from = (uint32_t)((uint64_t)count * self->part / self->parts);
  const uint32_t to = (uint32_t)((uint64_t)count * (self->part + 1) / self->parts);
  size_t length = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!filled(window, FIXED + 2 + 10 + PATHS)) return 0;
    const uint8_t *entry = window->bytes + window->start, *last = window->bytes + window->end;
    if (last - entry < FIXED + 2) return 0;
    const uint32_t mode = number(entry + 24), flags = (uint32_t)entry[60] << 8 | entry[61];
    // Unmerged, assumed unchanged, or with the marks of skipped and intended entries.
    if (flags & 0xf000) return 0;
    const uint8_t *name = entry + FIXED;
    size_t kept = 0;
    if (version == 4) {
      size_t cut = *name & 127;
      while (*name++ & 128) {
        if (name == last || cut > PATHS) return 0;
        cut = ((cut + 1) << 7) + (*name & 127);
      }
      if (cut > length) return 0;
      kept = length - cut;
    }
    const uint8_t *stop = memchr(name, 0, (size_t)(last - name));
    if (!stop || kept + (size_t)(stop - name) >= PATHS) return 0;
    memcpy(path + kept, name, (size_t)(stop - name) + 1);
    length = kept + (size_t)(stop - name);
    if (length == 0 || path[0] == '/') return 0;
    const size_t used = version == 4 ? (size_t)(stop - entry) + 1 : (FIXED + length + 8) & ~(size_t)7;
    if (used > (size_t)(last - entry)) return 0;
    window->start += used;
    const uint32_t type = mode & S_IFMT;
    if (type != S_IFREG && type != S_IFLNK && type != 0160000) return 0;
    if (length <= self->prefix_length || memcmp(path, self->prefix, self->prefix_length) != 0) continue;
    if (self->listing) {
      if (!list(self, entry, mode, path + self->prefix_length, length - self->prefix_length)) return 0;
      continue;
    }
    // Submodules do not count.
    if (type == 0160000 || i < from || i >= to) continue;
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) : 0;
    if (folder > 0 && (folder != known_length || memcmp(path, known, folder) != 0) &&
        !has_no_link(top, path, folder, known, &known_length))
      return 0;
    char letter = 'D';
    if (stat_at(top, path, &at) == 0) letter = compared(entry, mode, &at, &index);
    else if (errno != ENOENT && errno != ENOTDIR) return 0;
    if (letter == '!' || (letter == '?' && ++doubtful > DOUBTFUL)) return 0;
    if (letter != 0 && letter != '?') __atomic_fetch_add(&found_so_far, 1, __ATOMIC_RELAXED);
    if (letter != 0 && !add(self, entry, mode, letter, path + self->prefix_length, length - self->prefix_length)) return 0;
  }
  return ends_well(window->file, window->at - (off_t)(window->end - window->start), index.st_size);
}

static void work(napi_env env, void *data) {
  Tracked *self = data;
  Window window = {.file = -1};
  const int top = open(self->top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (top < 0) return;
  window.bytes = malloc(WINDOW);
  if (window.bytes && is_ours(top)) window.file = openat(top, ".git/index", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (window.file >= 0) {
    self->answered = compare(self, top, &window);
    close(window.file);
  }
  free(window.bytes);
  close(top);
}

static void done(napi_env env, napi_status status, void *data) {
  Tracked *self = data;
  napi_value result, buffer;
  void *bytes = NULL;
  napi_get_null(env, &result);
  if (status == napi_ok && self->answered && napi_create_arraybuffer(env, self->length, &bytes, &buffer) == napi_ok) {
    if (self->length > 0) memcpy(bytes, self->out, self->length);
    napi_create_typedarray(env, napi_uint8_array, self->length, buffer, 0, &result);
  }
  napi_resolve_deferred(env, self->deferred, result);
  napi_delete_async_work(env, self->work);
  free(self->top);
  free(self->prefix);
  free(self->out);
  free(self);
}

static char *text_of(napi_env env, napi_value value, size_t *length) {
  if (napi_get_value_string_utf8(env, value, NULL, 0, length) != napi_ok) return NULL;
  char *text = malloc(*length + 1);
  if (text) napi_get_value_string_utf8(env, value, text, *length + 1, length);
  return text;
}

/* A promise of the records, or of null where git must be asked; null where it cannot be asked. */
static napi_value begun(napi_env env, napi_callback_info info, int listing) {
  napi_value given[4], result, promise, name;
  size_t count = 4, length = 0;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  Tracked *self = calloc(1, sizeof *self);
  if (!self) return result;
  self->listing = listing;
  self->parts = 1;
  if (count < (listing ? 2 : 4) || (!listing && (napi_get_value_uint32(env, given[2], &self->part) != napi_ok ||
      napi_get_value_uint32(env, given[3], &self->parts) != napi_ok || self->part >= self->parts)) || !(self->top = text_of(env, given[0], &length)) || !(self->prefix = text_of(env, given[1], &self->prefix_length)) ||
      napi_create_string_utf8(env, "manifold tracked", NAPI_AUTO_LENGTH, &name) != napi_ok ||
      napi_create_async_work(env, NULL, name, work, done, self, &self->work) != napi_ok)
    goto refused;
  if (!listing && self->part == 0) __atomic_store_n(&found_so_far, 0, __ATOMIC_RELAXED);
  if (napi_create_promise(env, &self->deferred, &promise) == napi_ok && napi_queue_async_work(env, self->work) == napi_ok) return promise;
  napi_delete_async_work(env, self->work);
refused:
  free(self->top);
  free(self->prefix);
  free(self);
  return result;
}

/* trackedDiffering(top, prefix, part, parts) */
napi_value tracked_differing(napi_env env, napi_callback_info info) { return begun(env, info, 0); }

/* trackedFound() */
napi_value tracked_found(napi_env env, napi_callback_info info) {
  napi_value result;
  napi_create_uint32(env, __atomic_load_n(&found_so_far, __ATOMIC_RELAXED), &result);
  return result;
}

/* trackedListing(top, prefix) */
napi_value tracked_listing(napi_env env, napi_callback_info info) { return begun(env, info, 1); }
