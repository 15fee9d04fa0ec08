/* The calls of lexical.c and select.c, as quick.c exports them, and what both know. */
#ifndef MANIFOLD_LEXICAL_H
#define MANIFOLD_LEXICAL_H
#include "arguments.h"
#include <stdbool.h>
#include <stddef.h>

#define FIELDS 7
#define NORMALISED 4

typedef struct {
  uint32_t bound;
  /* Lengths by chunk number, one column a field after another. */
  uint16_t *lengths;
  /* 1 for removed chunks that postings still name. */
  uint8_t *dead;
  double means[NORMALISED];
  double weights[FIELDS];
  double b;
  /* Scratch of a selection, zeros between two: where a chunk with entries is, from 1. */
  uint32_t *slots;
} Collection;

typedef struct {
  Collection *collection;
  uint32_t variants;
  /* Where each variant's entries begin, and the end of the last. */
  size_t *from;
  uint32_t *nos;
  double *frequencies;
} Question;

static const napi_type_tag QUESTION_TAG = {0x6d616e69666f6c64, 2};

static inline void *held(napi_env env, napi_value value, const napi_type_tag *tag) {
  void *data = NULL;
  bool ours = false;
  if (napi_check_object_type_tag(env, value, tag, &ours) != napi_ok || !ours) return NULL;
  return napi_unwrap(env, value, &data) == napi_ok ? data : NULL;
}

napi_value lexical_open(napi_env env, napi_callback_info info);
napi_value lexical_read(napi_env env, napi_callback_info info);
napi_value lexical_select(napi_env env, napi_callback_info info);
#endif
