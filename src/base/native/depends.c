/* Files whose dependency keys have any of some keys: the twin of inTypeScript in store/depends.ts, where the form of the bytes is told. */
#include "depends.h"
#include "arguments.h"
#include <string.h>

#define HEAD 7

typedef struct {
  const uint8_t *data;
  size_t at, size;
  uint64_t bits;
  unsigned filled;
} reader;

/* At least 57 bits are ready, zeros behind the end; `at` goes on there, so that it tells what was taken of them. */
static inline void fill(reader *from) {
  for (; from->filled <= 56; from->filled += 8, from->at++)
    if (from->at < from->size) from->bits |= (uint64_t)from->data[from->at] << from->filled;
}

static inline int passed(const reader *from) {
  return from->at - from->filled / 8 > from->size;
}

/* 1 if the keys of a file have one of them, 0 if not, -1 where the bytes make no sense. */
static int holds(const uint8_t *at, const uint8_t *end, const uint32_t *wanted, size_t many, int key_bits) {
  uint32_t count = 0;
  for (int shift = 0;; shift += 7) {
    if (at == end || shift > 28) return -1;
    const uint8_t byte = *at++;
    count |= (uint32_t)(byte & 127) << shift;
    if (byte < 128) break;
  }
  const uint32_t mean = count > 0 ? (1u << key_bits) / count : 1u << key_bits;
  const int plain = mean > 1 ? 31 - __builtin_clz(mean) : 0;
  reader from = {at, 0, (size_t)(end - at), 0, 0};
  uint64_t key = 0;
  size_t next = 0;
  for (uint32_t left = count; left > 0; left--) {
    uint64_t step = 0;
    for (;;) {
      fill(&from);
      const unsigned ones = ~from.bits ? __builtin_ctzll(~from.bits) : 64u;
      if (ones < from.filled) {
        step += (uint64_t)ones << plain;
        from.bits >>= ones;
        from.bits >>= 1;
        from.filled -= ones + 1;
        break;
      }
      step += (uint64_t)from.filled << plain;
      from.bits = 0;
      from.filled = 0;
      if (passed(&from)) return -1;
    }
    fill(&from);
    step += from.bits & ((1ull << plain) - 1);
    from.bits >>= plain;
    from.filled -= plain;
    if (passed(&from)) return -1;
    key += step + (left < count);
    while (next < many && wanted[next] < key) next++;
    if (next == many) return 0;
    if (wanted[next] == key) return 1;
  }
  return 0;
}

/* holdingKey(keys, wanted, bits): as inTypeScript, as a Uint32Array; null where the bytes make no sense. */
napi_value depends_holding(napi_env env, napi_callback_info info) {
  napi_value given[3], result, buffer;
  size_t count = 3, length = 0, many = 0, files = 0;
  int32_t key_bits = 0;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 3 || napi_get_value_int32(env, given[2], &key_bits) != napi_ok || key_bits < 1 || key_bits > 31) return result;
  const uint8_t *at = array_of(env, given[0], napi_uint8_array, &length);
  const uint32_t *wanted = array_of(env, given[1], napi_uint32_array, &many);
  if (!at || !wanted || many == 0) return result;
  uint32_t *found = malloc((length / HEAD + 1) * sizeof *found);
  if (!found) return result;
  for (const uint8_t *last = at + length; at < last;) {
    if (last - at < HEAD) goto done;
    const uint32_t file = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
    const size_t size = at[4] | (size_t)at[5] << 8 | (size_t)at[6] << 16;
    at += HEAD;
    if ((size_t)(last - at) < size) goto done;
    const int held = holds(at, at + size, wanted, many, key_bits);
    if (held < 0) goto done;
    if (held > 0) found[files++] = file;
    at += size;
  }
  void *out = NULL;
  if (napi_create_arraybuffer(env, files * sizeof *found, &out, &buffer) == napi_ok) {
    if (files > 0) memcpy(out, found, files * sizeof *found);
    napi_create_typedarray(env, napi_uint32_array, files, buffer, 0, &result);
  }
done:
  free(found);
  return result;
}
