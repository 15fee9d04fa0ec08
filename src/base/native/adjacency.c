/*
 * Walks against the edges of a whole tree, over the bytes in which each file's edges are stored (store/links.ts): they are decoded once a step and
 * never unpacked, because the first touch of 16 MB of arrays takes longer than decoding 6 MB three times. The twin in TypeScript is query/walk/arrays.ts;
 * who drives both is query/walk/compact.ts, where the arrays of a walk are described.
 */
#include "adjacency.h"
#include "arguments.h"
#include <string.h>

/* Bits of `how`, as in query/walk/compact.ts: confidence, resolution and whether it is the usual one, kind, then these. */
#define REACHED (1 << 24)
#define AROUND (1 << 26)

/* Marks of a symbol: most have none, and the memory of what they stand for is not touched. */
#define INSIDE 1
#define MATED 2
#define NESTED_IN 4

typedef struct {
  uint8_t *level, *marks, *seen;
  const uint8_t *wanted, *tests;
  int32_t *key, *via, *how, *place, *around, *around_start, *found, *ids;
  const int32_t *codes;
  size_t size, kinds, places;
} Walk;

enum { EXTERNAL, CONTAINS, IMPORTS, DISPATCH, NESTED, MAKER, CODES };

/* The arrays of a walk, in the order in which compact.ts lists them; 0 where they are not what they should be. */
static int walk_of(napi_env env, napi_value given, Walk *walk) {
  const struct {
    const void **at;
    napi_typedarray_type type;
  } wanted[] = {
      {(const void **)&walk->level, napi_uint8_array},  {(const void **)&walk->marks, napi_uint8_array},
      {(const void **)&walk->seen, napi_uint8_array},
      {(const void **)&walk->key, napi_int32_array},    {(const void **)&walk->via, napi_int32_array},
      {(const void **)&walk->how, napi_int32_array},    {(const void **)&walk->place, napi_int32_array},
      {(const void **)&walk->around, napi_int32_array}, {(const void **)&walk->around_start, napi_int32_array},
      {(const void **)&walk->found, napi_int32_array},  {(const void **)&walk->ids, napi_int32_array},
      {(const void **)&walk->wanted, napi_uint8_array}, {(const void **)&walk->tests, napi_uint8_array},
      {(const void **)&walk->codes, napi_int32_array},
  };
  for (uint32_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    napi_value value;
    size_t length = 0;
    if (napi_get_element(env, given, i, &value) != napi_ok) return 0;
    const void *data = array_of(env, value, wanted[i].type, &length);
    if (!data) return 0;
    *wanted[i].at = data;
    if (i == 0) walk->size = length;
    else if (i < 11 && length != walk->size) return 0;
    else if (i == 11) walk->kinds = length;
    else if (i == 12) walk->places = length;
    else if (i == 13 && length != CODES) return 0;
  }
  return walk->size > 0 && walk->places > 0;
}

/* ----------------------------------------------------------------------------------------------- lists that grow */

typedef struct {
  int32_t *items;
  size_t count, room;
} List;

static int32_t *more(List *list, size_t by) {
  if (list->count + by > list->room) {
    list->room = list->room * 2 + by + 1024;
    int32_t *items = realloc(list->items, list->room * sizeof *items);
    if (!items) abort();
    list->items = items;
  }
  list->count += by;
  return list->items + list->count - by;
}

static int handed(napi_env env, napi_value out, uint32_t at, const List *list) {
  void *data = NULL;
  napi_value buffer, array;
  if (napi_create_arraybuffer(env, list->count * sizeof(int32_t), &data, &buffer) != napi_ok) return 0;
  if (list->count > 0) memcpy(data, list->items, list->count * sizeof(int32_t));
  return napi_create_typedarray(env, napi_int32_array, list->count, buffer, 0, &array) == napi_ok &&
         napi_set_element(env, out, at, array) == napi_ok;
}

/* ----------------------------------------------------------------------------------------------- where symbols stand */

