/* The calls of adjacency.c and reached.c, as quick.c exports them, and what both know. */
#ifndef MANIFOLD_ADJACENCY_H
#define MANIFOLD_ADJACENCY_H
#include "packed.h"

/* Bits of `how`, as in query/walk/compact.ts: confidence, resolution and whether it is the usual one, kind, then these. */
#define REACHED (1 << 24)
#define AROUND (1 << 26)

typedef struct {
  uint8_t *level, *marks, *seen;
  const uint8_t *wanted, *tests;
  int32_t *key, *via, *how, *place, *around, *around_start, *found, *ids;
  const int32_t *codes;
  size_t size, kinds, places;
} Walk;

/* The arrays of a walk, in the order in which compact.ts lists them; 0 where they are not what they should be. */
static inline int walk_of(napi_env env, napi_value given, Walk *walk) {
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

napi_value edges_meet(napi_env env, napi_callback_info info);
napi_value edges_order(napi_env env, napi_callback_info info);
napi_value edges_advance(napi_env env, napi_callback_info info);
napi_value edges_total(napi_env env, napi_callback_info info);
#endif
