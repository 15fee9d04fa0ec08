/*
 * How many tokens a text has by the encoding `o200k_base`: query/tokens.ts for text of ASCII and a few signs, with the same result. The cutting
 * into pieces is that of its regular expression, told by hand below; everything else is left to it.
 */
#include "tokens.h"
#include "arguments.h"
#include <string.h>

/* As in query/tokens.ts: u32 n, i16 × (BUCKETS + 2), u32 × n. */
enum { BUCKETS = 1 << 15, LONGEST = 256, NONE = 0x7fffffff };

typedef struct {
  uint32_t size;
  const int16_t *starts;
  const uint32_t *entries;
} Table;

static int table_of(napi_env env, napi_value value, Table *table) {
  size_t length = 0;
  const uint8_t *bytes = array_of(env, value, napi_uint8_array, &length);
  const size_t head = 4 + 2 * (BUCKETS + 2);
  if (!bytes || length < head || (uintptr_t)bytes % 4 != 0) return 0;
  memcpy(&table->size, bytes, 4);
  if ((length - head) / 4 < table->size) return 0;
  table->starts = (const int16_t *)(const void *)(bytes + 4);
  table->entries = (const uint32_t *)(const void *)(bytes + head);
  return 1;
}

static uint32_t turned(uint32_t value, int by) { return value << by | value >> (32 - by); }