static const uint8_t *number(const uint8_t *at, const uint8_t *end, size_t *value) {
  size_t found = 0;
  const uint8_t *start = at;
  for (; at < end && *at >= '0' && *at <= '9' && at - start < 15; at++) found = found * 10 + (size_t)(*at - '0');
  *value = found;
  return at > start && at < end && *at == ' ' ? at + 1 : NULL;
}

/*
 * edgesPlaces(order, runs, rank, place): ranks of files from their ids in the order of paths, and by symbol the rank of its file from the runs of
 * ids; both are decimal numbers, each with a blank behind it. How many files there are; null where the bytes make no sense.
 */
napi_value edges_places(napi_env env, napi_callback_info info) {
  napi_value given[4], result;
  size_t count = 4, lengths[2], files = 0, size = 0;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 4) return result;
  const uint8_t *order = array_of(env, given[0], napi_uint8_array, &lengths[0]);
  const uint8_t *runs = array_of(env, given[1], napi_uint8_array, &lengths[1]);
  int32_t *rank = (int32_t *)array_of(env, given[2], napi_int32_array, &files);
  int32_t *place = (int32_t *)array_of(env, given[3], napi_int32_array, &size);
  if (!order || !runs || !rank || !place) return result;
  int32_t ranks = 0;
  for (const uint8_t *at = order, *end = order + lengths[0]; at < end; ranks++) {
    size_t file;
    at = number(at, end, &file);
    if (!at || file >= files) return result;
    rank[file] = ranks;
  }
  size_t from = 0;
  int32_t here = 0;
  for (const uint8_t *at = runs, *end = runs + lengths[1]; at < end;) {
    size_t first, file;
    at = number(at, end, &first);
    if (at) at = number(at, end, &file);
    if (!at || first < from || file >= files) return result;
    for (; from < first && from < size; from++) place[from] = here;
    here = rank[file] < 0 ? 0 : rank[file];
  }
  for (; from < size; from++) place[from] = here;
  napi_create_int32(env, ranks, &result);
  return result;
}

/* ----------------------------------------------------------------------------------------------- one step */

/* Symbols reached in this step, and lists: edges about which more must be known than is here, those that reach the seeds, types and constructors. */
typedef struct {
  size_t found;
  List odd, tied, firsts, mates;
  int32_t depth, self;
  /* Edges that reach the seeds from outside, and the use that one makes of itself. */
  int32_t resolved;
  /* Nothing is walked: the edges of all steps up to the depth are told of, in `odd`. */
  int told_again;
} Step;

static void told(List *list, int32_t src, int32_t dst, int32_t line, int32_t how, int32_t file) {
  int32_t *at = more(list, 5);
  at[0] = src, at[1] = dst, at[2] = line, at[3] = how, at[4] = file;
}

static void kin(const Walk *walk, Step *step, int32_t outer, int32_t inner, int32_t line, int32_t resolution) {
  if (resolution == walk->codes[NESTED]) {
    walk->around[inner] = outer;
    walk->around_start[inner] = line;
    walk->marks[inner] |= NESTED_IN;
    return;
  }
  const int both = resolution != walk->codes[MAKER];
  int32_t *pair = more(&step->mates, both ? 4 : 2);
  pair[0] = outer, pair[1] = inner;
  walk->marks[outer] |= MATED;
  if (!both) return;
  pair[2] = inner, pair[3] = outer;
  walk->marks[inner] |= MATED;
}

