/*
 * Walks against the edges of a whole tree (packed.h): every step meets all of them in the order in which they are stored, which takes 5 ms for 1.2
 * million, but for the first, whose edges were noted when they were read; on two threads where there are many. The twin in TypeScript is
 * query/walk/arrays.ts; who drives both is query/walk/compact.ts, where the arrays of a walk are described.
 */
#include "beside.h"
#include "adjacency.h"

/* ----------------------------------------------------------------------------------------------- one step */

/* Symbols reached in this step, and lists: edges about which more must be known than is here, and those that reach the seeds. */
typedef struct {
  size_t found;
  /* Where the next one is put, and on which side of it the one after that. */
  int32_t *next;
  ptrdiff_t way;
  List odd, tied, firsts;
  int32_t depth, self;
  /* Edges that reach the seeds from outside, and the use that one makes of itself. */
  int32_t resolved;
  /* Nothing is walked: the edges of all steps up to the depth are told of, in `odd`. */
  int32_t again;
} Step;

static void told(List *list, int32_t src, int32_t dst, int32_t line, int32_t how, int32_t file) {
  int32_t *at = more(list, 5);
  at[0] = src, at[1] = dst, at[2] = line, at[3] = how, at[4] = file;
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
  if (before == 0) {
    *step->next = src;
    step->next += step->way;
    step->found++;
  } else if (line > walk->key[src]) return;
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

static inline void met(const Walk *walk, Step *step, int32_t from, const Entry *edge, int32_t file) {
  const int32_t to = (int32_t)edge->id, line = (int32_t)(IS_LONG(edge->rest) ? edge[1].id : edge->rest >> 16);
  const int32_t how = (int32_t)(REACHED | (edge->rest >> 4 & 15) << 16 | (edge->rest & 15) << 8 | (edge->rest >> 8 & 255));
  if (step->again == 0) reached(walk, step, from, to, line, how, file, line == 0 || (int32_t)(edge->rest >> 1 & 7) == walk->codes[DISPATCH]);
  else if (!(walk->marks[from] & INSIDE) || (from == to && from == step->self && walk->level[to] == 1))
    told(&step->odd, from, to, line, how, file);
}

/* Meets the edges of one file. */
static void meet(const Walk *walk, Step *step, const Entry *at, const Entry *end, int32_t file) {
  const uint8_t *level = walk->level, *wanted = walk->wanted;
  const uint8_t depth = (uint8_t)step->depth, least = step->again ? 1 : depth;
  while (at < end) {
    const uint32_t from = at->id;
    const Entry *stop = at + 1 + at->rest;
    at++;
    // What is reached already is not reached again; only the first step looks at uses inside the seeds.
    if (depth > 1 && !step->again && (walk->seen[from] || (walk->marks[from] & INSIDE))) {
      at = stop;
      continue;
    }
    while (at < stop) {
      const Entry *edge = at;
      at += 1 + IS_LONG(edge->rest);
      const uint8_t here = level[edge->id];
      if (here >= least && here <= depth && wanted[edge->rest >> 4 & 15]) met(walk, step, (int32_t)from, edge, file);
    }
  }
}

/* Those noted while the tree was read. */
static void meet_noted(const Walk *walk, Step *step, const Tree *tree) {
  for (size_t i = 0; i < tree->notes; i++) {
    const Noted *noted = tree->noted + i;
    if (walk->wanted[noted->edge->rest >> 4 & 15]) met(walk, step, (int32_t)noted->source->id, noted->edge, (int32_t)noted->file);
  }
}

/* All files, or those of an ascending list. */
static void meet_all(const Walk *walk, Step *step, const Tree *tree, const int32_t *files, size_t many) {
  size_t next = 0;
  for (size_t i = 0; i < tree->count; i++)
    for (const Entry *at = tree->chunks[i].entries, *end = at + tree->chunks[i].used; at < end; at += 1 + at->rest) {
      if (files) {
        while (next < many && (uint32_t)files[next] < at->id) next++;
        if (next == many) return;
        if ((uint32_t)files[next] != at->id) continue;
      }
      meet(walk, step, at + 1, at + 1 + at->rest, (int32_t)at->id);
    }
}

/* ----------------------------------------------------------------------------------------------- on two threads */

#define LISTS 3
static List *list_of(Step *step, size_t i) { return i == 0 ? &step->odd : i == 1 ? &step->tied : &step->firsts; }

/* Where what one chunk adds to the lists of its thread begins and ends. */
typedef struct {
  const Step *by;
  size_t from[LISTS], to[LISTS];
} Told;

typedef struct {
  const Walk *walk;
  const Tree *tree;
  Told *told;
  /* The next chunk that nobody has taken. */
  size_t chunk;
  Step beside;
} Shared;

/* Takes one chunk after another. Nothing that is written belongs to two of them: it is found by the source, whose edges stand in one. */
static void meet_chunks(Shared *shared, Step *step) {
  const Tree *tree = shared->tree;
  for (size_t i; (i = __atomic_fetch_add(&shared->chunk, 1, __ATOMIC_RELAXED)) < tree->count;) {
    Told *told = shared->told + i;
    told->by = step;
    for (size_t k = 0; k < LISTS; k++) told->from[k] = list_of(step, k)->count;
    for (const Entry *at = tree->chunks[i].entries, *end = at + tree->chunks[i].used; at < end; at += 1 + at->rest)
      meet(shared->walk, step, at + 1, at + 1 + at->rest, (int32_t)at->id);
    for (size_t k = 0; k < LISTS; k++) told->to[k] = list_of(step, k)->count;
  }
}

static void *beside(void *data) {
  Shared *shared = data;
  meet_chunks(shared, &shared->beside);
  return NULL;
}

/* The lists of both threads in the order of chunks, as one thread makes them. */
static void join(Shared *shared, Step *step) {
  for (size_t k = 0; k < LISTS; k++) {
    List *own = list_of(step, k), *other = list_of(&shared->beside, k), whole = {0};
    if (other->count > 0) {
      for (size_t i = 0; i < shared->tree->count; i++) {
        const Told *told = shared->told + i;
        const size_t count = told->to[k] - told->from[k];
        const List *from = told->by == step ? own : other;
        if (count > 0) memcpy(more(&whole, count), from->items + told->from[k], count * sizeof(int32_t));
      }
      free(own->items);
      *own = whole;
    }
    free(other->items);
  }
  // What the other thread found stands at the end, the last one first. Its order is made by edgesOrder.
  memmove(shared->walk->found + step->found, shared->walk->found + shared->walk->size - shared->beside.found,
          shared->beside.found * sizeof *shared->walk->found);
  step->found += shared->beside.found;
  step->resolved += shared->beside.resolved;
}

/* All files, as meet_all; 0 where there is no second thread. */
static int meet_beside(const Walk *walk, Step *step, const Tree *tree) {
  pthread_t thread;
  Shared shared = {walk, tree, calloc(tree->count, sizeof(Told)), 0, *step};
  if (!shared.told) return 0;
  shared.beside.next = walk->found + walk->size - 1;
  shared.beside.way = -1;
  const int begun = begun_beside(&thread, beside, &shared);
  if (begun) {
    meet_chunks(&shared, step);
    pthread_join(thread, NULL);
    join(&shared, step);
  }
  free(shared.told);
  return begun;
}

/*
 * edgesMeet(walk, tree, files, depth, self, again, noted): found symbols' number, odd edges, tied edges, edges that reach the seeds, and how many of those
 * count; `again`, after a walk, all edges that it met are the odd ones. Of some files, ascending, or of all (null); or those that were
 * `noted` when the tree was read.
 */
napi_value edges_meet(napi_env env, napi_callback_info info) {
  napi_value given[7], result, out, found, resolved;
  napi_valuetype type;
  size_t count = 7, many = 0;
  int32_t noted = 0;
  Walk walk;
  Step step = {0};
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 7 || !walk_of(env, given[0], &walk) || napi_typeof(env, given[2], &type) != napi_ok || !whole(env, given[3], &step.depth) ||
      step.depth < 1 || step.depth > 250 || !whole(env, given[4], &step.self) || !whole(env, given[5], &step.again) || !whole(env, given[6], &noted))
    return result;
  const Tree *tree = tree_of(env, given[1]);
  const int32_t *files = type == napi_null ? NULL : array_of(env, given[2], napi_int32_array, &many);
  if (!tree || tree->size > walk.size || tree->kinds > walk.kinds || (type != napi_null && !files)) return result;
  step.next = walk.found;
  step.way = 1;
  if (noted) meet_noted(&walk, &step, tree);
  else if (files || !tree->many || tree->shared || !meet_beside(&walk, &step, tree)) meet_all(&walk, &step, tree, files, many);
  const List *lists[] = {&step.odd, &step.tied, &step.firsts};
  int sound = napi_create_array_with_length(env, 5, &out) == napi_ok && napi_create_int32(env, (int32_t)step.found, &found) == napi_ok &&
              napi_set_element(env, out, 0, found) == napi_ok && napi_create_int32(env, step.resolved, &resolved) == napi_ok &&
              napi_set_element(env, out, 4, resolved) == napi_ok;
  for (uint32_t i = 0; i < 3 && sound; i++) {
    const napi_value list = handed(env, lists[i]);
    sound = list && napi_set_element(env, out, i + 1, list) == napi_ok;
  }
  if (sound) result = out;
  free(step.odd.items);
  free(step.tied.items);
  free(step.firsts.items);
  return result;
}
