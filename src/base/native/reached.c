/* What a step of a walk has found (adjacency.c): put in order, followed, and counted. */
#include "adjacency.h"

typedef struct {
  int32_t key, id;
} Line;

static int by_key(const void *a, const void *b) {
  const Line *one = a, *other = b;
  return one->key != other->key ? (one->key < other->key ? -1 : 1) : (one->id > other->id) - (one->id < other->id);
}

/* Those of a file are few, and lie nearly in order. */
static void sort(Line *lines, size_t count) {
  if (count > 64) {
    qsort(lines, count, sizeof *lines, by_key);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    const Line one = lines[i];
    size_t at = i;
    for (; at > 0 && by_key(&lines[at - 1], &one) > 0; at--) lines[at] = lines[at - 1];
    lines[at] = one;
  }
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
    if (begin[i] - first > 1) sort(lines + first, begin[i] - first);
  for (int32_t i = 0; i < found; i++) walk.found[i] = lines[i].id;
  for (int32_t i = 0, from = 0; i < found; from = i) {
    const int32_t place = walk.place[lines[from].id];
    while (i < found && lines[i].key == lines[from].key && walk.place[lines[i].id] == place) i++;
    if (i - from < 2) continue;
    int32_t *range = more(&ties, 2);
    range[0] = from, range[1] = i;
  }
  out = handed(env, &ties);
  if (out) result = out;
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
