/* Words as tokens of the vocabulary: what src/embed/tokens.ts does, for words in ASCII. */
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct Vocabulary Vocabulary;

/* That of a table of src/embed/table.ts; null where the bytes are none. */
Vocabulary *vocabulary_new(const uint8_t *table, size_t length);
void vocabulary_delete(Vocabulary *vocabulary);

/* A word's tokens are at most so many. */
#define WORD_TOKENS 40

/* Writes the tokens of a word; returns how many there are. */
size_t vocabulary_tokens(const Vocabulary *vocabulary, const uint16_t *word, size_t length, uint32_t *tokens);