static uint32_t word_at(const uint8_t *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* xxHash32 of seed 0 (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md). */
static uint32_t hash_of(const uint8_t *at, size_t length) {
  static const uint32_t P1 = 2654435761u, P2 = 2246822519u, P3 = 3266489917u, P4 = 668265263u, P5 = 374761393u;
  const uint8_t *end = at + length;
  uint32_t hash = P5;
  if (length >= 16) {
    uint32_t lanes[4] = {P1 + P2, P2, 0, 0u - P1};
    for (; end - at >= 16; at += 16)
      for (int i = 0; i < 4; i++) lanes[i] = turned(lanes[i] + word_at(at + 4 * i) * P2, 13) * P1;
    hash = turned(lanes[0], 1) + turned(lanes[1], 7) + turned(lanes[2], 12) + turned(lanes[3], 18);
  }
  hash += (uint32_t)length;
  for (; end - at >= 4; at += 4) hash = turned(hash + word_at(at) * P3, 17) * P4;
  for (; at < end; at++) hash = turned(hash + *at * P5, 11) * P1;
  hash = (hash ^ hash >> 15) * P2;
  hash = (hash ^ hash >> 13) * P3;
  return hash ^ hash >> 16;
}

static int64_t start_of(const Table *table, uint32_t bucket) {
  return (int64_t)((uint64_t)bucket * table->size / BUCKETS) + table->starts[bucket];
}

static uint32_t rank_of(const Table *table, const uint8_t *token, size_t length) {
  const uint32_t value = hash_of(token, length), bucket = value & (BUCKETS - 1);
  int64_t at = start_of(table, bucket), end = bucket + 1 == BUCKETS ? table->size : start_of(table, bucket + 1);
  if (at < 0 || end > table->size) return NONE;
  for (; at < end; at++)
    if (table->entries[at] >> 18 == value >> 18) return table->entries[at] & 0x3ffff;
  return NONE;
}

/* Byte-pair merging as in query/tokens.ts. */
static uint32_t merged(const Table *table, const uint8_t *piece, size_t length) {
  uint32_t starts[LONGEST + 1], ranks[LONGEST + 1];
  size_t count = length + 1;
  for (size_t i = 0; i < count; i++) starts[i] = (uint32_t)i;
  for (size_t i = 0; i < count; i++) ranks[i] = i + 2 < count ? rank_of(table, piece + i, 2) : NONE;
  for (;;) {
    uint32_t best = NONE;
    size_t at = 0;
    for (size_t i = 0; i + 2 < count; i++)
      if (ranks[i] < best) {
        best = ranks[i];
        at = i;
      }
    if (best == NONE) return (uint32_t)count - 1;
    memmove(starts + at + 1, starts + at + 2, (count - at - 2) * sizeof *starts);
    memmove(ranks + at + 1, ranks + at + 2, (count - at - 2) * sizeof *ranks);
    count--;
    ranks[at] = at + 2 < count ? rank_of(table, piece + starts[at], starts[at + 2] - starts[at]) : NONE;
    if (at > 0) ranks[at - 1] = rank_of(table, piece + starts[at - 1], starts[at + 1] - starts[at - 1]);
  }
}

enum { SPACE = 1, NEWLINE, DIGIT, UPPER, LOWER, SIGN, STRANGE };

static int kind_of(uint16_t unit) {
  if (unit == '\r' || unit == '\n') return NEWLINE;
  if (unit == ' ' || (unit >= 9 && unit <= 12)) return SPACE;
  if (unit >= '0' && unit <= '9') return DIGIT;
  if (unit >= 'A' && unit <= 'Z') return UPPER;
  if (unit >= 'a' && unit <= 'z') return LOWER;
  // The two that our own output has: tokens by themselves, alone and after a space.
  return unit < 128 || unit == 0xb7 || unit == 0x2026 ? SIGN : STRANGE;
}

/* Length of "'s", "'re" and the like at `at`. */
static size_t tail_of(const uint16_t *text, size_t at, size_t end) {
  if (at + 1 >= end || text[at] != '\'') return 0;
  const uint16_t a = text[at + 1] | 32, b = at + 2 < end ? text[at + 2] | 32 : 0;
  if (a == 's' || a == 't' || a == 'm' || a == 'd') return 2;
  return (a == 'r' && b == 'e') || (a == 'v' && b == 'e') || (a == 'l' && b == 'l') ? 3 : 0;
}

/* Where the piece that begins at `at` ends; 0 where an unknown sign decides. */
static size_t piece_of(const uint16_t *text, size_t at, size_t end) {
  const int kind = kind_of(text[at]), next = at + 1 < end ? kind_of(text[at + 1]) : 0;
  if (kind == STRANGE || next == STRANGE) return 0;
  if (kind == DIGIT) {
    size_t to = at + 1;
    while (to < end && to < at + 3 && kind_of(text[to]) == DIGIT) to++;
    return to;
  }
  const int letter = kind == UPPER || kind == LOWER;
  if (letter || (kind != NEWLINE && (next == UPPER || next == LOWER))) {
    size_t to = letter ? at : at + 1;
    while (to < end && kind_of(text[to]) == UPPER) to++;
    while (to < end && kind_of(text[to]) == LOWER) to++;
    return to + tail_of(text, to, end);
  }
  if (kind == SIGN || (text[at] == ' ' && next == SIGN)) {
    size_t to = at + 1;
    while (to < end && kind_of(text[to]) == SIGN) to++;
    while (to < end && (kind_of(text[to]) == NEWLINE || text[to] == '/')) to++;
    return to;
  }
  size_t to = at, newline = 0;
  for (; to < end && (kind_of(text[to]) == SPACE || kind_of(text[to]) == NEWLINE); to++)
    if (kind_of(text[to]) == NEWLINE) newline = to + 1;
  if (newline) return newline;
  return to == end || to == at + 1 ? to : to - 1;
}

/* tokens(table, text): how many; null where query/tokens.ts must count. */
napi_value tokens_count(napi_env env, napi_callback_info info) {
  napi_value given[2], result;
  size_t count = 2, length = 0;
  Table table;
  napi_get_null(env, &result);
  napi_get_cb_info(env, info, &count, given, NULL, NULL);
  if (count < 2 || !table_of(env, given[0], &table)) return result;
  const uint16_t *text = units_of(env, given[1], &length);
  if (!text) return result;
  uint32_t tokens = 0;
  uint8_t piece[LONGEST];
  for (size_t at = 0; at < length;) {
    const size_t end = piece_of(text, at, length);
    if (end == 0 || (end < length && kind_of(text[end]) == STRANGE)) return result;
    while (at < end) {
      const size_t size = end - at < LONGEST ? end - at : LONGEST;
      int plain = 1;
      for (size_t i = 0; i < size; i++) {
        plain &= text[at + i] < 128;
        piece[i] = (uint8_t)text[at + i];
      }
      if (!plain && !(size == 1 || (size == 2 && text[at] == ' '))) return result;
      if (size == 1 || !plain || rank_of(&table, piece, size) != NONE) tokens++;
      else tokens += merged(&table, piece, size);
      at += size;
    }
  }
  napi_create_uint32(env, tokens, &result);
  return result;
}
