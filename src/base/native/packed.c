/*
 * Reads the edges of a whole tree out of the index (store/packed.ts), in an SQL function: it sees each file's bytes where SQLite has them, mostly in the
 * mapped file, and unpacks them to eight bytes an edge. Handed over as values of JavaScript the same bytes were copied three times, and every walk had to
 * unpack them again at each step.
 *
 * Large pages are not asked for: they spare the first touches of 11 MB 5 ms where memory lies in one piece, and where it does not the kernel
 * moves others' pages about at once, for 70 to 150 ms in every fifth walk.
 */
#include "packed.h"
#include "sqlite.h"
#include <stdbool.h>

/* A chunk of a large tree: few of them, and not much more than is used. */
#define CHUNK ((size_t)8 << 20)

/* Room for so many entries in one piece. */
static Entry *room_for(Tree *tree, size_t many) {
  Chunk *last = tree->count > 0 ? tree->chunks + tree->count - 1 : NULL;
  if (!last || last->room - last->used < many) {
    // Symbols have about six edges each.
    size_t bytes = tree->size * 6 * sizeof(Entry);
    bytes = bytes > CHUNK ? CHUNK : bytes;
    bytes = many * sizeof(Entry) > bytes ? many * sizeof(Entry) : bytes;
    Chunk *chunks = realloc(tree->chunks, (tree->count + 1) * sizeof *chunks);
    if (!chunks) return NULL;
    tree->chunks = chunks;
    Entry *entries = calloc(bytes / sizeof(Entry), sizeof(Entry));
    if (!entries) return NULL;
    last = chunks + tree->count++;
    *last = (Chunk){entries, 0, bytes / sizeof(Entry)};
  }
  return last->entries + last->used;
}

/* ----------------------------------------------------------------------------------------------- what a row brings */

static void kin(Tree *tree, int32_t outer, int32_t inner, int32_t line, int32_t resolution) {
  if (resolution == tree->codes[NESTED]) {
    tree->around[inner] = outer;
    tree->around_start[inner] = line;
    tree->kin[inner] |= NESTED_IN;
    return;
  }
  const int both = resolution != tree->codes[MAKER];
  int32_t *pair = more(&tree->mates, both ? 4 : 2);
  pair[0] = outer, pair[1] = inner;
  tree->kin[outer] |= MATED;
  if (!both) return;
  pair[2] = inner, pair[3] = outer;
  tree->kin[inner] |= MATED;
}

static void note(Tree *tree, Noted noted) {
  if (tree->notes == tree->notes_room) {
    tree->notes_room = tree->notes_room * 2 + 1024;
    tree->noted = realloc(tree->noted, tree->notes_room * sizeof *tree->noted);
    if (!tree->noted) abort();
  }
  tree->noted[tree->notes++] = noted;
}

#define VARINT(into)                         \
  do {                                       \
    if (at >= end) return 0;                 \
    (into) = *at++;                          \
    if ((into) > 127) {                      \
      (into) &= 127;                         \
      for (int shift = 7;; shift += 7) {     \
        if (at >= end || shift > 28) return 0; \
        const uint32_t byte = *at++;         \
        (into) |= (byte & 127) << shift;     \
        if (byte < 128) break;               \
      }                                      \
    }                                        \
  } while (0)
#define UNFOLDED(value) (((value) >> 1) ^ (0u - ((value) & 1)))

