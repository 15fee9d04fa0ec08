/* The edges of a whole tree, unpacked to eight bytes each (packed.c). */
#ifndef MANIFOLD_PACKED_H
#define MANIFOLD_PACKED_H
#include "arguments.h"
#include <string.h>

/*
 * A file: its id, and how many entries follow. A source: its id, and how many entries follow. An edge: the target, and line (16) | confidence (8) |
 * kind (4) | resolution and whether the confidence is the usual one (4). A line that does not fit stands in an entry of its own behind the edge.
 */
typedef struct {
  uint32_t id, rest;
} Entry;
#define LONG_LINE 0xffffu
#define IS_LONG(rest) ((rest) >> 16 == LONG_LINE)
#define MOST_KINDS 16

typedef struct {
  const Entry *entries;
  size_t used;
} Chunk;

/* Lists that grow. */
typedef struct {
  int32_t *items;
  size_t count, room;
} List;

/* An edge that reaches a seed of the walk for which the tree is read: its first step need not look for them. */
typedef struct {
  const Entry *source, *edge;
  uint32_t file;
} Noted;

/* What is unpacked so far (links.c). */
typedef struct Links Links;

typedef struct {
  Links *links;
  Chunk *chunks;
  size_t count;
  Noted *noted;
  size_t notes;
  /* Types and their constructors, as pairs. */
  List mates;
  /* What is filled while the index is read; arrays of JavaScript, gone afterwards. */
  int32_t *rank, *place, *around, *around_start;
  uint8_t *tests, *kin;
  size_t files, places, size, kinds;
  int32_t codes[8];
  /* How far places of symbols are known, and the place of those that follow. */
  size_t placed;
  int32_t here;
  int sound;
  /* From how many stored bytes of edges on two threads are worth it, and are there so many? */
  size_t aside;
  int many;
  /* A symbol's edges, but for calls by dispatch, do not all stand with its own file. */
  int shared;
} Tree;

/* Marks of a symbol: most have none, and the memory of what they stand for is not touched. */
#define INSIDE 1
#define MATED 2
#define NESTED_IN 4

enum { EXTERNAL, CONTAINS, IMPORTS, DISPATCH, NESTED, MAKER, CODES };

static inline int32_t *more(List *list, size_t by) {
  if (list->count + by > list->room) {
    list->room = list->room * 2 + by + 1024;
    int32_t *items = realloc(list->items, list->room * sizeof *items);
    if (!items) abort();
    list->items = items;
  }
  list->count += by;
  return list->items + list->count - by;
}

/* An Int32Array of a list; null where there is none. */
static inline napi_value handed(napi_env env, const List *list) {
  void *data = NULL;
  napi_value buffer, array;
  if (napi_create_arraybuffer(env, list->count * sizeof(int32_t), &data, &buffer) != napi_ok) return NULL;
  if (list->count > 0) memcpy(data, list->items, list->count * sizeof(int32_t));
  return napi_create_typedarray(env, napi_int32_array, list->count, buffer, 0, &array) == napi_ok ? array : NULL;
}

static inline int whole(napi_env env, napi_value value, int32_t *into) { return napi_get_value_int32(env, value, into) == napi_ok; }

const Tree *tree_of(napi_env env, napi_value value);
napi_value edges_begun(napi_env env, napi_callback_info info);
napi_value edges_ended(napi_env env, napi_callback_info info);
#endif