/* An edge that reaches the level. Of several from one symbol the first by line, kind and the place of what it leads to is kept. */
static inline void reached(const Walk *walk, Step *step, int32_t src, int32_t dst, int32_t line, int32_t how, int32_t file, int odd) {
  const int inside = walk->marks[src] & INSIDE;
  if (step->depth == 1) {
    int32_t *pair = more(&step->firsts, 2);
    pair[0] = src, pair[1] = dst;
    // The use that a symbol makes of itself: nothing else is told of uses inside the seeds.
    const int itself = inside && src == dst && src == step->self;
    step->resolved += !inside || itself;
    if (itself) told(&step->odd, src, dst, line, how, file);
  }
  if (inside || walk->seen[src]) return;
  if (odd) {
    told(&step->odd, src, dst, line, how, file);
    return;
  }
  const int32_t before = walk->how[src];
  if (before == 0) walk->found[step->found++] = src;
  else if (line > walk->key[src]) return;
  else if (line == walk->key[src]) {
    const int32_t kind = how >> 16 & 255, other = before >> 16 & 255;
    if (kind > other || (kind == other && walk->via[src] == dst)) return;
    if (kind == other) {
      const int32_t place = walk->place[dst], there = walk->place[walk->via[src]];
      if (place == there) told(&step->tied, src, dst, line, how, file);
      if (place >= there) return;
    }
  }
  walk->key[src] = line;
  walk->via[src] = dst;
  walk->how[src] = how;
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

/* Meets the edges of one file; 0 where the bytes make no sense. */
static int meet(const Walk *walk, Step *step, const uint8_t *at, const uint8_t *end, int32_t file) {
  const uint32_t external = (uint32_t)walk->codes[EXTERNAL], contains = (uint32_t)walk->codes[CONTAINS], dispatch = (uint32_t)walk->codes[DISPATCH];
  const uint8_t *level = walk->level, *wanted = walk->wanted;
  const uint8_t depth = (uint8_t)step->depth;
  uint32_t from = 0, to = 0, row = 0;
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
    if (from - 1 >= walk->size - 1 || to - 1 >= walk->size - 1 || kind >= walk->kinds) return 0;
    if (kind == contains) {
      if (depth == 1 && !step->told_again) kin(walk, step, (int32_t)from, (int32_t)to, (int32_t)row, (int32_t)resolution);
    } else if (level[to] != 0 && wanted[kind] && (level[to] == depth || (step->told_again && level[to] < depth))) {
      const int32_t how = (int32_t)(REACHED | kind << 16 | (code & 15) << 8 | confidence);
      if (step->told_again) {
        if (!(walk->marks[from] & INSIDE) || (from == to && (int32_t)from == step->self && level[to] == 1))
          told(&step->odd, (int32_t)from, (int32_t)to, (int32_t)row, how, file);
      } else reached(walk, step, (int32_t)from, (int32_t)to, (int32_t)row, how, file, row == 0 || resolution == dispatch);
    }
  }
  return 1;
}

/* Files with their edges: the id, a blank, how many bytes, a blank, the bytes. */
static int meet_all(const Walk *walk, Step *step, const uint8_t *at, const uint8_t *end) {
  while (at < end) {
    size_t file, length;
    at = number(at, end, &file);
    if (at) at = number(at, end, &length);
    if (!at || (size_t)(end - at) < length || !meet(walk, step, at, at + length, (int32_t)file)) return 0;
    at += length;
  }
  return 1;
}

static int by_first(const void *a, const void *b) {
  const int32_t *one = a, *other = b;
  return one[0] != other[0] ? (one[0] < other[0] ? -1 : 1) : (one[1] > other[1]) - (one[1] < other[1]);
}

static int whole(napi_env env, napi_value value, int32_t *into) { return napi_get_value_int32(env, value, into) == napi_ok; }

/*
 * edgesMeet(walk, files, depth, self, again): found symbols' number, odd edges, tied edges, edges that reach the seeds, mates, and how many of those
 * edges count; `again`, after a walk, all edges that it met are the odd ones. Null where the bytes make no sense.
 */
napi_value edges_meet(napi_env env, napi_callback_info info) {
  napi_value given[5], result, out, found, resolved;
  size_t count = 5;
  uint32_t many = 0;
  Walk walk;
  Step step = {0};
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 5 || !walk_of(env, given[0], &walk) || napi_get_array_length(env, given[1], &many) != napi_ok || !whole(env, given[2], &step.depth) ||
      step.depth < 1 || step.depth > 250 || !whole(env, given[3], &step.self) || !whole(env, given[4], &step.told_again))
    return result;
  int sound = 1;
  for (uint32_t i = 0; i < many && sound; i++) {
    napi_value value;
    size_t length = 0;
    const uint8_t *bytes = napi_get_element(env, given[1], i, &value) == napi_ok ? array_of(env, value, napi_uint8_array, &length) : NULL;
    sound = bytes != NULL && meet_all(&walk, &step, bytes, bytes + length);
  }
  if (step.mates.count > 2) qsort(step.mates.items, step.mates.count / 2, 2 * sizeof(int32_t), by_first);
  if (sound && napi_create_array_with_length(env, 6, &out) == napi_ok && napi_create_int32(env, (int32_t)step.found, &found) == napi_ok &&
      napi_set_element(env, out, 0, found) == napi_ok && handed(env, out, 1, &step.odd) && handed(env, out, 2, &step.tied) &&
      handed(env, out, 3, &step.firsts) && handed(env, out, 4, &step.mates) && napi_create_int32(env, step.resolved, &resolved) == napi_ok &&
      napi_set_element(env, out, 5, resolved) == napi_ok)
    result = out;
  free(step.odd.items);
  free(step.tied.items);
  free(step.firsts.items);
  free(step.mates.items);
  return result;
}

