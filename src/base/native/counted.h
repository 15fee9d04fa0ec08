/* What counter.c (what names are made of) and tally.c (how often they stand where) share. */
#pragma once
#include "counter.h"
#include "names.h"
#include "vocabulary.h"

#include <stdlib.h>
#include <string.h>

/* More names or terms than this are forgotten after a batch: bounds the memory. */
#define MAX_KNOWN 400000
/* As in src/store/lexical/codec.ts. */
#define FIELDS 7
#define VOCABULARY 65536

static inline void *sized(void *array, size_t bytes) {
  void *result = realloc(array, bytes > 0 ? bytes : 1);
  if (!result) abort();
  return result;
}

static inline void *zeroed(size_t count, size_t size) {
  void *result = calloc(count, size);
  if (!result) abort();
  return result;
}

static inline void reserve(Buffer *out, size_t more) {
  if (out->length + more <= out->room) return;
  out->room = 2 * out->room + more + 256;
  out->data = sized(out->data, out->room);
}

static inline void put_bytes(Buffer *out, const void *bytes, size_t length) {
  if (length == 0) return;
  reserve(out, length);
  memcpy(out->data + out->length, bytes, length);
  out->length += length;
}

static inline void put_unit(Buffer *out, uint16_t value) { put_bytes(out, &value, sizeof value); }

/* Lists of numbers by number: values[first[number] … first[number + 1]); the one of `size` is being made. */
typedef struct {
  uint32_t *first, *values;
  size_t firsts, room;
  uint32_t size;
} Lists;

/* A text as its names: their numbers, and where they start. */
typedef struct {
  uint32_t *numbers, *starts;
  size_t room;
  uint32_t count;
} Text;

typedef struct {
  uint32_t serial, place;
} Seen;

typedef struct {
  uint32_t term, head;
  size_t payload;
} Entry;

struct Counter {
  Names *names, *pieces, *terms;
  Lists pieces_of_name;
  Lists words_of_piece, tokens_of_piece;
  Lists terms_of_name, tokens_of_name;
  Text texts[2];
  /* Null until it is needed. */
  Vocabulary *vocabulary;

  /* Of each term: the chunk it was last seen in, and its place among those of that chunk, whose counts stand by place and field. */
  Seen *seen;
  size_t seen_room;
  uint32_t serial;
  uint32_t *touched, *counts;
  size_t touched_room;
  uint32_t distinct;

  /* Of each token: the bag it was last seen in, and where it stands there, in units of two bytes. */
  Seen *bagged;
  uint32_t bag_serial;
  /* Tokens of the file's text, and how many stand before each of its names. */
  uint16_t *tokens;
  uint32_t *before;
  size_t tokens_room, before_room;

  /* The batch. */
  Entry *entries;
  size_t entry_count, entry_room;
  Buffer payloads, documents;
  uint32_t chunks, posted;
};

/* Lists of the names that are new. False where it was not told what their pieces are. */
bool learn_terms(Counter *counter);
bool learn_tokens(Counter *counter);

/* Nothing is known any more. */
void forget(Counter *counter);
