/*
 * tree-sitter's own runtime, with one function in the place of its own.
 *
 * What a parser does next in a state and with a symbol stands, for all but some states, in lists that are searched from their start: a sixth of
 * a parse. The same few hundred questions are asked again and again, so their answers are kept. One thread only, as everything here.
 */
#define ts_language_lookup ts_language_lookup_searching
#include "language.h"
#undef ts_language_lookup

#include <string.h>

#define ANSWERS_BITS 12

static struct {
  uint32_t question;
  uint16_t answer;
} answers[1 << ANSWERS_BITS];
static const TSLanguage *answered = NULL;

static inline uint16_t ts_language_lookup(const TSLanguage *self, TSStateId state, TSSymbol symbol) {
  if (state < self->large_state_count) return self->parse_table[state * self->symbol_count + symbol];
  if (self != answered) {
    memset(answers, 0xff, sizeof answers);
    answered = self;
  }
  // Never all bits, which stand for none: that symbol is an error, which is not looked up.
  const uint32_t question = (uint32_t)state << 16 | symbol;
  const uint32_t place = question * 0x9e3779b1u >> (32 - ANSWERS_BITS);
  if (answers[place].question != question) {
    answers[place].answer = ts_language_lookup_searching(self, state, symbol);
    answers[place].question = question;
  }
  return answers[place].answer;
}

#include "lib.c"