/* The edges of one file (store/links.ts); 0 where the bytes make no sense. */
static int links(Tree *tree, uint32_t file, const uint8_t *at, size_t length) {
  const uint8_t *end = at + length;
  const uint32_t external = (uint32_t)tree->codes[EXTERNAL], contains = (uint32_t)tree->codes[CONTAINS];
  // An edge takes four bytes at least, and fills three entries at most: its source's, its own, and its line's.
  Entry *first = room_for(tree, length / 4 * 3 + 1), *out = first + 1, none, *source = &none;
  if (!first) return 0;
  uint32_t from = 0, to = 0, row = 0, known = 0;
  while (at < end) {
    uint32_t value, code, confidence = 0;
    uint64_t word = 0x8080;
    if (end - at >= 8) memcpy(&word, at, sizeof word);
    // Nearly all edges: one byte each but for the target, which takes up to four. Without a branch for each of its bytes.
    const uint64_t stop = ~word & UINT64_C(0x808080800000);
    const int last = __builtin_ctzll(stop | UINT64_C(1) << 55);
    const uint32_t line = (uint32_t)(word >> 1 >> last & 255);
    if (!((word & 0x8080) | (line & 128)) && stop != 0) {
      at += (last >> 3) + 2;
      value = (uint32_t)(word & 127);
      from += UNFOLDED(value);
      const uint32_t same = 0u - (value == 0);
      to = (to & same) | (from & ~same);
      code = (uint32_t)(word >> 8 & 127);
      const uint32_t bytes = (uint32_t)((word & ((UINT64_C(1) << last) - 1)) >> 16);
      value = (bytes & 127) | (bytes >> 1 & 127 << 7) | (bytes >> 2 & 127 << 14) | (bytes >> 3 & 127 << 21);
      to += UNFOLDED(value);
      row += UNFOLDED(line);
    } else {
      VARINT(value);
      if (value != 0) to = from += UNFOLDED(value);
      VARINT(code);
      VARINT(value);
      to += UNFOLDED(value);
      VARINT(value);
      row += UNFOLDED(value);
    }
    if ((code & 1) == 0) {
      if (at >= end) return 0;
      confidence = *at++;
    }
    const uint32_t resolution = code >> 1 & 7, kind = code >> 4;
    if (resolution == external) continue;
    if (from - 1 >= tree->size - 1 || to - 1 >= tree->size - 1 || kind >= tree->kinds) return 0;
    if (kind == contains) {
      kin(tree, (int32_t)from, (int32_t)to, (int32_t)row, (int32_t)resolution);
      continue;
    }
    // Without a branch that no processor foresees: a source ends after every fourth edge or so.
    const int begins = from != known;
    out->id = known = from;
    source = begins ? out : source;
    out += begins;
    const int is_long = row >= LONG_LINE;
    *out++ = (Entry){to, (is_long ? LONG_LINE : row) << 16 | confidence << 8 | (code & 255)};
    if (tree->kin[to] & INSIDE) note(tree, (Noted){source, out - 1, file});
    if (is_long) *out++ = (Entry){row, 0};
    source->rest = (uint32_t)(out - source - 1);
  }
  *first = (Entry){file, (uint32_t)(out - first - 1)};
  if (out > first + 1) tree->chunks[tree->count - 1].used += (size_t)(out - first);
  return 1;
}

static int is_word(const uint8_t *text, size_t length, const char *word) {
  const size_t size = strlen(word);
  for (size_t at = 0; at + size <= length; at++)
    if ((at == 0 || text[at - 1] == ' ') && (at + size == length || text[at + size] == ' ') && memcmp(text + at, word, size) == 0) return 1;
  return 0;
}

enum { LINKS, ORDER, TAGS, RUN };

static int row(Tree *tree, int what, long long id, const uint8_t *bytes, size_t length, long long number) {
  if (id < 0) return 0;
  if (what == LINKS) return links(tree, (uint32_t)id, bytes, length);
  if (what == RUN) {
    if ((size_t)id < tree->placed || number < 0 || (size_t)number >= tree->files) return 0;
    for (; tree->placed < (size_t)id && tree->placed < tree->size; tree->placed++) tree->place[tree->placed] = tree->here;
    tree->here = tree->rank[number] < 0 ? 0 : tree->rank[number];
    return 1;
  }
  if ((size_t)id >= tree->files) return 0;
  if (what == ORDER) {
    if (tree->places >= tree->files) return 0;
    tree->rank[id] = (int32_t)tree->places++;
  } else if (is_word(bytes, length, "test")) {
    if (tree->rank[id] < 0) return 0;
    tree->tests[tree->rank[id]] = 1;
  }
  return 1;
}

/* ----------------------------------------------------------------------------------------------- as SQLite calls it */

static SqliteCalls calls;
/* What is being read; there is one thread. */
static Tree *reading;

/* manifold_edges(what, id, value): an aggregate without a result, but for 1. */
static void step(void *context, int count, void **given) {
  Tree *tree = reading;
  if (!tree || !tree->sound || count != 3) return;
  const int what = (int)SQLITE_INT64(calls)(given[0]);
  const long long id = SQLITE_INT64(calls)(given[1]);
  if (what == ORDER || what == RUN) tree->sound = row(tree, what, id, NULL, 0, SQLITE_INT64(calls)(given[2]));
  else {
    const void *bytes = SQLITE_BLOB(calls)(given[2]);
    const int length = SQLITE_BYTES(calls)(given[2]);
    tree->sound = row(tree, what, id, bytes, bytes && length > 0 ? (size_t)length : 0, 0);
  }
}

static void done(void *context) { SQLITE_RESULT_INT(calls)(context, 1); }