/* ----------------------------------------------------------------------------------------------- what was found */

typedef struct {
  int32_t key, id;
} Line;

static int by_key(const void *a, const void *b) {
  const Line *one = a, *other = b;
  return one->key != other->key ? (one->key < other->key ? -1 : 1) : (one->id > other->id) - (one->id < other->id);
}

/* edgesOrder(walk, found): sorts what was found by path and line; ranges of those in one line, from and to. */
napi_value edges_order(napi_env env, napi_callback_info info) {
  napi_value given[2], result, out;
  size_t count = 2;
  int32_t found = 0;
  Walk walk;
  List ties = {0};
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 2 || !walk_of(env, given[0], &walk) || !whole(env, given[1], &found) || found < 0 || (size_t)found > walk.size) return result;
  uint32_t *begin = calloc(walk.places + 1, sizeof *begin);
  Line *lines = malloc(((size_t)found + 1) * sizeof *lines);
  if (!begin || !lines) goto done;
  for (int32_t i = 0; i < found; i++) begin[walk.place[walk.found[i]] + 1]++;
  for (size_t i = 1; i <= walk.places; i++) begin[i] += begin[i - 1];
  for (int32_t i = 0; i < found; i++) {
    const int32_t id = walk.found[i];
    lines[begin[walk.place[id]]++] = (Line){walk.key[id], id};
  }
  // What began a file has moved to where the next one begins.
  for (size_t i = 0, first = 0; i < walk.places; first = begin[i++])
    if (begin[i] - first > 1) qsort(lines + first, begin[i] - first, sizeof *lines, by_key);
  for (int32_t i = 0; i < found; i++) walk.found[i] = lines[i].id;
  for (int32_t i = 0, from = 0; i < found; from = i) {
    const int32_t place = walk.place[lines[from].id];
    while (i < found && lines[i].key == lines[from].key && walk.place[lines[i].id] == place) i++;
    if (i - from < 2) continue;
    int32_t *range = more(&ties, 2);
    range[0] = from, range[1] = i;
  }
  if (napi_create_array_with_length(env, 1, &out) == napi_ok && handed(env, out, 0, &ties)) napi_get_element(env, out, 0, &result);
done:
  free(begin);
  free(lines);
  free(ties.items);
  return result;
}

