/*
 * Walks against the edges of a whole tree, over the bytes in which each file's edges are stored (store/links.ts): they are decoded once a step and
 * never unpacked, because the first touch of 16 MB of arrays takes longer than decoding 6 MB three times. The twin in TypeScript is query/walk/arrays.ts;
 * who drives both is query/walk/compact.ts, where the arrays of a walk are described.
 */
#include "adjacency.h"

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
