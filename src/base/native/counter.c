/*
 * Words and tokens of files, counted: postings for the lexical index and bags for the built-in embedding, one call a file.
 *
 * A name is taken apart once into its pieces (parse, config). What words they are is told by JavaScript, once each: stems stay there. Their tokens
 * are looked up here (vocabulary.c). A name with a character beyond ASCII is one piece, which JavaScript takes apart. What the counts look like in
 * bytes, and everything about which word counts where, is the same as in TypeScript: store/lexical/post.ts and indexing/bags.ts.
 */
#include "counted.h"

static void lists_clear(Lists *lists) {
  if (!lists->first) {
    lists->firsts = 1 << 10;
    lists->room = 1 << 11;
    lists->first = sized(NULL, lists->firsts * sizeof(uint32_t));
    lists->values = sized(NULL, lists->room * sizeof(uint32_t));
  }
  lists->size = 0;
  lists->first[0] = lists->first[1] = 0;
}

static void lists_free(Lists *lists) {
  free(lists->first);
  free(lists->values);
}

/* `first[size + 1]` is where the next value goes. */
static void lists_put(Lists *lists, uint32_t value) {
  uint32_t at = lists->first[lists->size + 1]++;
  if (at == lists->room) lists->values = sized(lists->values, (lists->room *= 2) * sizeof(uint32_t));
  lists->values[at] = value;
}

static void lists_close(Lists *lists) {
  uint32_t end = lists->first[++lists->size];
  if (lists->size + 2 > lists->firsts) lists->first = sized(lists->first, (lists->firsts *= 2) * sizeof(uint32_t));
  lists->first[lists->size + 1] = end;
}

static void lists_append(Lists *lists, const Lists *from, uint32_t number) {
  for (uint32_t i = from->first[number]; i < from->first[number + 1]; i++) lists_put(lists, from->values[i]);
}

void forget(Counter *counter) {
  Names **tables[] = {&counter->names, &counter->pieces, &counter->terms};
  for (size_t i = 0; i < 3; i++) {
    if (*tables[i]) names_delete(*tables[i]);
    *tables[i] = names_new();
  }
  Lists *lists[] = {&counter->pieces_of_name, &counter->words_of_piece, &counter->tokens_of_piece, &counter->terms_of_name, &counter->tokens_of_name};
  for (size_t i = 0; i < 5; i++) lists_clear(lists[i]);
  if (counter->seen) memset(counter->seen, 0, counter->seen_room * sizeof(Seen));
  counter->serial = 0;
  counter->texts[0].count = counter->texts[1].count = 0;
}

Counter *counter_new(void) {
  Counter *counter = zeroed(1, sizeof(Counter));
  counter->touched_room = 256;
  counter->touched = sized(NULL, counter->touched_room * sizeof(uint32_t));
  counter->counts = zeroed(counter->touched_room * FIELDS, sizeof(uint32_t));
  forget(counter);
  return counter;
}

void counter_delete(Counter *counter) {
  names_delete(counter->names);
  names_delete(counter->pieces);
  names_delete(counter->terms);
  vocabulary_delete(counter->vocabulary);
  Lists *lists[] = {&counter->pieces_of_name, &counter->words_of_piece, &counter->tokens_of_piece, &counter->terms_of_name, &counter->tokens_of_name};
  for (size_t i = 0; i < 5; i++) lists_free(lists[i]);
  for (size_t i = 0; i < 2; i++) {
    free(counter->texts[i].numbers);
    free(counter->texts[i].starts);
  }
  free(counter->seen);
  free(counter->touched);
  free(counter->counts);
  free(counter->bagged);
  free(counter->tokens);
  free(counter->before);
  free(counter->entries);
  free(counter->payloads.data);
  free(counter->documents.data);
  free(counter);
}

/* ----------------------------------------------------------------------------------------------- what names are made of */

static bool is_lower(uint16_t c) { return c >= 'a' && c <= 'z'; }
static bool is_upper(uint16_t c) { return c >= 'A' && c <= 'Z'; }
static bool is_digit(uint16_t c) { return c >= '0' && c <= '9'; }

static void put_piece(Counter *counter, const uint16_t *name, size_t from, size_t to) {
  uint16_t lower[128];
  if (from >= to) return;
  for (size_t i = from; i < to; i++) lower[i - from] = is_upper(name[i]) ? name[i] | 32 : name[i];
  lists_put(&counter->pieces_of_name, names_number(counter->pieces, lower, to - from));
}

/* The pieces of a name as splitIdentifier of src/base/words.ts has them. */
static void take_apart(Counter *counter, const uint16_t *name, size_t length) {
  bool plain = length <= 128;
  for (size_t i = 0; i < length && plain; i++) plain = name[i] < 128;
  if (!plain) {
    lists_put(&counter->pieces_of_name, names_number(counter->pieces, name, length));
    return;
  }
  size_t start = 0;
  uint16_t previous = '_';
  for (size_t at = 0; at < length; previous = name[at++]) {
    const uint16_t c = name[at];
    size_t cut = at;
    bool here;
    if (!is_lower(c) && !is_upper(c) && !is_digit(c)) {
      put_piece(counter, name, start, at);
      start = at + 1;
      continue;
    }
    if (is_lower(previous) && is_upper(c)) here = true;
    else if (is_upper(previous) && is_lower(c) && at - start > 1) {
      here = true;
      cut = at - 1;
    } else
      here = is_digit(previous) != is_digit(c);
    if (!here) continue;
    put_piece(counter, name, start, cut);
    start = cut;
  }
  put_piece(counter, name, start, length);
}

