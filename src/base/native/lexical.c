/*
 * The best chunks for a question's words: what Collection.read, lookUp and best of store/lexical do, in the same order of the same operations on
 * doubles, so that the results are equal to the last bit (no contraction to fused operations: see scripts/grammars.ts).
 *
 * Decoded postings of a question stay in one block from `lexicalRead` to the end of the handle that it returns.
 */
#include "lexical.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ONCE, BODY, SINGLE, MIXED };

/* ----------------------------------------------------------------------------------------------- reading */

typedef struct {
  const uint8_t *at, *end;
  int damaged;
} Reader;

static inline uint32_t varint(Reader *self) {
  uint32_t value = 0;
  for (int shift = 0; shift <= 28; shift += 7) {
    if (self->at >= self->end) break;
    const uint8_t byte = *self->at++;
    value |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
  self->damaged = 1;
  return 0;
}

static inline double worth_of(const Collection *self, unsigned field, uint32_t no) {
  if (field >= NORMALISED) return self->weights[field];
  const double mean = self->means[field];
  if (!(mean > 0)) return self->weights[field];
  return self->weights[field] / (1 - self->b + (self->b * self->lengths[(size_t)field * self->bound + no]) / mean);
}

/* Appends the live entries of a row; false where it names what is not there. */
static int read_row(const Collection *self, const uint8_t *data, size_t size, uint32_t *nos, double *frequencies, size_t *count, size_t room) {
  Reader in = {data, data + size, 0};
  uint64_t no = 0;
  while (in.at < in.end) {
    const uint32_t head = varint(&in);
    no += head >> 2;
    if (in.damaged || no >= self->bound) return 0;
    double frequency = 0;
    const unsigned code = head & 3;
    if (code == ONCE) frequency = worth_of(self, 0, (uint32_t)no);
    else if (code == BODY) frequency = varint(&in) * worth_of(self, 0, (uint32_t)no);
    else if (code == SINGLE) {
      const uint32_t value = varint(&in);
      if ((value & 7) >= FIELDS) return 0;
      frequency = (value >> 3) * worth_of(self, value & 7, (uint32_t)no);
    } else {
      if (in.at >= in.end) return 0;
      const unsigned mask = *in.at++;
      if (mask >> FIELDS) return 0;
      for (unsigned field = 0; field < FIELDS; field++)
        if (mask & (1u << field)) frequency += varint(&in) * worth_of(self, field, (uint32_t)no);
    }
    if (in.damaged) return 0;
    if (self->dead && self->dead[no]) continue;
    if (*count == room) return 0;
    nos[*count] = (uint32_t)no;
    frequencies[(*count)++] = frequency;
  }
  return 1;
}

/* ----------------------------------------------------------------------------------------------- arguments */

/* Bytes of element `at` of an array of Uint8Arrays. */
static int bytes_at(napi_env env, napi_value array, uint32_t at, const uint8_t **data, size_t *size) {
  napi_value one;
  napi_typedarray_type type;
  void *start = NULL;
  if (napi_get_element(env, array, at, &one) != napi_ok || napi_get_typedarray_info(env, one, &type, size, &start, NULL, NULL) != napi_ok ||
      type != napi_uint8_array)
    return 0;
  *data = start;
  return 1;
}

static const napi_type_tag COLLECTION = {0x6d616e69666f6c64, 1};

static napi_value holder(napi_env env, void *data, const napi_type_tag *tag, napi_finalize finalize) {
  napi_value object;
  if (napi_create_object(env, &object) != napi_ok || napi_wrap(env, object, data, finalize, NULL, NULL) != napi_ok) return NULL;
  return napi_type_tag_object(env, object, tag) == napi_ok ? object : NULL;
}

static void free_collection(napi_env env, void *data, void *hint) {
  Collection *self = data;
  if (!self) return;
  free(self->lengths);
  free(self->dead);
  free(self->slots);
  free(self);
}

static void free_question(napi_env env, void *data, void *hint) {
  Question *self = data;
  if (!self) return;
  free(self->from);
  free(self->nos);
  free(self->frequencies);
  free(self);
}

/* ----------------------------------------------------------------------------------------------- calls */

/* lexicalOpen(rows of lengths, dead, means, weights, b): a handle; null where the rows make no sense. */
napi_value lexical_open(napi_env env, napi_callback_info info) {
  napi_value given[5], result;
  size_t count = 5, size = 0, dead_count = 0, means = 0, weights = 0;
  uint32_t rows = 0;
  const uint32_t *dead = NULL;
  const double *mean = NULL, *weight = NULL;
  const uint8_t *data = NULL;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  Collection *self = calloc(1, sizeof *self);
  if (!self || count < 5 || napi_get_array_length(env, given[0], &rows) != napi_ok ||
      !(dead = array_of(env, given[1], napi_uint32_array, &dead_count)) || !(mean = array_of(env, given[2], napi_float64_array, &means)) ||
      !(weight = array_of(env, given[3], napi_float64_array, &weights)) || means != NORMALISED || weights != FIELDS ||
      napi_get_value_double(env, given[4], &self->b) != napi_ok)
    goto refused;
  memcpy(self->means, mean, sizeof self->means);
  memcpy(self->weights, weight, sizeof self->weights);
  /* Twice over the pieces: once for how far they reach, once for what stands in them. */
  for (int pass = 0; pass < 2; pass++) {
    uint64_t bound = 1;
    for (uint32_t row = 0; row < rows; row++) {
      if (!bytes_at(env, given[0], row, &data, &size)) goto refused;
      Reader in = {data, data + size, 0};
      uint64_t end = 0;
      while (in.at < in.end) {
        const uint64_t first = end + varint(&in);
        const uint64_t held_here = varint(&in);
        if (in.damaged || held_here * 9 > (uint64_t)(in.end - in.at)) goto refused;
        const uint8_t *columns = in.at + held_here;
        if (pass == 1)
          for (size_t field = 0; field < NORMALISED; field++)
            for (uint64_t at = 0; at < held_here; at++)
              self->lengths[field * self->bound + first + at] =
                  (uint16_t)(columns[(field * held_here + at) * 2] | columns[(field * held_here + at) * 2 + 1] << 8);
        in.at += held_here * 9;
        end = first + held_here;
      }
      if (end > bound) bound = end;
    }
    if (bound >= (uint64_t)1 << 29) goto refused;
    if (pass == 1) break;
    self->bound = (uint32_t)bound;
    self->lengths = calloc(bound * NORMALISED, sizeof *self->lengths);
    if (!self->lengths) goto refused;
  }
  if (dead_count > 0) {
    self->dead = calloc(self->bound, 1);
    if (!self->dead) goto refused;
    for (size_t at = 0; at < dead_count; at++)
      if (dead[at] < self->bound) self->dead[dead[at]] = 1;
  }
  napi_value object = holder(env, self, &COLLECTION, free_collection);
  if (object) return object;
refused:
  free_collection(env, self, NULL);
  return result;
}

/* lexicalRead(collection, variants): a handle with `counts`, live entries of each variant (an array of rows); null where they are damaged. */
napi_value lexical_read(napi_env env, napi_callback_info info) {
  napi_value given[2], result, one, counts, buffer;
  size_t count = 2, size = 0, room = 0;
  uint32_t variants = 0, rows = 0;
  const uint8_t *data = NULL;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  Collection *collection = count < 2 ? NULL : held(env, given[0], &COLLECTION);
  if (!collection || napi_get_array_length(env, given[1], &variants) != napi_ok) return result;
  Question *self = calloc(1, sizeof *self);
  if (!self) return result;
  self->collection = collection;
  self->variants = variants;
  self->from = calloc((size_t)variants + 1, sizeof *self->from);
  for (uint32_t variant = 0; variant < variants; variant++) {
    if (napi_get_element(env, given[1], variant, &one) != napi_ok || napi_get_array_length(env, one, &rows) != napi_ok) goto refused;
    for (uint32_t row = 0; row < rows; row++) {
      if (!bytes_at(env, one, row, &data, &size)) goto refused;
      /* An entry takes a byte or more. */
      room += size;
    }
  }
  self->nos = malloc((room + 1) * sizeof *self->nos);
  self->frequencies = malloc((room + 1) * sizeof *self->frequencies);
  if (!self->from || !self->nos || !self->frequencies) goto refused;
  size_t filled = 0;
  for (uint32_t variant = 0; variant < variants; variant++) {
    self->from[variant] = filled;
    if (napi_get_element(env, given[1], variant, &one) != napi_ok || napi_get_array_length(env, one, &rows) != napi_ok) goto refused;
    for (uint32_t row = 0; row < rows; row++)
      if (!bytes_at(env, one, row, &data, &size) || !read_row(collection, data, size, self->nos, self->frequencies, &filled, room))
        goto refused;
  }
  self->from[variants] = filled;
  void *out = NULL;
  if (napi_create_arraybuffer(env, variants * sizeof(uint32_t), &out, &buffer) != napi_ok ||
      napi_create_typedarray(env, napi_uint32_array, variants, buffer, 0, &counts) != napi_ok)
    goto refused;
  for (uint32_t variant = 0; variant < variants; variant++)
    ((uint32_t *)out)[variant] = (uint32_t)(self->from[variant + 1] - self->from[variant]);
  napi_value object = holder(env, self, &QUESTION_TAG, free_question);
  if (!object) goto refused;
  /* The collection must live as long as what was read of it. */
  napi_set_named_property(env, object, "collection", given[0]);
  napi_set_named_property(env, object, "counts", counts);
  return object;
refused:
  free_question(env, self, NULL);
  return result;
}
