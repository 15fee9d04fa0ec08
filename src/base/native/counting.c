/* The counter of words and tokens (counter.h) as JavaScript calls it: see `Quick` in src/base/quick.ts. One thread only. */
#include "counting.h"
#include "arguments.h"
#include "counter.h"

#include <stdlib.h>
#include <string.h>

#define MAX_ARGUMENTS 4
/* Memory of a result that is kept for the next one. */
#define KEPT ((size_t)4 << 20)

/* The arguments of a call, of which the first is a counter; null where it is none or one is missing. */
static Counter *arguments_of(napi_env env, napi_callback_info info, size_t wanted, napi_value *arguments) {
  size_t count = MAX_ARGUMENTS;
  void *data = NULL;
  if (napi_get_cb_info(env, info, &count, arguments, NULL, NULL) != napi_ok || count < wanted) return NULL;
  return napi_get_value_external(env, arguments[0], &data) == napi_ok ? data : NULL;
}

static napi_value truth(napi_env env, bool value) {
  napi_value result;
  napi_get_boolean(env, value, &result);
  return result;
}

/* The bytes as an ArrayBuffer. */
static napi_value taken(napi_env env, Buffer *bytes) {
  napi_value result;
  void *out = NULL;
  if (napi_create_arraybuffer(env, bytes->length, &out, &result) != napi_ok) napi_get_null(env, &result);
  else if (bytes->length > 0)
    memcpy(out, bytes->data, bytes->length);
  if (bytes->room > KEPT) {
    free(bytes->data);
    *bytes = (Buffer){NULL, 0, 0};
  }
  bytes->length = 0;
  return result;
}

static void dispose(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  counter_delete(data);
}

/* counter(): one that knows nothing. */
napi_value counting_new(napi_env env, napi_callback_info info) {
  (void)info;
  napi_value result;
  napi_create_external(env, counter_new(), dispose, NULL, &result);
  return result;
}

/* counterRead(counter, text, aside, classes or bounds): false where a class is not known, and for arguments of other types. */
napi_value counting_read(napi_env env, napi_callback_info info) {
  napi_value arguments[MAX_ARGUMENTS];
  size_t length = 0, many = 0;
  bool aside = false;
  Counter *counter = arguments_of(env, info, 4, arguments);
  if (!counter || napi_get_value_bool(env, arguments[2], &aside) != napi_ok) return truth(env, false);
  const uint16_t *text = units_of(env, arguments[1], &length);
  if (!text) return truth(env, false);
  const uint8_t *classes = array_of(env, arguments[3], napi_uint8_array, &many);
  if (classes) return truth(env, many >= 65536 && counter_read(counter, aside, text, length, classes, NULL, 0));
  const uint32_t *bounds = array_of(env, arguments[3], napi_uint32_array, &many);
  return truth(env, bounds && counter_read(counter, aside, text, length, NULL, bounds, many / 2));
}

/* counterPieces(counter, tokens, most): pieces of which the tokens (or the words) have not been told, one a line. */
napi_value counting_pieces(napi_env env, napi_callback_info info) {
  napi_value arguments[MAX_ARGUMENTS], result;
  bool tokens = false;
  uint32_t most = 0;
  Counter *counter = arguments_of(env, info, 3, arguments);
  Buffer out = {NULL, 0, 0};
  if (counter && napi_get_value_bool(env, arguments[1], &tokens) == napi_ok && napi_get_value_uint32(env, arguments[2], &most) == napi_ok)
    counter_pieces(counter, tokens, most, &out);
  napi_create_string_utf16(env, out.length > 0 ? (const char16_t *)out.data : u"", out.length / sizeof(uint16_t), &result);
  free(out.data);
  return result;
}

/* counterWords(counter, words): the words of these pieces, a line each, blanks between. */
napi_value counting_words(napi_env env, napi_callback_info info) {
  napi_value arguments[MAX_ARGUMENTS];
  size_t length = 0;
  Counter *counter = arguments_of(env, info, 2, arguments);
  const uint16_t *text = counter ? units_of(env, arguments[1], &length) : NULL;
  return truth(env, text && counter_words(counter, text, length));
}

/* counterLearn(counter, table): looks up the tokens of pieces, until one is not in ASCII. */
napi_value counting_learn(napi_env env, napi_callback_info info) {
  napi_value arguments[MAX_ARGUMENTS];
  size_t length = 0;
  Counter *counter = arguments_of(env, info, 2, arguments);
  const uint8_t *table = counter ? array_of(env, arguments[1], napi_uint8_array, &length) : NULL;
  return truth(env, table && counter_learn(counter, table, length));
}

/* counterTokens(counter, tokens): the tokens of the next pieces, of each how many, then they. */
napi_value counting_tokens(napi_env env, napi_callback_info info) {
  napi_value arguments[MAX_ARGUMENTS];
  size_t length = 0;
  Counter *counter = arguments_of(env, info, 2, arguments);
  const uint32_t *tokens = counter ? array_of(env, arguments[1], napi_uint32_array, &length) : NULL;
  return truth(env, tokens && counter_tokens(counter, tokens, length));
}

/* counterFile(counter, plan): the bags, as an ArrayBuffer; null where the plan makes no sense. */
napi_value counting_file(napi_env env, napi_callback_info info) {
  static Buffer out = {NULL, 0, 0};
  napi_value arguments[MAX_ARGUMENTS], result;
  size_t length = 0;
  Counter *counter = arguments_of(env, info, 2, arguments);
  const uint32_t *plan = counter ? array_of(env, arguments[1], napi_uint32_array, &length) : NULL;
  if (plan && counter_file(counter, plan, length, &out)) return taken(env, &out);
  out.length = 0;
  napi_get_null(env, &result);
  return result;
}

/* counterPostings(counter): the batch, as an ArrayBuffer. */
napi_value counting_postings(napi_env env, napi_callback_info info) {
  static Buffer out = {NULL, 0, 0};
  napi_value arguments[MAX_ARGUMENTS], result;
  Counter *counter = arguments_of(env, info, 1, arguments);
  if (counter) {
    counter_postings(counter, &out);
    return taken(env, &out);
  }
  napi_get_null(env, &result);
  return result;
}
