/* The best chunks among the postings that were read: the second half of lexical.c. */
#include "lexical.h"
#include <stdlib.h>
#include <string.h>

/* Scores closer than this, relatively, may change places between this selection and MiniSearch. */
#define SAME 1e-12

/* The `place`-th largest of `count` numbers (from 1), which change places. */
static double largest(double *of, size_t count, size_t place) {
  size_t low = 0, high = count - 1, wanted = place - 1;
  while (low < high) {
    const double pivot = of[low + (high - low) / 2];
    size_t i = low, j = high;
    while (i <= j) {
      while (of[i] > pivot) i++;
      while (of[j] < pivot) j--;
      if (i > j) break;
      const double moved = of[i];
      of[i++] = of[j];
      of[j] = moved;
      if (j == 0) break;
      j--;
    }
    if (wanted <= j) high = j;
    else if (wanted >= i) low = i;
    else break;
  }
  return of[wanted];
}

static napi_value new_array(napi_env env, napi_typedarray_type type, size_t width, size_t count, void **data) {
  napi_value buffer, array = NULL;
  if (napi_create_arraybuffer(env, count * width, data, &buffer) != napi_ok) return NULL;
  return napi_create_typedarray(env, type, count, buffer, 0, &array) == napi_ok ? array : NULL;
}

/* A chunk with entries: its score for the word that was weighed last (from 1), the sum over all; in the end `word` is its place in the answer. */
typedef struct {
  double total;
  double score;
  uint32_t no;
  uint32_t word;
} Met;

static int ascending(const void *a, const void *b) {
  const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
  return one < other ? -1 : one > other;
}

/*
 * lexicalSelect(question, words, scales, word count, k1, limit): { nos, frequencies, variants }, the numbers of the best `limit` chunks and of all
 * that equal the last of them, ascending, and for each word and each of them the frequency (-1: it does not have the word) and the variant.
 * `words` has the word of each variant, ascending, `scales` what its frequencies are weighed by. Null where the arguments do not fit together.
 */
napi_value lexical_select(napi_env env, napi_callback_info info) {
  napi_value given[6], result;
  size_t count = 6, word_count = 0, scale_count = 0;
  const uint32_t *words = NULL;
  const double *scales = NULL;
  uint32_t asked = 0, limit = 0;
  double k1 = 0;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  Question *self = count < 6 ? NULL : held(env, given[0], &QUESTION_TAG);
  if (!self || !(words = array_of(env, given[1], napi_uint32_array, &word_count)) ||
      !(scales = array_of(env, given[2], napi_float64_array, &scale_count)) || napi_get_value_uint32(env, given[3], &asked) != napi_ok ||
      napi_get_value_double(env, given[4], &k1) != napi_ok || napi_get_value_uint32(env, given[5], &limit) != napi_ok ||
      word_count != self->variants || scale_count != self->variants || limit == 0)
    return result;
  for (uint32_t variant = 0; variant < self->variants; variant++)
    if (words[variant] >= asked || (variant > 0 && words[variant] < words[variant - 1])) return result;
  /* Of chunks with an entry, in the order in which they are met: in a cold process a new page costs as much as what is done in it. */
  Collection *collection = self->collection;
  const size_t entries = self->from[self->variants];
  if (!collection->slots) collection->slots = calloc(collection->bound, sizeof *collection->slots);
  uint32_t *slots = collection->slots;
  Met *met = malloc((entries + 1) * sizeof *met);
  double *sorted = malloc((entries + 1) * sizeof *sorted);
  uint32_t *held_by = malloc((entries + 1) * sizeof *held_by);
  size_t many = 0;
  if (!slots || !met || !sorted || !held_by) goto done;
  for (uint32_t variant = 0; variant < self->variants;) {
    const uint32_t word = words[variant];
    const uint32_t first = variant;
    size_t held_now = 0;
    for (; variant < self->variants && words[variant] == word; variant++) {
      const double scale = scales[variant];
      for (size_t at = self->from[variant]; at < self->from[variant + 1]; at++) {
        const uint32_t no = self->nos[at];
        const double frequency = self->frequencies[at];
        const double value = (scale * frequency) / (frequency + k1);
        if (slots[no] == 0) {
          met[many] = (Met){.no = no};
          slots[no] = (uint32_t)++many;
        }
        Met *here = &met[slots[no] - 1];
        if (here->word != word + 1) {
          here->word = word + 1;
          held_by[held_now++] = slots[no] - 1;
        } else if (variant == first || value <= here->score) continue;
        here->score = value;
      }
    }
    for (size_t at = 0; at < held_now; at++) met[held_by[at]].total += met[held_by[at]].score;
  }
  size_t positive = 0, chosen = 0;
  for (size_t at = 0; at < many; at++)
    if (met[at].total > 0) sorted[positive++] = met[at].total;
  const double least = positive <= limit ? 0 : largest(sorted, positive, limit) * (1 - SAME);
  uint32_t *nos = held_by;
  for (size_t at = 0; at < many; at++)
    if (met[at].total > 0 && met[at].total >= least) nos[chosen++] = met[at].no;
  qsort(nos, chosen, sizeof *nos, ascending);
  for (size_t at = 0; at < many; at++) met[at].word = UINT32_MAX;
  for (size_t at = 0; at < chosen; at++) met[slots[nos[at]] - 1].word = (uint32_t)at;
  void *numbers_out = NULL, *frequencies_out = NULL, *variants_out = NULL;
  napi_value numbers_of = new_array(env, napi_uint32_array, sizeof(uint32_t), chosen, &numbers_out);
  napi_value frequencies = new_array(env, napi_float64_array, sizeof(double), chosen * asked, &frequencies_out);
  napi_value variants = new_array(env, napi_uint16_array, sizeof(uint16_t), chosen * asked, &variants_out);
  napi_value object;
  if (!numbers_of || !frequencies || !variants || napi_create_object(env, &object) != napi_ok) goto done;
  if (chosen > 0) {
    memcpy(numbers_out, nos, chosen * sizeof *nos);
    memset(variants_out, 0, chosen * asked * sizeof(uint16_t));
  }
  for (size_t at = 0; at < chosen * asked; at++) ((double *)frequencies_out)[at] = -1;
  for (uint32_t variant = 0, first = 0; variant < self->variants; variant++) {
    const uint32_t word = words[variant];
    if (variant > 0 && words[variant - 1] != word) first = variant;
    const double scale = scales[variant];
    double *frequencies_of = (double *)frequencies_out + (size_t)word * chosen;
    uint16_t *variants_of = (uint16_t *)variants_out + (size_t)word * chosen;
    for (size_t at = self->from[variant]; at < self->from[variant + 1]; at++) {
      const uint32_t to = met[slots[self->nos[at]] - 1].word;
      if (to == UINT32_MAX) continue;
      const double frequency = self->frequencies[at];
      const double before = frequencies_of[to];
      if (before >= 0) {
        const double best = (((double *)scales)[first + variants_of[to]] * before) / (before + k1);
        if ((scale * frequency) / (frequency + k1) <= best) continue;
      }
      frequencies_of[to] = frequency;
      variants_of[to] = (uint16_t)(variant - first);
    }
  }
  napi_set_named_property(env, object, "nos", numbers_of);
  napi_set_named_property(env, object, "frequencies", frequencies);
  napi_set_named_property(env, object, "variants", variants);
  result = object;
done:
  for (size_t at = 0; at < many; at++) slots[met[at].no] = 0;
  free(met);
  free(sorted);
  free(held_by);
  return result;
}