bool counter_read(Counter *counter, int aside, const uint16_t *text, size_t length, const uint8_t *classes, const uint32_t *bounds, size_t count) {
  Text *read = &counter->texts[aside];
  read->count = 0;
  if (length > read->room) {
    read->room = length + length / 2;
    read->numbers = sized(read->numbers, read->room * sizeof(uint32_t));
    read->starts = sized(read->starts, read->room * sizeof(uint32_t));
  }
  if (classes) {
    int64_t found = names_read(counter->names, text, length, classes, read->numbers, read->starts);
    if (found < 0) return false;
    read->count = (uint32_t)found;
  } else {
    if (count > length) return false;
    for (size_t i = 0; i < count; i++) {
      const uint32_t from = bounds[2 * i], to = bounds[2 * i + 1];
      if (from >= to || to > length) return false;
      read->numbers[i] = names_number(counter->names, text + from, to - from);
      read->starts[i] = from;
    }
    read->count = (uint32_t)count;
  }
  for (uint32_t name = counter->pieces_of_name.size; name < names_size(counter->names); name++) {
    size_t size = 0;
    const uint16_t *characters = names_text(counter->names, name, &size);
    take_apart(counter, characters, size);
    lists_close(&counter->pieces_of_name);
  }
  return true;
}

void counter_pieces(const Counter *counter, bool tokens, uint32_t most, Buffer *out) {
  const uint32_t from = (tokens ? &counter->tokens_of_piece : &counter->words_of_piece)->size, size = names_size(counter->pieces);
  const uint32_t end = size - from < most ? size : from + most;
  for (uint32_t piece = from; piece < end; piece++) {
    size_t length = 0;
    const uint16_t *text = names_text(counter->pieces, piece, &length);
    if (piece > from) put_unit(out, '\n');
    put_bytes(out, text, length * sizeof(uint16_t));
  }
}

bool counter_words(Counter *counter, const uint16_t *text, size_t length) {
  Lists *lists = &counter->words_of_piece;
  size_t missing = names_size(counter->pieces) - lists->size, lines = 1;
  for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
  if (lines != missing) return false;
  for (size_t at = 0, start = 0; at <= length; at++) {
    if (at < length && text[at] != ' ' && text[at] != '\n') continue;
    if (at > start) lists_put(lists, names_number(counter->terms, text + start, at - start));
    if (at == length || text[at] == '\n') lists_close(lists);
    start = at + 1;
  }
  return true;
}

bool counter_tokens(Counter *counter, const uint32_t *tokens, size_t length) {
  Lists *lists = &counter->tokens_of_piece;
  size_t missing = names_size(counter->pieces) - lists->size, at = 0;
  for (; missing > 0 && at < length; missing--) {
    const uint32_t count = tokens[at++];
    if (count > length - at) return false;
    for (size_t end = at + count; at < end; at++) lists_put(lists, tokens[at] & (VOCABULARY - 1));
    lists_close(lists);
  }
  return at == length;
}

bool counter_learn(Counter *counter, const uint8_t *table, size_t length) {
  if (!counter->vocabulary) counter->vocabulary = vocabulary_new(table, length);
  if (!counter->vocabulary) return false;
  Lists *lists = &counter->tokens_of_piece;
  for (uint32_t piece; (piece = lists->size) < names_size(counter->pieces); lists_close(lists)) {
    size_t size = 0;
    uint32_t tokens[WORD_TOKENS];
    const uint16_t *text = names_text(counter->pieces, piece, &size);
    for (size_t i = 0; i < size; i++)
      if (text[i] > 127) return true;
    const size_t count = vocabulary_tokens(counter->vocabulary, text, size, tokens);
    for (size_t i = 0; i < count; i++) lists_put(lists, tokens[i]);
  }
  return true;
}

/* Those of their pieces, then all pieces as one word. */
bool learn_terms(Counter *counter) {
  if (counter->words_of_piece.size < names_size(counter->pieces)) return false;
  Lists *lists = &counter->terms_of_name;
  const Lists *pieces = &counter->pieces_of_name;
  while (lists->size < pieces->size) {
    const uint32_t from = pieces->first[lists->size], to = pieces->first[lists->size + 1];
    uint16_t whole[128];
    size_t length = 0;
    for (uint32_t i = from; i < to; i++) {
      lists_append(lists, &counter->words_of_piece, pieces->values[i]);
      if (to - from == 1) continue;
      size_t size = 0;
      const uint16_t *text = names_text(counter->pieces, pieces->values[i], &size);
      memcpy(whole + length, text, size * sizeof(uint16_t));
      length += size;
    }
    if (length > 0) lists_put(lists, names_number(counter->terms, whole, length));
    lists_close(lists);
  }
  const uint32_t terms = names_size(counter->terms);
  if (terms > counter->seen_room) {
    const size_t room = 2 * (size_t)terms;
    counter->seen = sized(counter->seen, room * sizeof(Seen));
    memset(counter->seen + counter->seen_room, 0, (room - counter->seen_room) * sizeof(Seen));
    counter->seen_room = room;
  }
  return true;
}

bool learn_tokens(Counter *counter) {
  if (counter->tokens_of_piece.size < names_size(counter->pieces)) return false;
  Lists *lists = &counter->tokens_of_name;
  const Lists *pieces = &counter->pieces_of_name;
  for (; lists->size < pieces->size; lists_close(lists))
    for (uint32_t i = pieces->first[lists->size]; i < pieces->first[lists->size + 1]; i++)
      lists_append(lists, &counter->tokens_of_piece, pieces->values[i]);
  return true;
}