/* Where the mates of a symbol begin among pairs. */
static size_t mates_of(const int32_t *pairs, size_t count, int32_t id) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (pairs[2 * middle] < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/*
 * edgesAdvance(walk, found, listed, mates, depth, last, files, around): lists what was found behind the `listed`, and makes the next level unless it
 * was the last step: what leads on from it, types with their constructors, functions around functions. How many are listed now, and how many lead on.
 */
napi_value edges_advance(napi_env env, napi_callback_info info) {
  napi_value given[8], result;
  size_t count = 8, many = 0;
  int32_t found = 0, listed = 0, depth = 0, last = 0, files = 0, around = 0, next = 0;
  Walk walk;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 8 || !walk_of(env, given[0], &walk) || !whole(env, given[1], &found) || !whole(env, given[2], &listed) || !whole(env, given[4], &depth) ||
      !whole(env, given[5], &last) || !whole(env, given[6], &files) || !whole(env, given[7], &around) || found < 0 || (size_t)found > walk.size || listed < 0)
    return result;
  const int32_t *pairs = array_of(env, given[3], napi_int32_array, &many);
  if (!pairs) return result;
  many /= 2;
  const uint8_t level = last ? 0 : (uint8_t)(depth + 1);
  for (int32_t i = 0; i < found; i++) {
    const int32_t id = walk.found[i];
    if (walk.seen[id]) continue;
    walk.seen[id] = (uint8_t)depth;
    walk.ids[listed++] = id;
    const int imports = (walk.how[id] >> 16 & 255) == walk.codes[IMPORTS];
    if (imports && !files) continue;
    if (!(walk.marks[id] & INSIDE)) {
      if (level) walk.level[id] = level;
      next++;
      if (!imports && (walk.marks[id] & MATED))
        for (size_t at = mates_of(pairs, many, id); at < many && pairs[2 * at] == id; at++) {
          const int32_t mate = pairs[2 * at + 1];
          if ((walk.marks[mate] & INSIDE) || walk.seen[mate]) continue;
          if (level) walk.level[mate] = level;
          next++;
        }
    }
    const int32_t outer = around && (walk.marks[id] & NESTED_IN) ? walk.around[id] : 0;
    if (outer == 0 || walk.seen[outer] || (walk.marks[outer] & INSIDE)) continue;
    walk.seen[outer] = (uint8_t)depth;
    walk.ids[listed++] = outer;
    walk.how[outer] = REACHED | AROUND;
    walk.via[outer] = id;
    walk.key[outer] = walk.around_start[id];
    if (level) walk.level[outer] = level;
    next++;
  }
  void *data = NULL;
  napi_value buffer;
  if (napi_create_arraybuffer(env, 2 * sizeof(int32_t), &data, &buffer) != napi_ok) return result;
  ((int32_t *)data)[0] = listed;
  ((int32_t *)data)[1] = next;
  napi_create_typedarray(env, napi_int32_array, 2, buffer, 0, &result);
  return result;
}

/*
 * edgesTotal(walk, listed, folded, seeds, out): the first that are told of in `out`, and how many are told of, how many of them are outside tests,
 * in how many files, and how many are in tests. Folded, imports are left out in files that are known to use something.
 */
napi_value edges_total(napi_env env, napi_callback_info info) {
  napi_value given[5], result, buffer;
  size_t count = 5, seeds = 0, room = 0;
  int32_t listed = 0, folded = 0;
  Walk walk;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 5 || !walk_of(env, given[0], &walk) || !whole(env, given[1], &listed) || !whole(env, given[2], &folded) || listed < 0 ||
      (size_t)listed > walk.size)
    return result;
  const int32_t *seed = array_of(env, given[3], napi_int32_array, &seeds);
  int32_t *out = (int32_t *)array_of(env, given[4], napi_int32_array, &room);
  uint8_t *files = calloc(walk.places, 2), *using = files + walk.places;
  void *data = NULL;
  if (seed && out && files && napi_create_arraybuffer(env, 4 * sizeof(int32_t), &data, &buffer) == napi_ok) {
    int32_t *told = data;
    memset(told, 0, 4 * sizeof *told);
#define IS_IMPORT(id) (!(walk.how[id] & AROUND) && (walk.how[id] >> 16 & 255) == walk.codes[IMPORTS])
    if (folded) {
      for (size_t i = 0; i < seeds; i++)
        if (seed[i] >= 0 && (size_t)seed[i] < walk.size) using[walk.place[seed[i]]] = 1;
      for (int32_t i = 0; i < listed; i++)
        if (!IS_IMPORT(walk.ids[i])) using[walk.place[walk.ids[i]]] = 1;
    }
    for (int32_t i = 0; i < listed; i++) {
      const int32_t id = walk.ids[i], place = walk.place[id];
      if (folded && IS_IMPORT(id) && using[place]) continue;
      if ((size_t)told[0] < room) out[told[0]] = id;
      told[0]++;
      if (walk.tests[place]) {
        told[3]++;
        continue;
      }
      told[1]++;
      if (!files[place]) told[2]++;
      files[place] = 1;
    }
    napi_create_typedarray(env, napi_int32_array, 4, buffer, 0, &result);
  }
  free(files);
  return result;
}
