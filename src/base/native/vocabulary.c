/*
 * Words as tokens: the whole word where the vocabulary has it, else the likeliest pieces (src/embed/tokens.ts has the reasons).
 *
 * The words of the table are put into a hash table once: 1 ms, where looking 1,500 of them up by binary search took longer.
 */
#include "vocabulary.h"
#include "names.h"

#include <stdlib.h>
#include <string.h>

/* As in src/embed/tokens.ts and src/embed/table.ts. */
#define MAX_WORD WORD_TOKENS
#define MAX_PIECE 16
#define UNKNOWN_BITS 40
#define MAGIC 0x42544d4du
#define VERSION 1
#define MAX_TOKENS 65536
/* Longer words of a vocabulary are none. */
#define MAX_BYTES 256

struct Vocabulary {
  /* Bytes of each word in place of characters: what is looked up is ASCII. */
  Names *words;
  /* What each costs. */
  uint32_t *bits;
};

/* 256 × log2(x), rounded: squared once for each bit, because math libraries may differ in the last one. */
static uint32_t logarithm(uint32_t x) {
  uint32_t whole = 31 - (uint32_t)__builtin_clz(x), result = whole;
  uint64_t part = (uint64_t)x << (62 - whole);
  for (int bit = 0; bit < 9; bit++) {
    const unsigned __int128 square = (unsigned __int128)part * part >> 62;
    const int more = square >> 63 != 0;
    part = (uint64_t)(more ? square >> 1 : square);
    result = 2 * result + (uint32_t)more;
  }
  return (result + 1) / 2;
}

Vocabulary *vocabulary_new(const uint8_t *table, size_t length) {
  uint32_t head[4];
  if (length < sizeof head) return NULL;
  memcpy(head, table, sizeof head);
  const uint32_t count = head[2];
  const size_t starts = sizeof head, characters = starts + 4 * ((size_t)count + 1) + 2 * (size_t)count;
  if (head[0] != MAGIC || head[1] != VERSION || count > MAX_TOKENS || characters > length) return NULL;
  Vocabulary *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->words = names_new();
  made->bits = malloc(((size_t)count + 1) * sizeof(uint32_t));
  if (!made->bits) abort();
  for (uint32_t token = 0; token < count; token++) {
    uint32_t bounds[2];
    uint16_t word[MAX_BYTES];
    memcpy(bounds, table + starts + 4 * (size_t)token, sizeof bounds);
    const size_t size = bounds[0] <= bounds[1] ? bounds[1] - bounds[0] : MAX_BYTES + 1;
    if (size > MAX_BYTES || bounds[1] > length - characters) break;
    for (size_t i = 0; i < size; i++) word[i] = table[characters + bounds[0] + i];
    // Each stands there once: its number is its token.
    if (names_number(made->words, word, size) != token) break;
    made->bits[token] = logarithm(token + 32) + 3 * 256;
  }
  if (names_size(made->words) == count) return made;
  vocabulary_delete(made);
  return NULL;
}

void vocabulary_delete(Vocabulary *vocabulary) {
  if (!vocabulary) return;
  names_delete(vocabulary->words);
  free(vocabulary->bits);
  free(vocabulary);
}

size_t vocabulary_tokens(const Vocabulary *vocabulary, const uint16_t *word, size_t length, uint32_t *tokens) {
  const int64_t whole = names_find(vocabulary->words, word, length);
  if (whole >= 0) {
    *tokens = (uint32_t)whole;
    return 1;
  }
  const size_t count = length < MAX_WORD ? length : MAX_WORD;
  uint32_t cost[MAX_WORD + 1] = {0};
  int64_t piece[MAX_WORD + 1];
  size_t before[MAX_WORD + 1];
  for (size_t end = 1; end <= count; end++) {
    cost[end] = cost[end - 1] + 256 * UNKNOWN_BITS;
    before[end] = end - 1;
    piece[end] = -1;
    for (size_t start = end > MAX_PIECE ? end - MAX_PIECE : 0; start < end; start++) {
      const int64_t token = names_find(vocabulary->words, word + start, end - start);
      if (token < 0) continue;
      const uint32_t sum = cost[start] + vocabulary->bits[token];
      if (sum >= cost[end]) continue;
      cost[end] = sum;
      piece[end] = token;
      before[end] = start;
    }
  }
  size_t found = 0, at = 0;
  for (size_t end = count; end > 0; end = before[end]) found += piece[end] >= 0;
  for (size_t end = count; end > 0; end = before[end])
    if (piece[end] >= 0) tokens[found - ++at] = (uint32_t)piece[end];
  return found;
}
