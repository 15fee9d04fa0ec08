/*
 * tree-sitter's own runtime, with two functions in the place of its own.
 *
 * What a parser does next in a state and with a symbol stands, for all but some states, in lists that are searched from their start: a sixth of
 * a parse. The same few hundred questions are asked again and again, so their answers are kept. And going on by a character, another sixth, is
 * shorter inside a text that lies in memory as a whole. One thread at a time (ahead.c).
 */
#include "runtime.h"

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

/* ts_lexer__advance from one character of one UTF-16 unit to another on the same line of the only chunk; it does itself what is otherwise. */
static void advance(TSLexer *lexer, bool skip) {
  Lexer *self = (Lexer *)lexer;
  const uint32_t next = self->current_position.bytes + 2;
  const TSRange *range = &self->included_ranges[self->current_included_range_index];
  if (!self->chunk || self->lookahead_size != 2 || self->data.lookahead == '\n' || next == 2 || next >= range->end_byte ||
      range->end_byte == range->start_byte || next < self->chunk_start || next + 2 > self->chunk_start + self->chunk_size || self->logger.log) {
    ts_lexer__advance(lexer, skip);
    return;
  }
  ts_lexer__increment_column_data(self);
  self->current_position.extent.column += 2;
  self->current_position.bytes = next;
  if (skip) self->token_start_position = self->current_position;
  const uint16_t unit = *(const uint16_t *)(self->chunk + (next - self->chunk_start));
  if (unit >= 0xd800 && unit <= 0xdfff) {
    ts_lexer__get_lookahead(self);
    return;
  }
  self->data.lookahead = unit;
  self->lookahead_size = 2;
}

TSParser *utf16_parser(void) {
  TSParser *parser = ts_parser_new();
  parser->lexer.data.advance = advance;
  return parser;
}
