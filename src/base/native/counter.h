/* Words and tokens of files, counted: see counter.c. What it is given and gives is as the twins in TypeScript have it (src/indexing/counter.ts). */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Counter Counter;

/* Numbers in a row that grow. */
typedef struct {
  uint8_t *data;
  size_t length, room;
} Buffer;

Counter *counter_new(void);
void counter_delete(Counter *counter);

/*
 * Takes a text apart into names: the file's (0), or what is said beside it (1). `classes` as for names_read; without them `bounds` has `count`
 * pairs of where a name starts and ends. False where a class is not known, or bounds are none.
 */
bool counter_read(Counter *counter, int aside, const uint16_t *text, size_t length, const uint8_t *classes, const uint32_t *bounds, size_t count);

/* Pieces of which the words (or tokens) have not been told, at most so many, one a line, in UTF-16. */
void counter_pieces(const Counter *counter, bool tokens, uint32_t most, Buffer *out);

/* The words of these pieces, a line each, blanks between. False where it is another number of lines. */
bool counter_words(Counter *counter, const uint16_t *text, size_t length);

/* Looks up the tokens of pieces, until one is not in ASCII, in a table of src/embed/table.ts. False where the table makes no sense. */
bool counter_learn(Counter *counter, const uint8_t *table, size_t length);

/* The tokens of the next pieces: of each how many, then they. */
bool counter_tokens(Counter *counter, const uint32_t *tokens, size_t length);

/* Adds the chunks of the file to the batch by a plan (src/indexing/counter.ts); its bags are added to `out`. False where the plan makes no sense. */
bool counter_file(Counter *counter, const uint32_t *plan, size_t length, Buffer *out);

/* The batch as bytes (src/store/lexical/post.ts, encodePostings); it is empty then. */
void counter_postings(Counter *counter, Buffer *out);