__attribute__((visibility("default"))) int manifold_edges_init(void *connection, char **error, SqliteCalls handed) {
  calls = handed;
  return SQLITE_CREATE_FUNCTION(calls)(connection, "manifold_edges", 3, SQLITE_UTF8_DIRECTLY, NULL, NULL, step, done);
}

/* ----------------------------------------------------------------------------------------------- as JavaScript calls it */

static const napi_type_tag TREE = {0x6d616e69666f6c64, 6};

static void forgotten(napi_env env, void *data, void *hint) {
  Tree *tree = data;
  if (reading == tree) reading = NULL;
  for (size_t i = 0; i < tree->count; i++) free(tree->chunks[i].entries);
  free(tree->chunks);
  free(tree->mates.items);
  free(tree->noted);
  free(tree);
}

static Tree *held_tree(napi_env env, napi_value value) {
  void *data = NULL;
  bool ours = false;
  napi_valuetype type;
  if (napi_typeof(env, value, &type) != napi_ok || type != napi_object || napi_check_object_type_tag(env, value, &TREE, &ours) != napi_ok || !ours)
    return NULL;
  return napi_unwrap(env, value, &data) == napi_ok ? data : NULL;
}

const Tree *tree_of(napi_env env, napi_value value) { return held_tree(env, value); }

/* edgesBegun(rank, place, tests, around, aroundStart, kin, codes, kinds): a handle, which is read into from now on. */
napi_value edges_begun(napi_env env, napi_callback_info info) {
  napi_value given[8], result, object;
  size_t count = 8, lengths[7];
  uint32_t kinds = 0;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 8 || napi_get_value_uint32(env, given[7], &kinds) != napi_ok || kinds > MOST_KINDS) return result;
  const void *arrays[7];
  for (int i = 0; i < 7; i++) {
    const napi_typedarray_type type = i == 2 || i == 5 ? napi_uint8_array : napi_int32_array;
    arrays[i] = array_of(env, given[i], type, lengths + i);
    if (!arrays[i]) return result;
  }
  if (lengths[1] == 0 || lengths[2] < lengths[0] || lengths[3] != lengths[1] || lengths[4] != lengths[1] || lengths[5] != lengths[1] ||
      lengths[6] != CODES)
    return result;
  Tree *tree = calloc(1, sizeof *tree);
  if (!tree) return result;
  tree->rank = (int32_t *)arrays[0], tree->place = (int32_t *)arrays[1], tree->tests = (uint8_t *)arrays[2];
  tree->around = (int32_t *)arrays[3], tree->around_start = (int32_t *)arrays[4], tree->kin = (uint8_t *)arrays[5];
  memcpy(tree->codes, arrays[6], CODES * sizeof *tree->codes);
  tree->files = lengths[0], tree->size = lengths[1], tree->kinds = kinds;
  tree->sound = 1;
  if (napi_create_object(env, &object) != napi_ok || napi_wrap(env, object, tree, forgotten, NULL, NULL) != napi_ok) {
    forgotten(env, tree, NULL);
    return result;
  }
  if (napi_type_tag_object(env, object, &TREE) != napi_ok) return result;
  reading = tree;
  return object;
}

static int by_first(const void *a, const void *b) {
  const int32_t *one = a, *other = b;
  return one[0] != other[0] ? (one[0] < other[0] ? -1 : 1) : (one[1] > other[1]) - (one[1] < other[1]);
}

/* edgesEnded(tree): how many places there are, and pairs of symbols called with one another; null where the bytes made no sense. */
napi_value edges_ended(napi_env env, napi_callback_info info) {
  napi_value given, result, out, places;
  size_t count = 1;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, &given, NULL, NULL);
  Tree *tree = count < 1 ? NULL : held_tree(env, given);
  reading = NULL;
  if (!tree || !tree->sound || !tree->place) return result;
  for (; tree->placed < tree->size; tree->placed++) tree->place[tree->placed] = tree->here;
  tree->rank = tree->place = tree->around = tree->around_start = NULL;
  tree->tests = tree->kin = NULL;
  if (tree->mates.count > 2) qsort(tree->mates.items, tree->mates.count / 2, 2 * sizeof(int32_t), by_first);
  const napi_value mates = handed(env, &tree->mates);
  return mates && napi_create_array_with_length(env, 2, &out) == napi_ok && napi_create_uint32(env, (uint32_t)tree->places, &places) == napi_ok &&
                 napi_set_element(env, out, 0, places) == napi_ok && napi_set_element(env, out, 1, mates) == napi_ok
             ? out
             : result;
}
